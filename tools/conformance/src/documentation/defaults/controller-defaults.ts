import { type KubernetesObject, metadataOf } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { ControllerOptions } from '@kb/runtime';
import { EventCause } from '../../../../../packages/runtime/src/controller/causes/causes.ts';
import { resolveControllerOptions } from '../../../../../packages/runtime/src/controller/controller-options.ts';
import { createLoopGuard } from '../../../../../packages/runtime/src/controller/loop-guard/loop-guard.ts';
import { duration } from './words.ts';

/** Every option of a controller. */
export async function controllerDefaults(): Promise<Record<keyof ControllerOptions, string>> {
  const resolved = resolveControllerOptions({ name: '<name>', resource: pods, options: {} });
  const { newQueue, logConstructor, usePriorityQueue, loopGuard } = resolved;
  return {
    maxConcurrentReconciles: String(resolved.maxConcurrentReconciles),
    reconciliationTimeout: String(resolved.reconciliationTimeout),
    cacheSyncTimeout: duration(resolved.cacheSyncTimeout),
    needLeaderElection: String(resolved.needLeaderElection),
    enableWarmup: String(resolved.enableWarmup),
    recoverPanic: String(resolved.recoverPanic),
    usePriorityQueue: String(usePriorityQueue),
    skipNameValidation: String(resolved.skipNameValidation),
    loopGuard: loopGuard === false ? 'false' : loop(createLoopGuard(loopGuard)),
    rateLimiter: backoff(resolved.rateLimiter(() => 0)),
    newQueue: newQueue ? 'another' : usePriorityQueue ? 'the priority queue' : 'a plain queue',
    logConstructor: logConstructor ? 'another' : 'the object, namespace, name',
    fieldManager: resolved.fieldManager,
  };
}

/** The delays of a key that fails repeatedly. */
function backoff(limiter: ReturnType<ReturnType<typeof resolveControllerOptions>['rateLimiter']>): string {
  const waits = Array.from({ length: 40 }, () => limiter.when('a'));
  const [first = 0, second = 0, third = 0] = waits;
  const growth = second === 2 * first && third === 2 * second ? 'doubling' : 'otherwise';
  return `${duration(first)}, ${growth}, to ${Math.max(...waits) / 1000} s`;
}

/**
 * The number of runs with a flipping label after which the guard acts, its maximum delay, and the number of runs with a
 * counting label that are not delayed.
 */
function loop(guard: ReturnType<typeof createLoopGuard>): string {
  const turns = playLoop(guard, 'turns', (run) => `${run % 2}`);
  const counter = playLoop(guard, 'counter', (run) => `${run}`);
  return `${turns.first} runs, ${duration(turns.delay)}, ${counter.first - 1} runs`;
}

/**
 * Lets a controller wake itself by writing a label repeatedly; returns the first delayed run, and the last delay.
 */
function playLoop(
  guard: ReturnType<typeof createLoopGuard>,
  name: string,
  labelOf: (run: number) => string,
): { readonly first: number; readonly delay: number } {
  const object = (run: number): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: '1',
      resourceVersion: `${run}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { x: labelOf(run) },
    },
  });
  const item = `default/${name}`;
  let first = 0;
  let delay = 0;
  for (let run = 1; run <= 300; run += 1) {
    guard.wrote(item, object(run));
    guard.ended(item);
    const event = { type: 'update', objectOld: object(run - 1), object: object(run) } as const;
    const found = guard.check(item, [new EventCause('watch source: Pod', metadataOf(pods), event)]);
    if (!found?.delay) continue;
    first ||= run;
    ({ delay } = found);
  }
  return { first, delay };
}
