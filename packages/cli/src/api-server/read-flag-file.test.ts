import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readFlagFile } from './read-flag-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kb-flag-file-'));
writeFileSync(path.join(folder, 'tokens'), 'text');
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string): string => readFlagFile({ flag: 'token-file', file, expected: 'a file of tokens' }, folder);

test('a file is read from the folder of the command', () => {
  expect(read('tokens')).toBe('text');
});

test.each([
  ['nowhere', 'there is none'],
  ['.', 'it is a folder'],
  ['tokens/inside', 'a part of its path is a file'],
])('the error for %s names the flag and what it needs', (file, why) => {
  expect(() => read(file)).toThrow(
    expect.objectContaining({
      code: 'KB_NO_FILE',
      message: `--token-file needs a file of tokens, and ${file} cannot be read: ${why}`,
    }),
  );
});
