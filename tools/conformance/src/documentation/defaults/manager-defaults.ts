import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { leases } from '@kb/kubernetes/coordination/v1';
import { createManager, type ManagerOptions } from '@kb/runtime';
import { duration, NONE } from './words.ts';

type Optional = Exclude<keyof ManagerOptions, 'client' | 'clock' | 'random' | 'controllers'>;

/** Every optional option of a manager. */
export async function managerDefaults(): Promise<Record<Optional, string>> {
  return {
    controllerDefaults: NONE,
    cache: 'everything',
    clusters: NONE,
    leaderElection: NONE,
    healthServer: NONE,
    metricsServer: NONE,
    webhookServer: NONE,
    metrics: NONE,
    tracer: NONE,
    log: 'silent',
    hostname: await hostname(),
    gracefulShutdownTimeout: duration(await shutdownTimeout()),
  };
}

function parts() {
  const clock = createVirtualClock();
  const random = (): number => 0.5;
  const client = createClient({ transport: createApiServer({ clock, random }).transport, clock });
  return { clock, random, client, controllers: [] };
}

/** The first part of the leader's name. */
async function hostname(): Promise<string> {
  const { clock, client, ...rest } = parts();
  const manager = createManager({ ...rest, clock, client, leaderElection: { id: 'kb', namespace: 'default' } });
  const running = manager.start();
  await clock.settle();
  const { spec } = await client.get(leases, 'default/kb');
  const stopped = manager.stop();
  await clock.runUntilIdle();
  await Promise.all([running, stopped]);
  return spec?.holderIdentity?.replace(/_[^_]*$/, '') ?? '';
}

/** How long a stop waits for a runnable that does not end. */
async function shutdownTimeout(): Promise<number> {
  const { clock, ...rest } = parts();
  const manager = createManager({ ...rest, clock });
  manager.add({ name: 'stubborn', group: 'others', start: () => new Promise(() => undefined) });
  let ended: number | undefined;
  const began = clock.now();
  const running = manager.start().catch(() => {
    ended = clock.now();
  });
  await clock.settle();
  void manager.stop();
  await clock.runUntil(() => ended !== undefined);
  await running;
  return (ended ?? began) - began;
}
