import { internalError, StatusError } from '@kb/apimachinery';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { terminalError } from '../controller/terminal-error.ts';
import { seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const messages = (): string[] => env.lines.map(({ message }) => message);

describe('reconciling', () => {
  test('runs for existing objects, and for every change of them', async () => {
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

  test('an error is retried with back-off until a success; other keys continue', async () => {
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

  test('after a success, back-off begins with the shortest wait again', async () => {
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

  test('one key never has two workers; different keys run concurrently up to the limit', async () => {
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

  test('each run has its own id, in its log lines too', async () => {
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

  test('a conflict is not an error until it lasts', async () => {
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
