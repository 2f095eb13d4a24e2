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
  ['GET', '/healthz/syncloop', 200, 'ok'],
  ['GET', '/healthz?verbose', 200, '[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n'],
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

test('/configz is the default configuration, with the number of Pods that the node has room for', async () => {
  const read = async (node: HostedPod): Promise<Record<string, unknown>> => {
    const { body } = await serveKubelet()({ ...target, node }, { method: 'GET', path: '/configz', headers: {} });
    return (JSON.parse(Buffer.from(body as Uint8Array).toString()) as { kubeletconfig: Record<string, unknown> })
      .kubeletconfig;
  };
  const known = { address: '0.0.0.0', port: 10_250, syncFrequency: '1m0s', evictionPressureTransitionPeriod: '5m0s' };
  expect(await read({ metadata: { name: 'n' } })).toMatchObject({ ...known, maxPods: 110 });
  const large = { metadata: { name: 'n' }, status: { capacity: { pods: '500' } } };
  expect(await read(large)).toMatchObject({ ...known, maxPods: 500 });
  const wrong = { metadata: { name: 'n' }, status: { capacity: { pods: 'many' } } };
  expect(await read(wrong)).toMatchObject({ maxPods: 110 });
});
