import { createVirtualClock, type HttpRequest, type Transport } from '@kb/apimachinery';
import { type ClientOptions, createClient, type TransportOptions } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { defaultPings } from '../../../../../packages/client/src/adapters/transport/http2/ping-times.ts';
import { DEFAULT_ANSWER_TIMEOUT } from '../../../../../packages/client/src/adapters/transport/request-timeouts.ts';
import { VERSION } from '../../../../../packages/client/src/version.ts';
import { duration, NONE } from './words.ts';

type Optional =
  | Exclude<keyof ClientOptions, 'transport' | 'clock' | 'random'>
  // Compression depends on the kubeconfig and the server, as the page describes.
  | Exclude<keyof TransportOptions, 'compression'>;

/** Every optional option of a client and its transport. */
export async function clientDefaults(): Promise<Record<Optional, string>> {
  const { headers, path } = await written();
  const query = new URL(path, 'http://localhost').searchParams;
  return {
    fieldManager: query.get('fieldManager') ?? NONE,
    fieldValidation: query.get('fieldValidation') ?? "the server's",
    dryRun: String(query.has('dryRun')),
    userAgent: headers?.['user-agent']?.replace(VERSION, '<version>') ?? NONE,
    onWarning: NONE,
    observe: NONE,
    tracer: NONE,
    answerTimeout: duration(DEFAULT_ANSWER_TIMEOUT),
    http2: String(true),
    pings: `${duration(defaultPings.every)}, ${duration(defaultPings.timeout)}`,
  };
}

/** The request of a create. */
async function written(): Promise<HttpRequest> {
  const requests: HttpRequest[] = [];
  const transport: Transport = {
    send: async (request) => {
      requests.push(request);
      throw new Error('enough');
    },
  };
  const client = createClient({ transport, clock: createVirtualClock() });
  await client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } }).catch(() => undefined);
  const [request] = requests;
  if (!request) throw new Error('expected a request');
  return request;
}
