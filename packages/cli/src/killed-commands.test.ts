// Processes that are killed while they write, and that write at once. tools/ci/src/killed-commands.ts does much more of
// both.
import { seededRandom } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createThreeAtOnce, killCreateApi } from './testing/killed-commands.ts';

test('kb create api that is killed: the next command finds all of it or nothing, or makes it so', async () => {
  const outcomes = await killCreateApi(6, { random: seededRandom(1) });
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(6);
});

test('kb create api three times at once: every kind, and every line of a person', async () => {
  const lines: string[] = [];
  await createThreeAtOnce(1, { random: seededRandom(2), onLine: (line) => void lines.push(line) });
  expect(lines).toEqual([expect.stringMatching(/^round 1 of 1: three kinds/)]);
});
