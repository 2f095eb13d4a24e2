import { expect, test } from 'vitest';
import { skippedSummary } from './skipped-summary.ts';

test('reports when nothing was skipped', () => {
  expect(skippedSummary([{ name: '@kb/a', tests: 3, failed: 0, seconds: 1, skipped: [] }])).toBe(
    '0 of 3 tests in 1 package were skipped',
  );
});

test('counts and names skipped tests, groups by their own title', () => {
  const file = 'packages/b/src/kubectl.test.ts';
  const records = [
    {
      name: '@kb/a',
      tests: 10,
      failed: 0,
      seconds: 1,
      skipped: [{ file: 'packages/a/src/x.test.ts', titles: ['one alone'] }],
    },
    {
      name: '@kb/b',
      tests: 5,
      failed: 0,
      seconds: 1,
      skipped: [
        { file, titles: ['kubectl', 'get', 'prints'] },
        { file, titles: ['kubectl', 'apply'] },
        { file, titles: ['corpus'] },
        { file, titles: ['corpus'] },
      ],
    },
  ];
  expect(skippedSummary(records)).toBe(
    `5 of 15 tests in 2 packages were skipped, for what this machine has not:
  packages/a/src/x.test.ts: one alone
  packages/b/src/kubectl.test.ts: corpus (2)
  packages/b/src/kubectl.test.ts: kubectl (2)`,
  );
});
