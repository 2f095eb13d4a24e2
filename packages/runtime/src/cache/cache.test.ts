import { configMaps, namespaces } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { hours } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import type { CacheOptions } from './cache.ts';

let env: Embedded;
let runs: string[];
beforeEach(async () => {
  env = await startEmbedded();
  runs = [];
});
afterEach(async () => {
  await env.stop();
});

const start = async (cache: CacheOptions): Promise<void> => {
  await env.start(
    [
      controllerFor(widgets)
        .reads(configMaps)
        .reconcile(({ key }) => void runs.push(key.name)),
    ],
    { cache },
  );
};
const labelled = (name: string, labels: Record<string, string>): Promise<unknown> =>
  env.client.create(widgets, { metadata: { name, namespace: 'default', labels, annotations: { big: 'x' } }, spec: {} });

describe('the selections of a cache', () => {
  test('by label: an object that loses the label leaves the cache, one that gets it appears', async () => {
    await labelled('kept', { keep: 'yes' });
    await labelled('other', { keep: 'no' });
    await start({ byResource: [{ resource: widgets, labelSelector: 'keep=yes' }] });
    expect(runs).toEqual(['kept']);
    await env.client.patch(widgets, 'default/kept', { type: 'merge', value: { metadata: { labels: { keep: 'no' } } } });
    await env.client.patch(widgets, 'default/other', {
      type: 'merge',
      value: { metadata: { labels: { keep: 'yes' } } },
    });
    await env.clock.settle();
    expect(runs.slice(1)).toEqual(['kept', 'other']);
  });

  test('by field', async () => {
    await labelled('a', {});
    await labelled('b', {});
    await start({ byResource: [{ resource: widgets, fieldSelector: 'metadata.name=b' }] });
    expect(runs).toEqual(['b']);
  });

  test('by namespace, for each resource', async () => {
    await labelled('a', {});
    await start({ namespaces: ['nowhere'], byResource: [{ resource: widgets, namespaces: ['default'] }] });
    expect(runs).toEqual(['a']);
  });

  test('by transform: holds the transformed objects', async () => {
    await labelled('a', {});
    const seen: unknown[] = [];
    const controller = controllerFor(widgets).reconcile(({ key, client }) => {
      seen.push(client.cached(widgets).get(key)?.metadata.annotations);
    });
    const transform = <T extends { metadata: object }>(object: T): T => ({
      ...object,
      metadata: { ...object.metadata, annotations: undefined },
    });
    await env.start([controller], { cache: { byResource: [{ resource: widgets, transform }] } });
    expect(seen).toEqual([undefined]);
  });

  test('reconciles every object again after 10 hours', async () => {
    await labelled('a', {});
    await start({});
    await env.clock.advance(hours(8));
    expect(runs).toEqual(['a']);
    await env.clock.advance(hours(4));
    expect(runs).toEqual(['a', 'a']);
  });

  test('a cluster-scoped resource has no namespaces', () => {
    const cache = { byResource: [{ resource: namespaces, namespaces: ['default'] }] };
    expect(() => env.manager([], { cache })).toThrow('namespaces are cluster-scoped');
  });

  test('one watch serves all controllers', async () => {
    const requests: string[] = [];
    env.intercept = (request) => {
      if (request.method === 'GET' && request.path.includes('watch='))
        requests.push(request.path.split('?', 1)[0] ?? '');
      return undefined;
    };
    const controllers = ['one', 'two'].map((name) =>
      controllerFor(widgets)
        .named(name)
        .owns(configMaps)
        .reconcile(() => undefined),
    );
    await env.start(controllers);
    expect(requests.sort()).toEqual(['/api/v1/configmaps', '/apis/test.example.com/v1/widgets']);
  });
});
