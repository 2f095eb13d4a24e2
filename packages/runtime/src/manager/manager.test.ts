import { type DeepReadonly, internalError, keyOf, type OwnerReference, StatusError } from '@kb/apimachinery';
import { defineResource } from '@kb/apimachinery';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { terminalError } from '../controller/terminal-error.ts';
import { seconds } from '../durations.ts';
import { noAnswer } from '../../test/scenarios/embedded-environment.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { GracefulShutdownTimeoutError } from './grace-period.ts';
import type { Runnable } from './runnable.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const messages = (): string[] => env.lines.map(({ message }) => message);

describe('reconciling', () => {
  test('runs for what is there, and for every change of it', async () => {
    const runs: string[] = [];
    await env.widget('a');
    await env.start([
      controllerFor(widgets).reconcile(({ key, client }) => {
        runs.push(`${key.namespace}/${key.name} ${client.cached(widgets).get(key)?.spec.size ?? '-'}`);
      }),
    ]);
    expect(runs).toEqual(['default/a -']);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.clock.settle();
    await env.client.delete(widgets, 'default/a');
    await env.clock.settle();
    expect(runs.slice(1)).toEqual(['default/a 2', 'default/a -']);
  });

  test('what is thrown is tried again with back-off, which a success ends; other keys go on', async () => {
    const runs: { name: string; at: number }[] = [];
    let broken = true;
    await env.start([
      controllerFor(widgets).reconcile(({ key, now }) => {
        runs.push({ name: key.name, at: now() });
        if (key.name === 'bad' && broken) throw new Error('broken');
      }),
    ]);
    await env.widget('bad');
    const start = env.clock.now();
    await env.clock.advance(60);
    await env.widget('good');
    broken = false;
    await env.clock.advance(seconds(10));
    const at = (name: string): number[] => runs.filter((run) => run.name === name).map((run) => run.at - start);
    expect(at('bad')).toEqual([0, 5, 15, 35, 75]);
    expect(at('good')).toEqual([60]);
    expect(messages().filter((message) => message === 'Reconciler error')).toHaveLength(4);
  });

  test('after a success, failures begin with the shortest wait again', async () => {
    const runs: number[] = [];
    const outcomes = [false, false, false, true, false, true];
    await env.start([
      controllerFor(widgets).reconcile(({ now }) => {
        runs.push(now());
        if (!outcomes[runs.length - 1]) throw new Error('broken');
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(1));
    expect(runs).toHaveLength(4);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.clock.advance(seconds(1));
    const waits = runs.map((at, n) => at - (runs[n - 1] ?? at));
    expect([waits.slice(1, 4), waits[5]]).toEqual([[5, 10, 20], 5]);
  });

  test('a terminal error waits for the next event', async () => {
    let runs = 0;
    await env.start([
      controllerFor(widgets).reconcile(() => {
        runs += 1;
        throw terminalError('hopeless');
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(3600));
    expect(runs).toBe(1);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.clock.advance(seconds(3600));
    expect(runs).toBe(2);
  });

  test('anything may be thrown, at once or later', async () => {
    const thrown: unknown[] = ['text', undefined, null, new Error('later')];
    let runs = 0;
    await env.start([
      controllerFor(widgets).reconcile(() => {
        const next = thrown[runs];
        runs += 1;
        if (runs > thrown.length) return;
        if (next instanceof Error) return Promise.reject(next);
        throw next;
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(10));
    expect(runs).toBe(thrown.length + 1);
  });

  test('requeueAfter runs again at that time, once', async () => {
    const runs: number[] = [];
    await env.start([
      controllerFor(widgets).reconcile(({ now }) => {
        runs.push(now());
        return runs.length === 1 ? { requeueAfter: seconds(30) } : undefined;
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(300));
    expect(runs.map((at) => at - (runs[0] ?? 0))).toEqual([0, 30_000]);
  });

  test('one key is never with two workers; different keys run side by side as far as allowed', async () => {
    const running = new Set<string>();
    let most = 0;
    let runs = 0;
    const controller = controllerFor(widgets)
      .withOptions({ maxConcurrentReconciles: 2 })
      .reconcile(async ({ key }) => {
        expect(running.has(key.name)).toBe(false);
        running.add(key.name);
        most = Math.max(most, running.size);
        runs += 1;
        await env.clock.sleep(100);
        running.delete(key.name);
      });
    await env.start([controller]);
    for (const name of ['a', 'b', 'c']) await env.widget(name);
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 3 } } });
    await env.clock.advance(seconds(10));
    expect([most, runs]).toEqual([2, 4]);
  });

  test('one at a time by default', async () => {
    let running = 0;
    let most = 0;
    await env.start([
      controllerFor(widgets).reconcile(async () => {
        running += 1;
        most = Math.max(most, running);
        await env.clock.sleep(10);
        running -= 1;
      }),
    ]);
    for (const name of ['a', 'b', 'c']) await env.widget(name);
    await env.clock.advance(seconds(1));
    expect(most).toBe(1);
  });

  test('each run has an id of its own, in its log lines too', async () => {
    const ids: string[] = [];
    await env.start([
      controllerFor(widgets).reconcile(({ reconcileID, log }) => {
        ids.push(reconcileID);
        log.info('here');
      }),
    ]);
    await env.widget('a');
    await env.widget('b');
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(env.lines.filter(({ message }) => message === 'here').map(({ values }) => values)).toEqual(
      ['a', 'b'].map((name, at) => ({
        controller: 'widget',
        controllerGroup: 'test.example.com',
        controllerKind: 'Widget',
        Widget: { namespace: 'default', name },
        namespace: 'default',
        name,
        reconcileID: ids[at],
      })),
    );
  });

  test('a reconcile that runs too long is aborted', async () => {
    const reasons: unknown[] = [];
    await env.start([
      controllerFor(widgets)
        .withOptions({ reconciliationTimeout: seconds(1) })
        .reconcile(async ({ signal }) => {
          if (reasons.length > 0) return;
          await env.clock.sleep(seconds(60), signal).catch((error: unknown) => {
            reasons.push(error);
            throw error;
          });
        }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(2));
    expect(reasons).toMatchObject([{ code: 'KB_RECONCILE_TIMEOUT' }]);
  });

  test('a conflict is no error until it lasts', async () => {
    const conflict = new StatusError({ ...internalError('x'), code: 409, reason: 'Conflict' });
    await env.start([controllerFor(widgets).reconcile(() => Promise.reject(conflict))]);
    await env.widget('a');
    await env.clock.advance(seconds(1));
    const said = messages().filter((message) => message.startsWith('Reconcile'));
    expect(said.slice(0, 6)).toEqual([
      ...Array<string>(5).fill('Reconcile overtaken, trying again'),
      'Reconciler error',
    ]);
  });
});

describe('watches', () => {
  const child = (app: DeepReadonly<Widget>): { metadata: { name: string; namespace: string } } => ({
    metadata: { name: `${app.metadata.name}-child`, namespace: 'default' },
  });

  test('an owned object wakes its owner, by its old and by its new owner', async () => {
    const runs: string[] = [];
    const a = await env.widget('a');
    const b = await env.widget('b');
    await env.start([
      controllerFor(widgets)
        .owns(configMaps)
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    runs.length = 0;
    const owner = (of: Widget): OwnerReference => ({
      apiVersion: of.apiVersion,
      kind: of.kind,
      name: of.metadata.name,
      uid: of.metadata.uid,
      controller: true,
    });
    await env.client.create(configMaps, { metadata: { ...child(a).metadata, ownerReferences: [owner(a)] } });
    await env.clock.settle();
    expect(runs).toEqual(['a']);
    await env.client.patch(configMaps, keyOf(child(a)), {
      type: 'merge',
      value: { metadata: { ownerReferences: [owner(b)] } },
    });
    await env.clock.settle();
    expect(runs.slice(1).sort()).toEqual(['a', 'b']);
    await env.client.delete(configMaps, keyOf(child(a)));
    await env.clock.settle();
    expect(runs.slice(3)).toEqual(['b']);
  });

  test('a mapped object wakes what the function answers, which may read the cache', async () => {
    const runs: string[] = [];
    await env.widget('a', { data: { uses: 'shared' } });
    await env.widget('b');
    await env.start([
      controllerFor(widgets)
        .watches(configMaps, (object, { cached }) =>
          cached(widgets)
            .list()
            .filter((widget) => widget.spec.data?.uses === object.metadata.name)
            .map(keyOf),
        )
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    runs.length = 0;
    await env.client.create(configMaps, { metadata: { name: 'shared', namespace: 'default' } });
    await env.client.create(configMaps, { metadata: { name: 'other', namespace: 'default' } });
    await env.clock.settle();
    expect(runs).toEqual(['a']);
  });

  test('events that a predicate drops wake nobody', async () => {
    const runs: string[] = [];
    await env.start([
      controllerFor(widgets)
        .withEventFilter((event) => event.object.metadata.name !== 'hidden')
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    await env.widget('hidden');
    await env.widget('seen');
    expect(runs).toEqual(['seen']);
  });

  test('only what is watched or read is in the cache', async () => {
    const errors: unknown[] = [];
    await env.start([
      controllerFor(widgets)
        .reads(configMaps)
        .indexes(configMaps, 'uses', (object) => Object.values(object.data ?? {}))
        .reconcile(({ client }) => {
          expect(client.cached(configMaps).byIndex('uses', 'x')).toHaveLength(1);
          try {
            client.cached({ ...configMaps, plural: 'secrets', kind: 'Secret' });
          } catch (error) {
            errors.push(error);
          }
        }),
    ]);
    await env.client.create(configMaps, { metadata: { name: 'one', namespace: 'default' }, data: { key: 'x' } });
    await env.clock.settle();
    await env.widget('a');
    expect(errors).toMatchObject([{ name: 'NotCachedError' }]);
    expect(messages()).not.toContain('Reconciler error');
  });

  test('a cache restricted to a namespace knows no other', async () => {
    const runs: string[] = [];
    await env.start([controllerFor(widgets).reconcile(({ key }) => void runs.push(key.name))], {
      cache: { namespaces: ['other'] },
    });
    await env.widget('a');
    expect(runs).toEqual([]);
  });
});

describe('starting and stopping', () => {
  test('no worker runs before the caches of its controller are full', async () => {
    await env.widget('a');
    await env.client.create(configMaps, { metadata: { name: 'one', namespace: 'default' } });
    const seen: number[] = [];
    await env.start([
      controllerFor(widgets)
        .reads(configMaps)
        .reconcile(({ client }) => void seen.push(client.cached(configMaps).list({ namespace: 'default' }).length)),
    ]);
    expect(seen.every((count) => count >= 1)).toBe(true);
    expect(seen).toHaveLength(1);
  });

  test('a kind whose CRD is missing says to install it, in the log at once and where the cache does not fill', async () => {
    const gateways = defineResource({
      group: 'gateway.networking.k8s.io',
      version: 'v1',
      kind: 'Gateway',
      plural: 'gateways',
      namespaced: true,
    });
    const hint =
      'the API server does not serve gateways.gateway.networking.k8s.io in the version v1: install its CRD, with that version (of a kind that is built in: enable its API)';
    const manager = env.manager([
      controllerFor(widgets)
        .owns(gateways)
        .reconcile(() => undefined),
    ]);
    const running = manager.start();
    running.catch(() => undefined);
    await env.clock.advance(seconds(1));
    const line = env.lines.find(({ message }) => message === 'Failed to list and watch');
    expect(line?.values).toMatchObject({ resource: 'gateways', hint });
    await env.clock.advance(seconds(121));
    await expect(running).rejects.toThrow(hint);
    await expect(running).rejects.toThrow('controller widget: kind source: Gateway did not sync within 120 s');
  });

  test('a cache that does not fill says which and why', async () => {
    env.intercept = (request) =>
      request.path.includes('configmaps')
        ? json(403, {
            kind: 'Status',
            status: 'Failure',
            reason: 'Forbidden',
            code: 403,
            message: 'configmaps is forbidden',
          })
        : undefined;
    const manager = env.manager([
      controllerFor(widgets)
        .owns(configMaps)
        .reconcile(() => undefined),
    ]);
    const running = manager.start();
    running.catch(() => undefined);
    await env.clock.advance(seconds(121));
    await expect(running).rejects.toThrow(
      'controller widget: kind source: ConfigMap did not sync within 120 s: configmaps is forbidden',
    );
    await expect(manager.ready).rejects.toMatchObject({ code: 'KB_CACHE_SYNC_TIMEOUT' });
  });

  test('stopping while the caches fill is no error', async () => {
    env.intercept = (_, signal) => noAnswer(signal);
    const manager = env.manager([controllerFor(widgets).reconcile(() => undefined)]);
    const running = manager.start();
    await env.clock.settle();
    env.intercept = undefined;
    const stopping = manager.stop();
    await env.clock.settle();
    await stopping;
    await expect(running).resolves.toBeUndefined();
  });

  test('stopping lets a running reconcile end, runs no other, and takes no event any more', async () => {
    const runs: string[] = [];
    const manager = env.manager([
      controllerFor(widgets).reconcile(async ({ key, signal }) => {
        await env.clock.sleep(seconds(20), signal);
        runs.push(key.name);
      }),
    ]);
    const end = new AbortController();
    const running = manager.start(end.signal);
    await env.clock.settle();
    await env.widget('a');
    await env.widget('b');
    end.abort();
    await env.clock.advance(seconds(25));
    await running;
    expect(runs).toEqual(['a']);
    await env.widget('c');
    await env.clock.advance(seconds(60));
    expect(runs).toEqual(['a']);
  });

  test('what outlasts the grace period is aborted, and said', async () => {
    const reasons: unknown[] = [];
    const manager = env.manager(
      [
        controllerFor(widgets).reconcile(async ({ signal }) => {
          await env.clock.sleep(seconds(3600), signal).catch((error: unknown) => void reasons.push(error));
        }),
      ],
      { gracefulShutdownTimeout: seconds(5) },
    );
    const running = manager.start();
    await env.clock.settle();
    await env.widget('a');
    void manager.stop();
    running.catch(() => undefined);
    await env.clock.advance(seconds(5));
    await expect(running).rejects.toMatchObject({
      code: 'KB_GRACEFUL_SHUTDOWN_TIMEOUT',
      message: 'not everything ended within the grace period of 5 s; still running: controller widget',
    });
    expect(reasons).toMatchObject([{ code: 'KB_GRACEFUL_SHUTDOWN_TIMEOUT' }]);
  });

  test('without a grace period nothing is waited for', async () => {
    const manager = env.manager(
      [controllerFor(widgets).reconcile(({ signal }) => env.clock.sleep(seconds(3600), signal))],
      { gracefulShutdownTimeout: 0 },
    );
    const running = manager.start();
    await env.clock.settle();
    await env.widget('a');
    void manager.stop();
    await env.clock.advance(1);
    await expect(running).resolves.toBeUndefined();
  });

  test('what several runnables fail with in the same moment is told together', async () => {
    const manager = env.manager([]);
    const failing = (name: string, start: Runnable['start']): void => manager.add({ name, group: 'others', start });
    failing('a', () => Promise.reject(new Error('a failed')));
    failing('b', () => Promise.reject(new Error('b failed')));
    failing('c', () => {
      throw new Error('c failed at once');
    });
    const error = await manager.start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AggregateError);
    const told = error instanceof AggregateError ? error.errors.map(String).toSorted() : [];
    expect(told).toEqual(['Error: a failed', 'Error: b failed', 'Error: c failed at once']);
  });

  test('a manager is started once; names of controllers are unique', async () => {
    const controller = controllerFor(widgets).reconcile(() => undefined);
    const manager = await env.start([controller]);
    await expect(manager.start()).rejects.toThrow('manager already started');
    expect(() => env.manager([controller, controller])).toThrow('two controllers are named "widget"');
  });

  test('one controller can run in two managers', async () => {
    let runs = 0;
    const controller = controllerFor(widgets).reconcile(() => void (runs += 1));
    await env.start([controller]);
    await env.start([controller]);
    await env.widget('a');
    expect(runs).toBe(2);
  });
});

function json(status: number, body: object): { status: number; headers: Record<string, string>; body: Uint8Array } {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

describe('a reconcile that its worker has given up', () => {
  const lease = { namespace: 'default', name: 'op' };
  const leaderElection = { id: lease.name, namespace: lease.namespace, releaseOnCancel: true };
  const holder = async (): Promise<string> => (await env.client.get(leases, lease)).spec?.holderIdentity ?? '';

  /** Starts a controller with a reconcile that ignores its signal, and stops it when that is given up. */
  async function stopWithOneGivenUp(
    stuck: Promise<void>,
  ): Promise<{ running: Promise<void>; isStopped: () => boolean }> {
    await env.widget('a');
    const controller = controllerFor(widgets)
      .withOptions({ reconciliationTimeout: seconds(1) })
      .reconcile(() => stuck);
    const manager = env.manager([controller], { leaderElection });
    const running = manager.start();
    running.catch(() => undefined);
    await env.clock.advance(seconds(4));
    let stopped = false;
    void manager.stop().then(() => {
      stopped = true;
    });
    await env.clock.advance(seconds(29));
    return { running, isStopped: () => stopped };
  }

  test('is still waited for by a stop, and the lease is held until it ends', async () => {
    const stuck = Promise.withResolvers<void>();
    const { running, isStopped } = await stopWithOneGivenUp(stuck.promise);
    expect([isStopped(), await holder()]).toEqual([false, expect.stringContaining('_')]);
    stuck.resolve();
    await env.clock.settle();
    await running;
    expect([isStopped(), await holder()]).toEqual([true, '']);
  });

  test('makes the stop fail when it does not end, and the lease is not given away', async () => {
    const { running, isStopped } = await stopWithOneGivenUp(new Promise(() => undefined));
    await env.clock.advance(seconds(1));
    await expect(running).rejects.toThrow(GracefulShutdownTimeoutError);
    expect([isStopped(), await holder()]).toEqual([true, expect.stringContaining('_')]);
  });
});
