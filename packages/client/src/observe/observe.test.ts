import { createVirtualClock } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { describe, expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { everyVerb } from '../test-support/every-verb.ts';
import { type Answered, recordingClient, statusAnswer } from '../test-support/recording-transport.ts';
import type { ObservedRequest, RequestObserver, RequestOutcome } from './request-observer.ts';
import type { SpanAttributes, Tracer } from './tracer.ts';

interface Observed {
  readonly request: ObservedRequest;
  readonly retries: RequestOutcome[];
  readonly ends: RequestOutcome[];
}

function observer(): { observe: RequestObserver; observed: Observed[] } {
  const observed: Observed[] = [];
  const observe: RequestObserver = {
    begin: (request) => {
      const one: Observed = { request, retries: [], ends: [] };
      observed.push(one);
      return { retry: (outcome) => void one.retries.push(outcome), end: (outcome) => void one.ends.push(outcome) };
    },
  };
  return { observe, observed };
}

async function observing(answer: Answered | undefined, call: (client: Client) => Promise<unknown>): Promise<Observed> {
  const { observe, observed } = observer();
  const clock = { ...createVirtualClock(), sleep: () => Promise.resolve() };
  const { client } = recordingClient(answer, { observe, clock });
  await call(client).catch(() => undefined);
  expect(observed).toHaveLength(1);
  return observed[0] as Observed;
}

describe('a RequestObserver', () => {
  test.each([
    ['get', 'get', 'GET', 'deployments', undefined, 'web'],
    ['list', 'list', 'GET', 'deployments', undefined, undefined],
    ['watch', 'watch', 'GET', 'deployments', undefined, undefined],
    ['create', 'create', 'POST', 'deployments', undefined, 'web'],
    ['update', 'update', 'PUT', 'deployments', undefined, 'web'],
    ['updateStatus', 'update', 'PUT', 'deployments', 'status', 'web'],
    ['patch', 'patch', 'PATCH', 'deployments', undefined, 'web'],
    ['apply', 'patch', 'PATCH', 'deployments', undefined, 'web'],
    ['applyStatus', 'patch', 'PATCH', 'deployments', 'status', 'web'],
    ['delete', 'delete', 'DELETE', 'deployments', undefined, 'web'],
    ['deleteCollection', 'deletecollection', 'DELETE', 'deployments', undefined, undefined],
    ['subresource get', 'get', 'GET', 'deployments', 'scale', 'web'],
    ['subresource create', 'create', 'POST', 'deployments', 'scale', 'web'],
    ['subresource apply', 'patch', 'PATCH', 'deployments', 'scale', 'web'],
    ['getJson', 'get', 'GET', undefined, undefined, undefined],
  ])('is called for %s', async (call, verb, method, resource, subresource, name) => {
    const calls = { ...everyVerb.read, ...everyVerb.write, ...everyVerb.apply, ...everyVerb.delete };
    const { request, ends } = await observing(
      undefined,
      (client) => calls[call]?.(client) ?? Promise.reject(new Error(call)),
    );
    const isResource = resource !== undefined;
    expect(request).toEqual({
      verb,
      method,
      host: 'a.test:6443',
      resource,
      group: isResource ? 'apps' : undefined,
      subresource,
      namespace: isResource ? 'shop' : undefined,
      name,
    });
    expect(ends).toMatchObject([{ status: 200 }]);
  });

  const get = (client: Client): Promise<unknown> => client.get(deployments, 'shop/web');

  test('gets the lengths of bodies, except the response of a watch', async () => {
    const patched = await observing(
      () => ({ a: 'ü' }),
      (client) => client.patch(deployments, 'shop/web', { type: 'merge', value: { kind: '' } }),
    );
    expect(patched.ends).toEqual([{ status: 200, requestBytes: 11, responseBytes: 10 }]);
    const watched = await observing(undefined, (client) => everyVerb.read['watch']?.(client) ?? Promise.resolve());
    expect(watched.ends).toEqual([{ status: 200, requestBytes: 0 }]);
  });

  test('is called for each retry, and once at the end', async () => {
    const lost = new ConnectionError('KB_CONNECTION_LOST', 'a', 'lost');
    const busy = statusAnswer(429, {}, { 'retry-after': '1' });
    const answers = [lost, busy, statusAnswer(404, { kind: 'Status', reason: 'NotFound' })];
    const { retries, ends } = await observing((_request, index) => answers[index], get);
    expect(retries).toEqual([
      { error: lost, requestBytes: 0 },
      { status: 429, requestBytes: 0 },
    ]);
    expect(ends).toEqual([{ status: 404, requestBytes: 0 }]);
  });

  test('gets the error if there is no response', async () => {
    const refused = new ConnectionError('KB_CONNECTION_REFUSED', 'a', 'refused');
    const { ends } = await observing(() => refused, get);
    expect(ends).toEqual([{ error: refused, requestBytes: 0 }]);
  });
});

test('a Tracer gets a span for each request, which fails when the request does', async () => {
  const spans: { name: string; attributes: SpanAttributes; set: Record<string, unknown>; failed: boolean }[] = [];
  const tracer: Tracer = {
    span: async (name, attributes, work) => {
      const span = { name, attributes, set: {} as Record<string, unknown>, failed: false };
      spans.push(span);
      try {
        return await work({ set: (key, value) => void (span.set[key] = value), fail: () => undefined });
      } catch (error) {
        span.failed = true;
        throw error;
      }
    },
  };
  const { client } = recordingClient((_request, index) => (index === 0 ? {} : statusAnswer(404, {})), { tracer });
  await client.subresource(deployments, 'scale').get('shop/web');
  await expect(client.getJson('/version')).rejects.toThrow('not find');
  expect(spans).toEqual([
    {
      name: 'get deployments/scale',
      attributes: {
        'http.request.method': 'GET',
        'server.address': 'a.test:6443',
        'url.path': '/apis/apps/v1/namespaces/shop/deployments/web/scale',
        'k8s.verb': 'get',
        'k8s.group': 'apps',
        'k8s.resource': 'deployments',
        'k8s.subresource': 'scale',
        'k8s.namespace.name': 'shop',
        'k8s.object.name': 'web',
      },
      set: { 'http.response.status_code': 200 },
      failed: false,
    },
    expect.objectContaining({ name: 'get /version', set: { 'http.response.status_code': 404 }, failed: true }),
  ]);
});
