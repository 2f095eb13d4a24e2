import { systemClock } from '@kb/client';
import { createSelfSignedCertificate } from '../../src/certificates/self-signed-adapter.ts';
import { fixedSource } from '../../src/certificates/certificate-source.ts';
import { serveHttp } from '../../src/serving/adapters/serve-http.ts';
import { freePort } from '../../src/test-support/free-port-adapter.ts';
import type { ServingPlace } from './serving-place.ts';

/**
 * A place on loopback, for an API server that is another process: a port that is free, and a certificate of its own.
 */
export async function createLoopbackPlace(): Promise<ServingPlace> {
  const address = `127.0.0.1:${await freePort()}`;
  const pair = await createSelfSignedCertificate({ now: systemClock.now() });
  return {
    address,
    serve: serveHttp,
    certificates: fixedSource(pair),
    clientConfig: (path) => ({
      url: `https://${address}${path}`,
      caBundle: Buffer.from(pair.ca, 'utf8').toString('base64'),
    }),
    statusOf: async (path) => {
      const response = await fetch(`http://${address}${path}`);
      await response.arrayBuffer();
      return response.status;
    },
  };
}
