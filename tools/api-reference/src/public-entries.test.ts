import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publicEntries } from './public-entries.ts';

test('lists every entry of the published packages, with patterns expanded', () => {
  const entries = publicEntries();
  const names = entries.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      '@kb/apimachinery',
      '@kb/apimachinery/codec',
      '@kb/kubernetes/core/v1',
      '@kb/runtime',
      '@kb/cli',
    ]),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(entries.filter(({ file }) => !existsSync(file))).toEqual([]);
});

test('leaves out entries that are not built: test support and package.json', () => {
  const names = publicEntries().map(({ name }) => name);
  expect(names).not.toContain('@kb/runtime/scenarios');
  expect(names).not.toContain('@kb/runtime/package.json');
});
