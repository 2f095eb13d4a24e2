import { defineResource } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { minutes, seconds } from '../durations.ts';
import { type ControllerDefaults, type ControllerOptions, resolveControllerOptions } from './controller-options.ts';

const replicaSets = defineResource({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
});
const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });

const resolve = (options: ControllerOptions = {}, defaults?: ControllerDefaults, resource = replicaSets) =>
  resolveControllerOptions({ name: 'x', resource, options }, defaults);

test('the documented defaults', () => {
  const { rateLimiter, ...rest } = resolve();
  expect(rest).toEqual({
    maxConcurrentReconciles: 1,
    cacheSyncTimeout: minutes(2),
    recoverPanic: true,
    needLeaderElection: true,
    enableWarmup: false,
    usePriorityQueue: true,
    reconciliationTimeout: 0,
    skipNameValidation: false,
    loopGuard: {},
    fieldManager: 'x-controller',
  });
  expect(rateLimiter(() => 0).when('a')).toBe(5);
});

test.each<{ what: string; own?: ControllerOptions; defaults?: ControllerDefaults; core?: boolean; want: number }>([
  {
    what: "the controller's own",
    own: { maxConcurrentReconciles: 3 },
    defaults: { groupKindConcurrency: { 'ReplicaSet.apps': 5 } },
    want: 3,
  },
  {
    what: "its kind's",
    defaults: { groupKindConcurrency: { 'ReplicaSet.apps': 5 }, maxConcurrentReconciles: 9 },
    want: 5,
  },
  { what: "another kind's does not apply", defaults: { groupKindConcurrency: { ReplicaSet: 5 } }, want: 1 },
  { what: 'a core kind has no group', defaults: { groupKindConcurrency: { Pod: 5 } }, core: true, want: 5 },
  { what: "the manager's", defaults: { maxConcurrentReconciles: 9 }, want: 9 },
])('concurrency: $what: $want', ({ own, defaults, core, want }) => {
  expect(resolve(own, defaults, core ? pods : replicaSets).maxConcurrentReconciles).toBe(want);
});

test("a controller's options override the manager's, even with false", () => {
  const defaults: ControllerDefaults = {
    recoverPanic: false,
    needLeaderElection: false,
    enableWarmup: true,
    usePriorityQueue: false,
    reconciliationTimeout: seconds(5),
    cacheSyncTimeout: seconds(5),
    skipNameValidation: true,
    loopGuard: false,
  };
  expect(resolve({}, defaults)).toMatchObject(defaults);
  const own: ControllerOptions = {
    recoverPanic: true,
    needLeaderElection: true,
    enableWarmup: false,
    usePriorityQueue: true,
    reconciliationTimeout: 0,
    cacheSyncTimeout: seconds(9),
    skipNameValidation: false,
    loopGuard: { after: 3 },
  };
  expect(resolve(own, defaults)).toMatchObject(own);
});

test('without priorities the limit over all keys applies too', () => {
  const most = (options: ControllerOptions): number => {
    const limiter = resolve(options).rateLimiter(() => 0);
    return Math.max(...Array.from({ length: 150 }, (_, index) => limiter.when(`${index}`)));
  };
  expect(most({})).toBe(5);
  expect(most({ usePriorityQueue: false })).toBeCloseTo(5000);
});
