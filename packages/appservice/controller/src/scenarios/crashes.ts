import assert from 'node:assert/strict';
import type { AppServiceSpec } from '@appservice/client/batch/v1alpha1';
import { countingTransport, type DeathPoint, dyingTransport, type TestEnvironment } from '@kb/testing';
import { controllers } from '../controllers.ts';
import { type App, appOf } from './app.ts';
import type { Scenario } from './scenario.ts';

const first: AppServiceSpec = { image: 'nginx:1', replicas: 1, ports: [{ name: 'http', port: 80, protocol: 'TCP' }] };
const second: AppServiceSpec = {
  image: 'nginx:2',
  replicas: 2,
  ports: [{ name: 'web', port: 8080, protocol: 'TCP' }],
  envs: [{ name: 'MODE', value: 'b' }],
};

/** A change that the operator reacts to. `begin` runs with a live operator before the change is made. */
interface Change {
  readonly name: string;
  readonly replicas: number;
  begin(env: TestEnvironment, app: App): Promise<void>;
  change(app: App): Promise<unknown>;
}

const changes: readonly Change[] = [
  { name: 'a create', replicas: 1, begin: () => Promise.resolve(), change: (app) => app.create(first) },
  {
    name: 'an update',
    replicas: 2,
    begin: async (env, app) => {
      const operator = await env.startOperator(controllers);
      await app.create(first);
      await app.isAvailable(1);
      await operator.stop();
    },
    change: (app) => app.patch({ ...second }),
  },
  {
    name: 'an update without ports',
    replicas: 1,
    begin: async (env, app) => {
      const operator = await env.startOperator(controllers);
      await app.create(first);
      await app.isAvailable(1);
      await operator.stop();
    },
    change: (app) => app.patch({ image: 'nginx:2', ports: null }),
  },
];

/**
 * Killing the operator after any single write of a change, and starting another one, leads to the same children as
 * without a crash.
 */
export const crashScenarios: readonly Scenario[] = changes.map((change) => ({
  name: `killed after any write of ${change.name}, and restarted, it ends with the same children`,
  run: (env) => exploreCrashes(env, change),
}));

/**
 * How long to wait for further writes after a change. Shorter in real time, where the scenario takes long enough
 * already.
 */
const settleTime = (env: TestEnvironment): number => (env.isEmbedded ? 1000 : 200);

async function exploreCrashes(env: TestEnvironment, change: Change): Promise<void> {
  const { writes, children } = await undisturbed(env, change);
  assert.ok(writes >= 3, `a change takes several writes, there were ${writes}`);
  for (let write = 1; write <= writes; write += 1) {
    for (const point of ['before', 'after'] as const) {
      assert.deepEqual(
        await killedAt(env, change, write, point),
        children,
        `killed ${point} write ${write} of ${writes}`,
      );
    }
  }
}

/** Makes the change with a live operator. Resolves with the number of writes, and the result. */
async function undisturbed(env: TestEnvironment, change: Change): Promise<{ writes: number; children: object }> {
  const app = appOf(env, 'undisturbed');
  await change.begin(env, app);
  const counting = countingTransport(env.operatorTransport);
  const operator = await env.startOperator(controllers, { transport: counting });
  await change.change(app);
  await app.isRolledOut(change.replicas);
  await env.advance(settleTime(env));
  const writes = counting.writes.length;
  const children = await app.children();
  await operator.stop();
  await app.remove();
  return { writes, children };
}

async function killedAt(env: TestEnvironment, change: Change, write: number, point: DeathPoint): Promise<object> {
  const app = appOf(env, `killed-${point}-${write}`);
  await change.begin(env, app);
  const dying = dyingTransport(env.operatorTransport, write, point);
  const victim = await env.startOperator(controllers, { transport: dying, gracefulShutdownTimeout: 0 });
  await change.change(app);
  await env.eventually(async () => {
    // With different timing, fewer writes may be needed; then the operator is killed after the last one.
    if (!dying.dead) await app.checkAvailable(change.replicas);
  });
  await victim.kill();
  const successor = await env.startOperator(controllers);
  await app.isRolledOut(change.replicas);
  await env.advance(settleTime(env));
  const children = await app.children();
  await successor.stop();
  await app.remove();
  return children;
}
