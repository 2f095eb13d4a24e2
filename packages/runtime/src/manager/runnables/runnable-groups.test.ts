import { expect, test } from 'vitest';
import { aborted } from '../../abort-scope.ts';
import { silentLogger } from '../../log/logger.ts';
import type { Runnable, RunnableGroupName } from './runnable.ts';
import { createRunnableGroups, type RunnableGroups } from './runnable-groups.ts';

const doNothing = (): void => undefined;

const names: readonly RunnableGroupName[] = [
  'leader-election',
  'warmup',
  'others',
  'caches',
  'webhooks',
  'http-servers',
];

/** One runnable in each group. One of `slow` ends only after `release` was called. */
function setting(slow: readonly RunnableGroupName[] = []): {
  readonly groups: RunnableGroups;
  readonly happened: string[];
  readonly release: () => void;
} {
  const happened: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const groups = createRunnableGroups({
    log: silentLogger,
    hardStop: new AbortController().signal,
    onError: (error, { name }) => void happened.push(`${name} failed: ${String(error)}`),
  });
  for (const name of names) {
    const runnable: Runnable = {
      name,
      group: name,
      start: async (signal) => {
        happened.push(`${name} starts`);
        await aborted(signal);
        if (slow.includes(name)) await released;
        happened.push(`${name} ends`);
      },
    };
    groups.add(runnable);
  }
  return { groups, happened, release };
}

test('servers and caches start before what needs them, and stop after it; the leader starts when it is elected', async () => {
  const { groups, happened } = setting();
  await groups.startAll(() => void happened.push('before the caches'));
  await groups.startLeading();
  expect(happened).toEqual([
    'http-servers starts',
    'webhooks starts',
    'before the caches',
    'caches starts',
    'others starts',
    'warmup starts',
    'leader-election starts',
  ]);
  await groups.stopAll();
  expect(happened.slice(7)).toEqual([
    'warmup ends',
    'others ends',
    'leader-election ends',
    'caches ends',
    'webhooks ends',
    'http-servers ends',
  ]);
  expect([groups.hasEnded(), groups.unended()]).toEqual([true, []]);
});

test('a candidate that is elected while an earlier group still stops starts nothing', async () => {
  const { groups, happened, release } = setting(['others']);
  await groups.startAll(() => undefined);
  const stopping = groups.stopAll();
  await groups.startLeading();
  release();
  await stopping;
  expect(happened).not.toContain('leader-election starts');
  expect(groups.hasEnded()).toBe(true);
});

test('no further group starts after the stop began', async () => {
  const { groups, happened } = setting();
  const starting = groups.startAll(() => void happened.push('before the caches'));
  await Promise.all([groups.stopAll(), starting]);
  expect(happened).toEqual(['http-servers starts', 'http-servers ends']);
});

test.each([
  [{ name: '', group: 'others', start: doNothing }, 'a runnable'],
  [{ name: 'a', group: 'no-such', start: doNothing }, 'runnable a: group'],
  [{ name: 'a', group: 'others' }, 'runnable a: start'],
  [{ name: 'a', group: 'others', start: doNothing, ready: true }, 'runnable a: ready'],
])('refuses a value that is not a runnable, and says why: %#', (runnable, message) => {
  expect(() => setting().groups.add(runnable as unknown as Runnable)).toThrow(message);
});
