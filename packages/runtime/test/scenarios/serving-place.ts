import { directTransport, type HttpRequest, type HttpResponse, type Transport } from '@kb/apimachinery';
import { aborted } from '../../src/abort-scope.ts';
import { type CertificateSource, fixedSource } from '../../src/certificates/certificate-source.ts';
import type { HttpHandler, ServeHttp } from '../../src/serving/http-server.ts';

/** An address of its own, with the means to serve there and to reach it. */
export interface ServingPlace {
  /** The address in the form that servers take: `127.0.0.1:41234`. */
  readonly address: string;
  /** Serves there. */
  readonly serve: ServeHttp;
  /** For a server with TLS. */
  readonly certificates: CertificateSource;
  /** The `clientConfig` of a webhook that is served at a path there. */
  clientConfig(path: string): { readonly url: string; readonly caBundle?: string };
  /** The status of what a server without TLS returns for a GET. Rejects when nothing serves. */
  statusOf(path: string): Promise<number>;
}

/** Places in the process of the test: no sockets, so that nothing takes real time. */
export interface InProcessPlaces {
  make(): ServingPlace;
  /** Returns the transport to the server at an origin such as `https://127.0.0.1:1`. */
  reach(origin: string): Transport;
}

/** Makes places for an API server that is in the same process. */
export function createInProcessPlaces(): InProcessPlaces {
  const served = new Map<string, HttpHandler>();
  let made = 0;
  const send = (host: string, request: HttpRequest, signal?: AbortSignal): HttpResponse | Promise<HttpResponse> => {
    const handler = served.get(host);
    if (!handler) throw new Error(`dial tcp ${host}: connect: connection refused`);
    return handler(request, signal ?? new AbortController().signal);
  };
  return {
    make: () => {
      made += 1;
      const address = `127.0.0.1:${made}`;
      const serve: ServeHttp = ({ handler }) => {
        served.set(address, handler);
        const end = (): void => void served.delete(address);
        return {
          listening: Promise.resolve({ host: '127.0.0.1', port: made, url: `http://${address}` }),
          run: async (signal) => {
            await aborted(signal);
            end();
          },
          close: async () => end(),
        };
      };
      return {
        address,
        serve,
        certificates: fixedSource({ cert: '', key: '' }),
        clientConfig: (path) => ({ url: `https://${address}${path}` }),
        statusOf: async (path) => (await send(address, { method: 'GET', path, headers: {} })).status,
      };
    },
    reach: (origin) => directTransport(async (request, signal) => send(new URL(origin).host, request, signal)),
  };
}
