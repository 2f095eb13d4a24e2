import { expect, test } from 'vitest';
import { aborted } from '../../abort-scope.ts';
import { silentLogger } from '../../log/logger.ts';
import { createRunnableGroup, type RunnableGroup } from './runnable-group.ts';
import type { Runnable } from './runnable.ts';

function group(): { readonly group: RunnableGroup; readonly happened: string[]; readonly hardStop: AbortController } {
  const happened: string[] = [];
  const hardStop = new AbortController();
  return {
    happened,
    hardStop,
    group: createRunnableGroup({
      name: 'others',
      log: silentLogger,
      hardStop: hardStop.signal,
      onError: (error, { name }) => void happened.push(`${name} failed: ${String(error)}`),
    }),
  };
}

const runnable = (name: string, happened: string[], more: Partial<Runnable> = {}): Runnable => ({
  name,
  group: 'others',
  start: async (signal) => {
    happened.push(`${name} starts`);
    await aborted(signal);
    happened.push(`${name} ends`);
  },
  ...more,
});

test('starts the added runnables, then later ones; stops all; takes no more', async () => {
  const { group: made, happened } = group();
  made.add(runnable('a', happened));
  expect(happened).toEqual([]);
  await made.start();
  made.add(runnable('b', happened));
  expect(happened).toEqual(['a starts', 'b starts']);
  await made.start();
  expect([happened.length, made.hasEnded()]).toEqual([2, false]);
  await made.stop();
  expect([happened.slice(2), made.hasEnded()]).toEqual([['a ends', 'b ends'], true]);
  expect(() => made.add(runnable('c', happened))).toThrow(expect.objectContaining({ code: 'KB_MANAGER_STOPPING' }));
});

test('has started when all are ready; stopping ends the wait', async () => {
  const { group: made, happened } = group();
  const ready = Promise.withResolvers<void>();
  made.add(runnable('a', happened, { ready: () => ready.promise }));
  made.add(runnable('b', happened, { ready: () => new Promise(() => undefined) }));
  let started = false;
  const starting = made.start().then(() => {
    started = true;
  });
  ready.resolve();
  await Promise.resolve();
  expect(started).toBe(false);
  await made.stop();
  await starting;
  expect(happened).toEqual(['a starts', 'b starts', 'a ends', 'b ends']);
});

test.each([
  ['sealed', (made: RunnableGroup) => Promise.resolve(made.seal())],
  ['stopped', (made: RunnableGroup) => made.stop()],
])('a group that was %s before it started never starts', async (_name, end) => {
  const { group: made, happened } = group();
  made.add(runnable('a', happened));
  await end(made);
  await made.start();
  expect([happened, made.hasEnded()]).toEqual([[], true]);
});

test('a runnable that outlasts the hard stop is not waited for, and has not ended', async () => {
  const { group: made, happened, hardStop } = group();
  made.add(runnable('a', happened, { start: () => new Promise(() => undefined) }));
  await made.start();
  expect(made.unended()).toEqual([]);
  const stopping = made.stop();
  hardStop.abort();
  await stopping;
  expect([made.hasEnded(), made.unended()]).toEqual([false, ['a']]);
});

test.each<[string, Partial<Runnable>, string[]]>([
  ['rejecting', { start: () => Promise.reject(new Error('broken')) }, ['a failed: Error: broken']],
  [
    'throwing at once',
    {
      start: () => {
        throw new Error('broken');
      },
    },
    ['a failed: Error: broken'],
  ],
  [
    'never becoming ready',
    { start: () => new Promise(() => undefined), ready: () => Promise.reject(new Error('not ready')) },
    ['a failed: Error: not ready'],
  ],
  [
    'an AbortError without an abort',
    { start: () => Promise.reject(new DOMException('x', 'AbortError')) },
    ['a failed: AbortError: x'],
  ],
  ['ending early', { start: () => Promise.resolve() }, []],
])('%s', async (_name, more, want) => {
  const { group: made, happened, hardStop } = group();
  made.add(runnable('a', happened, more));
  await made.start();
  expect(happened).toEqual(want);
  hardStop.abort();
  await made.stop();
});
