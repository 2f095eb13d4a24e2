import type { ObjectKey } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { controllerFor } from './builder.ts';
import { kindSource } from './source/kind-source.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const one = (): ObjectKey[] => [{ namespace: 'default', name: 'a' }];
const names = ['m1', 'm2', 'm3', 'm4'];
const createAll = (): Promise<unknown> =>
  Promise.all(names.map((name) => env.client.create(configMaps, { metadata: { name, namespace: 'default' } })));

describe.each([true, false])('with priorities %s', (usePriorityQueue) => {
  test('many events at once for one key, while no worker is busy, cause one run that has all their causes', async () => {
    const runs: string[][] = [];
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withOptions({ usePriorityQueue, maxConcurrentReconciles: 3 })
        .watches(configMaps, one)
        .reconcile(({ causes }) => void runs.push(causes.map(String))),
    ]);
    runs.length = 0;
    await createAll();
    await env.clock.settle();
    expect(runs.map((causes) => causes.toSorted())).toEqual([names.map((name) => `ConfigMap default/${name} created`)]);
  });

  test('initial events of a source that a reconciler adds cause one run too', async () => {
    const runs: string[][] = [];
    await createAll();
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withOptions({ usePriorityQueue })
        .reconcile(({ causes, watch }) => {
          runs.push(causes.map(String));
          if (runs.length === 1) watch(kindSource(configMaps, one));
        }),
    ]);
    await env.clock.settle();
    expect(runs).toEqual([
      ['Widget default/a existed before the watch began'],
      names.map((name) => `ConfigMap default/${name} existed before the watch began`),
    ]);
  });

  test('events while the key is reconciled cause one more run after it', async () => {
    const runs: string[][] = [];
    const going = Promise.withResolvers<void>();
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withOptions({ usePriorityQueue, maxConcurrentReconciles: 3 })
        .watches(configMaps, one)
        .reconcile(async ({ causes }) => {
          runs.push(causes.map(String));
          if (runs.length === 1) await going.promise;
        }),
    ]);
    await env.clock.settle();
    await createAll();
    await env.clock.settle();
    expect(runs).toHaveLength(1);
    going.resolve();
    await env.clock.settle();
    expect(runs.slice(1).map((causes) => causes.toSorted())).toEqual([
      names.map((name) => `ConfigMap default/${name} created`),
    ]);
  });

  test('an event for a key that waits for its next run does not cause a run without a cause', async () => {
    const runs: string[][] = [];
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withOptions({ usePriorityQueue })
        .watches(configMaps, one)
        .reconcile(async ({ causes, client }) => {
          runs.push(causes.map(String));
          if (runs.length > 1) return undefined;
          // The event of the run's own write arrives before the run ends.
          await client.create(configMaps, { metadata: { name: 'own', namespace: 'default' } });
          await env.clock.sleep(1);
          return { requeueAfter: seconds(10) };
        }),
    ]);
    await env.clock.advance(seconds(20));
    expect(runs).toEqual([
      ['Widget default/a existed before the watch began'],
      ['ConfigMap default/own created', 'requeue'],
      // As in client-go: only a queue with priorities knows that the waiting key is queued already.
      ...(usePriorityQueue ? [] : [['requeue']]),
    ]);
  });
});
