import type { HostedPod, HttpResponse } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { serveKubelet } from './serve-kubelet.ts';

const pod: HostedPod = { metadata: { name: 'p' } };
const target = { node: { metadata: { name: 'n' } }, pods: () => [pod], claim: () => undefined };

async function asked(method: string, path: string): Promise<[status: number, body: string]> {
  const routes = { '/own': (_: unknown, query: URLSearchParams): HttpResponse => textOf(query.get('a') ?? '') };
  const { status, body } = await serveKubelet(routes)(target, { method, path, headers: {} });
  return [status, Buffer.from(body as Uint8Array).toString()];
}

const textOf = (text: string): HttpResponse => ({ status: 200, headers: {}, body: Buffer.from(text) });

test.each([
  ['GET', '/healthz', 200, 'ok'],
  ['GET', '/healthz/', 200, 'ok'],
  ['GET', '/pods', 200, '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"p"}}]}'],
  ['GET', '/own?a=b', 200, 'b'],
  ['GET', '/own?a=b?c', 200, 'b?c'],
  ['GET', '/own?', 200, ''],
  ['GET', '/nothing', 404, '404 page not found\n'],
  ['GET', '/', 404, '404 page not found\n'],
  ['GET', '/constructor', 404, '404 page not found\n'],
  ['POST', '/healthz', 405, '405: Method Not Allowed'],
])('%s %s', async (method, path, status, body) => {
  expect(await asked(method, path)).toEqual([status, body]);
});
