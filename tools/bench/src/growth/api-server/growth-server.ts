import {
  createVirtualClock,
  type HttpResponse,
  settleEventLoop,
  type Transport,
  type VirtualClock,
} from '@kb/apimachinery';
import { type ApiServer, type ApiServerOptions, createApiServer } from '@kb/apiserver';

/** An embedded API server on virtual time, without a socket. */
export interface GrowthServer {
  readonly clock: VirtualClock;
  readonly transport: Transport;
  readonly server: ApiServer;
  /** Sends a request. Resolves with the body of the response as text; rejects when the status is 300 or above. */
  readonly request: (method: string, path: string, body?: object) => Promise<string>;
}

/** The ConfigMaps of the namespace `default`. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** Discards the server's warnings. */
const ignore = (): void => undefined;

/** Starts a server with the objects that every cluster has. */
export function startServer(options: Partial<ApiServerOptions> & { readonly clock?: VirtualClock } = {}): GrowthServer {
  const { clock = createVirtualClock(), ...others } = options;
  const server = createApiServer({ clock, onWarning: ignore, onNotEnforced: ignore, ...others });
  const { transport } = server;
  return {
    clock,
    transport,
    server,
    request: async (method, path, body) => {
      const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const response = await transport.send({
        method,
        path,
        headers: { 'content-type': contentType },
        ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
      });
      const text = await textOf(response);
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text;
    },
  };
}

/** Returns a ConfigMap of about 500 bytes, as a client sends it. */
export function configMap(index: number, text = 'a', metadata: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: nameOf(index),
      labels: { app: `app-${index % 100}`, tenth: `t-${Math.floor(index / 10)}` },
      ...metadata,
    },
    data: { text, filler: 'x'.repeat(200) },
  };
}

/** Returns the name of an object by its number; names sort by number. */
export const nameOf = (index: number): string => `c-${String(index).padStart(7, '0')}`;

/** How many requests are sent before the event loop gets a turn. */
const BURST = 100;

/** Sends `count` requests, one after the other. */
export async function repeat(count: number, request: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await request(index);
    if (index % BURST === BURST - 1) await settleEventLoop(1);
  }
}

/** The most turns of the event loop to wait: what has not arrived by then never will. */
const MOST_TURNS = 100_000;

/** Gives the event loop turns until a count is reached. Throws if it is not. */
export async function untilCount(current: () => number, expected: number): Promise<void> {
  for (let turn = 0; current() < expected; turn += 1) {
    if (turn === MOST_TURNS) throw new Error(`${current()} of ${expected} have arrived`);
    await settleEventLoop(1);
  }
}

/** Starts a server with this many ConfigMaps in `default`. */
export async function serverWithConfigMaps(count: number): Promise<GrowthServer> {
  const started = startServer();
  await repeat(count, (index) => started.request('POST', CONFIG_MAPS, configMap(index)));
  return started;
}

async function textOf({ body }: HttpResponse): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
