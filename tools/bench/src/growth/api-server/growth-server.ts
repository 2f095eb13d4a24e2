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
  /** Sends a request; resolves with the text of the response. Rejects when it is refused. */
  readonly request: (method: string, path: string, body?: object) => Promise<string>;
}

/** The ConfigMaps of the namespace `default`. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** What the server warns about is of no interest here. */
const ignore = (): void => undefined;

/** Starts a server that has what every cluster has. */
export function startServer(options: Partial<ApiServerOptions> = {}): GrowthServer {
  const clock = createVirtualClock();
  const server = createApiServer({ clock, onWarning: ignore, ...options });
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

/** A ConfigMap of about 500 bytes, as a request has it. */
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

/** The name of the object with that number: in the order of the numbers. */
export const nameOf = (index: number): string => `c-${String(index).padStart(7, '0')}`;

/** How many requests are sent without a turn of the event loop between them. */
const BURST = 100;

/** Sends one request after the other. */
export async function repeat(count: number, request: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await request(index);
    if (index % BURST === BURST - 1) await settleEventLoop(1);
  }
}

/** Turns of the event loop after which what has not arrived never will. */
const MOST_TURNS = 100_000;

/** Lets everything that is under way go on until something was counted so often. */
export async function untilCount(current: () => number, expected: number): Promise<void> {
  for (let turn = 0; current() < expected; turn += 1) {
    if (turn === MOST_TURNS) throw new Error(`${current()} of ${expected} have arrived`);
    await settleEventLoop(1);
  }
}

/** A server with so many ConfigMaps in `default`. */
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
