import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeLog, logTail } from './log-tail.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kb-log-'));
  file = join(directory, 'x.log');
});
afterEach(() => rmSync(directory, { recursive: true }));

test.each([
  ['nothing', '', []],
  ['the last lines, without empty ones', 'a\nb\n\nc\n', ['b', 'c']],
  ['an unfinished line', 'a\nb\nc', ['b', 'c']],
  ['a long line, cut', `${'x'.repeat(401)}\n`, [`${'x'.repeat(400)}…`]],
  ['the end of a large file', `${'line of a large file\n'.repeat(10_000)}b\nc\n`, ['b', 'c']],
])('gives %s', async (_, text, want) => {
  writeFileSync(file, text);
  expect(await logTail(file, 2)).toEqual(want);
});

test('treats a missing file as empty', async () => {
  expect(await logTail(file)).toEqual([]);
  expect(await describeLog('The log of x', file)).toBe('\nThe log of x is empty');
  writeFileSync(file, 'a\nb\n');
  expect(await describeLog('The log of x', file)).toBe('\nThe log of x ends with:\n  a\n  b');
});
