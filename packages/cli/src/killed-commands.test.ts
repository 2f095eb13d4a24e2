// Commands that are killed while they write, and concurrent commands. tools/ci/src/killed-commands.ts tests both more
// thoroughly.
import { seededRandom } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createThreeAtOnce, killCreateApi } from './test-support/killed-commands.ts';

test('kb create api that is killed: all is written or nothing is, at the latest after the next command', async () => {
  const outcomes = await killCreateApi(6, { random: seededRandom(1) });
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(6);
});

test('kb create api three times at once: keeps every kind, and every line that a person wrote', async () => {
  const lines: string[] = [];
  await createThreeAtOnce(1, { random: seededRandom(2), onLine: (line) => void lines.push(line) });
  expect(lines).toEqual([expect.stringMatching(/^round 1 of 1: three kinds/)]);
});
