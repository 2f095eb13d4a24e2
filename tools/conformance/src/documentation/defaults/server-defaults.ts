import os from 'node:os';
import path from 'node:path';
import { createVirtualClock, type HttpResponse } from '@kb/apimachinery';
import { createMetricsRegistry, createMetricsServer } from '@kb/runtime/metrics';
import { createHealthServer, fixedSource, type HttpServer, type HttpServerOptions } from '@kb/runtime/serving';
import { createWebhookServer } from '@kb/runtime/webhook';

/** The defaults of servers. */
export async function serverDefaults(): Promise<Record<string, string>> {
  return {
    'createHealthServer livenessEndpoint': await endpoint('/healthz'),
    'createHealthServer readinessEndpoint': await endpoint('/readyz'),
    'createMetricsServer secure': String(await isSecure()),
    ...(await webhooks()),
  };
}

const clock = createVirtualClock();

/** A server that never listens. */
function served(asked: HttpServerOptions[]): (options: HttpServerOptions) => HttpServer {
  const listening = Promise.resolve({ host: '127.0.0.1', port: 1, url: 'http://127.0.0.1:1' });
  return (options) => {
    asked.push(options);
    return { listening, run: async () => undefined, close: async () => undefined };
  };
}

/** The path, when the health server knows it. */
async function endpoint(path: string): Promise<string> {
  const asked: HttpServerOptions[] = [];
  const { signal } = new AbortController();
  await createHealthServer({ address: ':1', clock, serve: served(asked) }).start(signal);
  const request = { method: 'GET', path, headers: {} } as const;
  const answer: HttpResponse | undefined = await asked[0]?.handler(request, signal);
  return answer?.status === 200 ? path : 'not found';
}

async function isSecure(): Promise<boolean> {
  const server = createMetricsServer({ address: '127.0.0.1:0', registry: createMetricsRegistry(), clock });
  const end = new AbortController();
  const running = server.start(end.signal);
  const { url } = await server.listening;
  end.abort();
  await running;
  return url.startsWith('https:');
}

/** Where it listens, from its call of the server; where its certificate is, from the names in its errors. */
async function webhooks(): Promise<Record<string, string>> {
  const asked: HttpServerOptions[] = [];
  const certificates = fixedSource({ cert: '', key: '' });
  const server = createWebhookServer({ clock, certificates, serve: served(asked) });
  await server.start(new AbortController().signal);
  const certificate = await missingFile({});
  // With a readable certificate file, the error is about the key.
  const key = await missingFile({ certDir: import.meta.dirname, certName: path.basename(import.meta.filename) });
  return {
    'createWebhookServer address': asked[0]?.address ?? '',
    'createWebhookServer certDir': path.relative(os.tmpdir(), path.dirname(certificate)),
    'createWebhookServer certName': path.basename(certificate),
    'createWebhookServer keyName': path.basename(key),
  };
}

async function missingFile(options: { readonly certDir?: string; readonly certName?: string }): Promise<string> {
  const server = createWebhookServer({ clock, ...options });
  const error = await server.start(new AbortController().signal).catch((error: unknown) => error);
  if (!(error instanceof Error)) throw new Error('expected that there is no certificate');
  return error.message.replace(/ cannot be read: .*$/, '');
}
