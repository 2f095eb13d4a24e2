import { keyOf } from '@kb/apimachinery';
import { createVirtualClock } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCluster } from '../../cluster/create-cluster.ts';
import { seconds } from '../../durations.ts';
import { createRuntimeMetrics } from '../../metrics/runtime-metrics.ts';
import { createRateLimitingQueue } from '../../queue/rate-limiting-queue.ts';
import { type Embedded, startEmbedded } from '../../test-support/embedded.ts';
import { widgets } from '../../test-support/widgets.ts';
import { metricValue } from '../../test-support/metric-value.ts';
import type { SpanAttributes, Tracer } from '@kb/client';
import { controllerFor } from '../builder.ts';
import { asReconciler, type ReconcileContext } from '../controller.ts';
import { generationChanged } from '../watch/predicates.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const linesOf = (message: string) => env.lines.filter((line) => line.message === message);

describe('the context of a reconciler', () => {
  test('has the causes, also in the log', async () => {
    const told: string[][] = [];
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .watches(configMaps, (map) => (map.metadata.name === 'kick' ? [{ namespace: 'default', name: 'a' }] : []))
        .reconcile(async ({ causes, attempt, priority }) => {
          told.push([...causes.map(String), `attempt ${attempt}`, `priority ${priority}`]);
          if (told.length === 2) throw new Error('broken');
          return told.length === 3 ? { requeueAfter: seconds(1) } : undefined;
        }),
    ]);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.clock.advance(seconds(2));
    await env.client.create(configMaps, { metadata: { name: 'kick', namespace: 'default' } });
    await env.clock.settle();
    expect(told).toEqual([
      ['Widget default/a existed before the watch began', 'attempt 0', 'priority -100'],
      ['Widget default/a updated: spec.size', 'attempt 0', 'priority 0'],
      ['retry after an error', 'attempt 1', 'priority 0'],
      ['requeue', 'attempt 0', 'priority 0'],
      ['ConfigMap default/kick created', 'attempt 0', 'priority 0'],
    ]);
    expect(linesOf('Reconciling').map(({ values }) => values['causes'])).toEqual(told.map(([cause]) => [cause]));
    expect(linesOf('Reconcile done, requeueing after 1s')).toHaveLength(1);
    expect(linesOf('Reconcile successful')).toHaveLength(3);
  });

  test('has no causes for filtered events, which are logged in a debug line', async () => {
    const told: string[] = [];
    await env.start([
      controllerFor(widgets, { predicates: [generationChanged] }).reconcile(
        ({ causes }) => void told.push(causes.join()),
      ),
    ]);
    await env.widget('a');
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { labels: { x: 'y' } } } });
    await env.clock.settle();
    expect(told).toEqual(['Widget default/a created']);
    expect(
      linesOf('Event filtered by a predicate').map(({ level, values }) => [level, values['source'], values['event']]),
    ).toEqual([['debug', 'watch source: Widget', 'Widget default/a updated: metadata.labels.x']]);
  });

  test('a resync has low priority, and is marked as one', async () => {
    const told: string[] = [];
    await env.widget('a');
    await env.start(
      [controllerFor(widgets).reconcile(({ causes, priority }) => void told.push(`${causes.join()} ${priority}`))],
      { cache: { syncPeriod: seconds(100) } },
    );
    await env.clock.advance(seconds(120));
    expect(told).toEqual(['Widget default/a existed before the watch began -100', 'Widget default/a resynced -100']);
  });

  test('asReconciler passes the object itself', async () => {
    const sizes: (number | undefined)[] = [];
    await env.widget('a', { size: 3 });
    await env.start([
      controllerFor(widgets).reconcile(asReconciler(widgets, (widget) => void sizes.push(widget.spec.size))),
    ]);
    await env.client.delete(widgets, 'default/a');
    await env.clock.settle();
    expect(sizes).toEqual([3]);
    expect(linesOf('Reconcile successful')).toHaveLength(2);
  });

  test('a context that is kept has the same values after its run', async () => {
    const kept: ReconcileContext[] = [];
    await env.widget('a');
    await env.start([controllerFor(widgets).reconcile((context) => void kept.push(context))]);
    const [context] = kept;
    expect([context?.key, context?.reconcileID]).toEqual([{ namespace: 'default', name: 'a' }, context?.reconcileID]);
    expect(context?.client).toBe(context?.client);
    expect(context?.now()).toBe(env.clock.now());
  });
});

describe('log lines', () => {
  test("at a start and a stop have controller-runtime's messages and keys", async () => {
    const manager = await env.start([
      controllerFor(widgets)
        .withOptions({ maxConcurrentReconciles: 2 })
        .reconcile(() => undefined),
    ]);
    const stopping = manager.stop();
    await env.clock.settle();
    await stopping;
    const controller = { controller: 'widget', controllerGroup: 'test.example.com', controllerKind: 'Widget' };
    const own = env.lines.filter(({ values }) => values['controller'] === 'widget');
    expect(own.map(({ message, values }) => [message, values])).toEqual([
      ['Starting EventSource', { ...controller, source: 'watch source: Widget' }],
      ['Starting Controller', controller],
      ['Starting workers', { ...controller, 'worker count': 2 }],
      ['Shutdown signal received, waiting for all workers to finish', controller],
      ['All workers finished', controller],
    ]);
  });

  test('a hanging reconcile is logged with its name and timeout; its worker continues with other keys', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b']) await env.widget(name);
    const stuck = Promise.withResolvers<void>();
    await env.start([
      controllerFor(widgets)
        .withOptions({ reconciliationTimeout: seconds(5) })
        .reconcile(({ reconcileID }) => {
          ids.push(reconcileID);
          return ids.length === 1 ? stuck.promise : undefined;
        }),
    ]);
    await env.clock.advance(seconds(10) - 1);
    expect([ids.length, env.lines.filter(({ message }) => message.startsWith('Warning'))]).toEqual([1, []]);
    await env.clock.advance(1);
    expect(ids).toHaveLength(2);
    const key = { namespace: 'default', name: 'a' };
    expect(
      linesOf('Warning: a reconcile does not end although it was aborted; its worker continues with other keys').map(
        ({ values }) => values,
      ),
    ).toEqual([
      {
        controller: 'widget',
        controllerGroup: 'test.example.com',
        controllerKind: 'Widget',
        Widget: key,
        ...key,
        reconcileID: ids[0],
        timeoutMs: 5000,
      },
    ]);
    stuck.resolve();
    await env.clock.settle();
  });

  test('a custom logger is used', async () => {
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withLogConstructor((log, key) => log.with({ mine: key?.name ?? 'controller' }))
        .reconcile(({ log }) => log.info('here')),
    ]);
    expect(linesOf('Starting Controller')[0]?.values).toMatchObject({ mine: 'controller' });
    const [line] = linesOf('here');
    expect(line?.values).toMatchObject({ mine: 'a', reconcileID: expect.any(String) });
    expect(line?.values).not.toHaveProperty('Widget');
  });
});

describe('options', () => {
  test('concurrency of a kind comes from the manager', async () => {
    let running = 0;
    let most = 0;
    for (const name of ['a', 'b', 'c', 'd']) await env.widget(name);
    const controller = controllerFor(widgets).reconcile(async () => {
      running += 1;
      most = Math.max(most, running);
      await env.clock.sleep(10);
      running -= 1;
    });
    await env.start([controller], { controllerDefaults: { groupKindConcurrency: { 'Widget.test.example.com': 3 } } });
    await env.clock.advance(100);
    expect(most).toBe(3);
  });

  test('a custom queue is used', async () => {
    const asked: string[] = [];
    let runs = 0;
    await env.widget('a');
    await env.start([
      controllerFor(widgets)
        .withOptions({
          newQueue: ({ name, clock, limiter, measures }) => {
            asked.push(name);
            return createRateLimitingQueue(clock, limiter, measures);
          },
        })
        .reconcile(({ priority }) => {
          expect(priority).toBe(0);
          runs += 1;
        }),
    ]);
    expect([asked, runs]).toEqual([['widget'], 1]);
  });

  test('two controllers may have one name when that is allowed', async () => {
    const twice = [1, 2].map(() => controllerFor(widgets).reconcile(() => undefined));
    expect(() => env.manager(twice)).toThrow('two controllers are named "widget"');
    await env.start(twice, { controllerDefaults: { skipNameValidation: true } });
  });
});

describe('clusters', () => {
  test('a watch in another cluster wakes a controller of this one', async () => {
    const other = await startEmbedded();
    const cluster = createCluster({ name: 'other', client: other.client, clock: env.clock, random: () => 0.5 });
    const keys: string[] = [];
    const manager = await env.start(
      [
        controllerFor(widgets)
          .watches(configMaps, (map, { cached }) => (cached(configMaps).get(keyOf(map)) ? [keyOf(map)] : []), {
            cluster: 'other',
          })
          .reconcile(({ key, cluster }) => {
            keys.push(`${key.name} ${cluster('other').cache.cached(configMaps).list().length}`);
          }),
      ],
      { clusters: [cluster] },
    );
    await other.client.create(configMaps, { metadata: { name: 'there', namespace: 'default' } });
    await env.clock.settle();
    await env.client.create(configMaps, { metadata: { name: 'here', namespace: 'default' } });
    await env.clock.settle();
    expect(keys).toEqual(['there 1']);
    const stopping = manager.stop();
    await env.clock.settle();
    await stopping;
    await other.stop();
  });

  test('an unknown cluster is an error that names it', async () => {
    const controller = controllerFor(widgets)
      .watches(configMaps, () => [], { cluster: 'nowhere' })
      .reconcile(() => undefined);
    expect(() => env.manager([controller])).toThrow(
      'controller widget: watch of configmaps: there is no cluster "nowhere" in this manager: ManagerOptions.clusters has none besides its own',
    );
  });
});

describe('tracing', () => {
  test('each reconcile has a span with its key, its queue wait, and whether it failed', async () => {
    const spans: { name: string; attributes: SpanAttributes; error?: unknown }[] = [];
    const tracer: Tracer = {
      span: (name, attributes, work) => {
        const span: (typeof spans)[number] = { name, attributes };
        spans.push(span);
        return work({ set: () => undefined, fail: (error) => Object.assign(span, { error }) });
      },
    };
    const broken = new Error('broken');
    for (const name of ['a', 'b']) await env.widget(name);
    await env.start(
      [
        controllerFor(widgets).reconcile(async ({ key, attempt }) => {
          if (key.name === 'a' && attempt === 0) {
            await env.clock.sleep(2000);
            throw broken;
          }
        }),
      ],
      { tracer },
    );
    await env.clock.advance(seconds(10));
    const about = { controller: 'widget', namespace: 'default', reconcileID: expect.any(String), priority: -100 };
    expect(spans.filter(({ name }) => name === 'reconcile')).toEqual([
      { name: 'reconcile', attributes: { ...about, name: 'a', attempt: 0, queueWaitSeconds: 0 }, error: broken },
      { name: 'reconcile', attributes: { ...about, name: 'b', attempt: 0, queueWaitSeconds: 2 } },
      { name: 'reconcile', attributes: { ...about, name: 'a', attempt: 1, queueWaitSeconds: 0 } },
    ]);
  });
});

describe('many keys', () => {
  test('all are reconciled once, in order, and timers run in between', async () => {
    const clock = createVirtualClock();
    const count = 3000;
    const metrics = createRuntimeMetrics({ clock });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        env.client.create(widgets, { metadata: { name: `w${index}`, namespace: 'default' }, spec: {} }),
      ),
    );
    let runs = 0;
    let turns = 0;
    let turning = true;
    const turn = (): void => {
      turns += 1;
      if (turning) setImmediate(turn);
    };
    const done = Promise.withResolvers<void>();
    const keys = Array.from({ length: count }, (_, index) => ({ name: `k${index}` }));
    await env.start(
      [
        controllerFor(widgets)
          .watches(configMaps, (map) => (map.metadata.name === 'all' ? keys : []))
          .reconcile(async ({ key }) => {
            if (!key.name.startsWith('k')) return;
            if (runs === 0) turn();
            runs += 1;
            if (runs === count) done.resolve();
          }),
      ],
      { metrics },
    );
    await env.client.create(configMaps, { metadata: { name: 'all', namespace: 'default' } });
    await done.promise;
    turning = false;
    expect(turns).toBeGreaterThanOrEqual(5);
    await env.clock.settle();
    expect(runs).toBe(count);
    const adds = await metricValue(metrics, 'workqueue_adds_total{name="widget",controller="widget"}');
    expect(adds).toBe(count + 30);
  });
});

describe('a custom rate limiter', () => {
  test.each<[unknown, string]>([
    [Number.NaN, 'when must return a number of milliseconds, got NaN'],
    ['5s', 'when must return a number of milliseconds, got "5s"'],
    [Infinity, 'when must return a number of milliseconds, got Infinity'],
    [undefined, 'when must return a number of milliseconds, got undefined'],
  ])('that returns %s is named in an error, and the key is retried with the usual back-off', async (answer, why) => {
    const at: number[] = [];
    await env.widget('a');
    const began = env.clock.now();
    await env.start([
      controllerFor(widgets)
        .withOptions({
          // A program without types may return anything.
          rateLimiter: () => ({ when: () => answer as number, forget: () => undefined, numRequeues: () => 0 }),
        })
        .reconcile(() => {
          at.push(env.clock.now() - began);
          throw new Error('again');
        }),
    ]);
    await env.clock.advance(40);
    expect(at).toEqual([0, 5, 15, 35]);
    const [first] = linesOf('Rate limiter failed: the usual back-off is taken');
    expect(first).toMatchObject({ level: 'error', values: { Widget: { namespace: 'default', name: 'a' } } });
    expect(first?.error).toMatchObject({
      name: 'RateLimiterError',
      code: 'KB_RATE_LIMITER_ANSWER',
      message: `controller widget: rateLimiter: ${why}`,
    });
  });
});

test.each([
  [{ priority: Number.NaN }, 'queue.add: priority must be a finite number, got NaN'],
  [{ after: '5s' }, 'queue.add: after must be a finite number, got "5s"'],
  [{ after: Infinity }, 'queue.add: after must be a finite number, got Infinity'],
])('a handler that adds a key with %j gets the error, and others continue', async (options, message) => {
  const ran: string[] = [];
  await env.start([
    controllerFor(widgets)
      .watches(widgets, {
        // Called as a program without types may do.
        create: ({ object }, queue) => queue.add(keyOf(object), options as never),
      })
      .reconcile(({ key }) => void ran.push(key.name)),
  ]);
  await env.widget('a');
  expect(ran).toEqual(['a']);
  expect(linesOf('Event handler failed')[0]?.error).toMatchObject({ message });
});
