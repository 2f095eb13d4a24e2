import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kb-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lints a source with this repository's rules. */
function lint(source: string): { readonly status: number | null; readonly output: string } {
  const file = join(folder, 'source.ts');
  writeFileSync(file, `${source}\n`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [oxlint, '--config', join(root, '.oxlintrc.json'), file],
    {
      encoding: 'utf8',
    },
  );
  return { status, output: stdout + stderr };
}

test.each([
  ['digits in two ways', String.raw`/^(?:\d+\.?\d*)*s$/`, 'no-super-linear-backtracking'],
  ['blanks around something optional', String.raw`/^\s*;?\s*$/`, 'no-super-linear-backtracking'],
  ['blanks at the end', '/ +$/', 'no-super-linear-move'],
  ['everything before the last slash', String.raw`/.*\//`, 'no-super-linear-move'],
])('the linter refuses an expression that matches %s', (_, expression, rule) => {
  const { status, output } = lint(`export const slow: RegExp = ${expression};`);
  expect(output).toContain(`regexp(${rule})`);
  expect(status).not.toBe(0);
});

test('the linter accepts an expression that visits each character once', () => {
  expect(lint(String.raw`export const fast: RegExp = /^[a-z]+(?:-[a-z]+)*$/;`)).toMatchObject({ status: 0 });
});
