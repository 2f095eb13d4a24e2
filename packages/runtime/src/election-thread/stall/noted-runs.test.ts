import { expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { createNotedRuns } from './noted-runs.ts';
import { createThreadMemory } from '../thread-memory.ts';

function notedRuns() {
  const { log, lines } = recordingLogger();
  const memory = createThreadMemory();
  const reported: [string, number][] = [];
  const runs = createNotedRuns(memory, log);
  const begin = (item: string) => runs.began('c', item, (ms) => reported.push([item, ms]));
  return { runs, begin, reported, lines, memory };
}

test('the only run during a stall is logged', () => {
  const { runs, begin, reported } = notedRuns();
  begin('a').ended();
  runs.turned(0);
  begin('b');
  runs.turned(3000);
  runs.turned(500);
  expect(reported).toEqual([['b', 3000]]);
});

test('all runs that may have caused it are named', () => {
  const { runs, begin, reported, lines } = notedRuns();
  begin('a').ended();
  begin('b');
  runs.turned(3000);
  expect([reported, lines.map(({ values }) => values)]).toEqual([[], [{ seconds: 3, oneOf: ['c a', 'c b'] }]]);
});

test('a run that returned late is not logged twice', () => {
  const { runs, begin, reported } = notedRuns();
  const run = begin('a');
  run.computes();
  run.returned();
  run.logged(3000);
  runs.turned(3100);
  runs.turned(3000);
  expect(reported).toEqual([['a', 3000]]);
});

test('the other thread sees the run that computes, and none when it has ended', () => {
  const { begin, memory } = notedRuns();
  begin('a');
  const run = begin('b');
  run.computes();
  expect(memory.running()).toEqual([{ controller: 'c', item: 'b' }]);
  run.returned();
  run.ended();
  expect(memory.running()).toEqual([{ controller: 'c', item: 'a' }]);
});
