import { defineResource } from '@kb/apimachinery';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { noAnswer } from '../../test/scenarios/embedded-environment.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { GracefulShutdownTimeoutError } from './grace-period.ts';
import type { Runnable } from './runnables/runnable.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
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

  test('a missing CRD is reported with the hint to install it, in the log at once and in the sync timeout', async () => {
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
    await expect(running).rejects.toThrow('controller widget: watch source: Gateway did not sync within 120 s');
  });

  test('a cache that does not fill is an error that says which and why', async () => {
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
      'controller widget: watch source: ConfigMap did not sync within 120 s: configmaps is forbidden',
    );
    await expect(manager.ready).rejects.toMatchObject({ code: 'KB_CACHE_SYNC_TIMEOUT' });
  });

  test('stopping while the caches fill is not an error', async () => {
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

  test('stopping lets a running reconcile end, starts no other, and takes no more events', async () => {
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

  test('a reconcile that outlasts the grace period is aborted and reported', async () => {
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

  test('without a grace period a stop waits for nothing', async () => {
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

  test('errors of several runnables in the same moment are reported together', async () => {
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

describe('a reconcile that its worker gave up', () => {
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

  test('makes the stop fail when it does not end, and the lease is not released', async () => {
    const { running, isStopped } = await stopWithOneGivenUp(new Promise(() => undefined));
    await env.clock.advance(seconds(1));
    await expect(running).rejects.toThrow(GracefulShutdownTimeoutError);
    expect([isStopped(), await holder()]).toEqual([true, expect.stringContaining('_')]);
  });
});
