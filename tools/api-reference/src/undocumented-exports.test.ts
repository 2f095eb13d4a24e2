import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@kb/tools-release';
import { afterEach, expect, test } from 'vitest';
import { beginsWithSentence, checkDocumentation, type CheckedDocumentation } from './undocumented-exports.ts';

const folder = mkdtempSync(join(tmpdir(), 'kb-documentation-'));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function check(files: Readonly<Record<string, string>>): CheckedDocumentation {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return checkDocumentation([{ name: 'example', file: join(folder, 'index.ts') }], repositoryRoot);
}

test('reports each export without a sentence once, with its place', () => {
  const { checked, undocumented } = check({
    'index.ts': `
export { bare, short as renamed, documented } from './other.ts';
export { bare as again } from './other.ts';
export type { Shape } from './other.ts';
`,
    'other.ts': `export const bare = 1;
/** A number. */
export const short = 2;
/** Says how many objects there are. */
export const documented = 3;

export interface Shape {
  /** Only the member is documented. */
  readonly size: number;
}
`,
  });
  expect(checked).toBe(4);
  const other = join(folder, 'other.ts');
  expect(undocumented).toEqual([
    { name: 'bare', entry: 'example', file: other, line: 1, comment: '' },
    { name: 'renamed', entry: 'example', file: other, line: 3, comment: 'A number.' },
    { name: 'Shape', entry: 'example', file: other, line: 7, comment: '' },
  ]);
});

test('throws for an entry that exports nothing', () => {
  expect(() => checkDocumentation([{ name: 'gone', file: join(folder, 'gone.ts') }], repositoryRoot)).toThrow(
    'gone.ts exports nothing',
  );
});

test.each([
  ['', false],
  ['Gives', false],
  ['A number.', false],
  ['Whether an object is being deleted.', true],
  ['How long it waits: in milliseconds (default 5).', true],
  ['Lists the objects in the order of', false],
  ['Lists the objects.\n\nAnd more', true],
])('takes %j for a sentence: %s', (comment, expected) => {
  expect(beginsWithSentence(comment)).toBe(expected);
});
