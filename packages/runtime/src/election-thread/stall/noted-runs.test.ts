import { expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { createNotedRuns } from './noted-runs.ts';
import { createThreadMemory } from '../thread-memory.ts';

function notedRuns() {
  const { log, lines } = recordingLogger();
  const memory = createThreadMemory();
  const told: [string, number][] = [];
  const runs = createNotedRuns(memory, log);
  const begin = (item: string) => runs.began('c', item, (ms) => told.push([item, ms]));
  return { runs, begin, told, lines, memory };
}

test('the only run that was there while the loop stood still is told', () => {
  const { runs, begin, told } = notedRuns();
  begin('a').ended();
  runs.turned(0);
  begin('b');
  runs.turned(3000);
  runs.turned(500);
  expect(told).toEqual([['b', 3000]]);
});

test('where it can have been several, all are named', () => {
  const { runs, begin, told, lines } = notedRuns();
  begin('a').ended();
  begin('b');
  runs.turned(3000);
  expect([told, lines.map(({ values }) => values)]).toEqual([[], [{ seconds: 3, oneOf: ['c a', 'c b'] }]]);
});

test('what was told of a run that answered late is not told again', () => {
  const { runs, begin, told } = notedRuns();
  const run = begin('a');
  run.computes();
  run.answered();
  run.told(3000);
  runs.turned(3100);
  runs.turned(3000);
  expect(told).toEqual([['a', 3000]]);
});

test('the other thread sees what is computed, and nothing when it has ended', () => {
  const { begin, memory } = notedRuns();
  begin('a');
  const run = begin('b');
  run.computes();
  expect(memory.running()).toEqual([{ controller: 'c', item: 'b' }]);
  run.answered();
  run.ended();
  expect(memory.running()).toEqual([{ controller: 'c', item: 'a' }]);
});
