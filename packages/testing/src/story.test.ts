import { expect, test } from 'vitest';
import { defineStory, playStory, type StepResult, type StoryEnvironment } from './story.ts';

// The steps of these stories do not use it.
const environment = {} as StoryEnvironment;

function clockOf(...times: number[]): () => number {
  return () => times.shift() ?? 0;
}

test('plays every step in order, with its time', async () => {
  const played: string[] = [];
  const told: StepResult[] = [];
  const story = defineStory([
    { name: 'one', run: async () => void played.push('one') },
    { name: 'two', run: async () => void played.push('two') },
  ]);
  const results = await playStory(story, environment, {
    now: clockOf(0, 10, 10, 25),
    onStep: (result) => void told.push(result),
  });
  expect(played).toEqual(['one', 'two']);
  expect(results).toEqual([
    { name: 'one', milliseconds: 10 },
    { name: 'two', milliseconds: 15 },
  ]);
  expect(told).toEqual(results);
});

const notSeen = new Error('not seen');

test.each([
  { thrown: notSeen, expected: notSeen },
  { thrown: undefined, expected: new Error('rejected without a reason') },
])('ends at the first failing step: $thrown', async ({ thrown, expected }) => {
  const story = defineStory([
    { name: 'one', run: () => Promise.reject(thrown) },
    { name: 'two', run: () => Promise.reject(new Error('never played')) },
  ]);
  const results = await playStory(story, environment, { now: () => 0 });
  expect(results).toEqual([{ name: 'one', milliseconds: 0, error: expected }]);
});
