import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTokenFile } from './read-token-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kb-tokens-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readTokenFile> {
  const file = path.join(folder, 'tokens.csv');
  writeFileSync(file, text);
  return readTokenFile(file, '.');
}

test('reads a user, a uid and groups for each token', () => {
  expect(read('# who\nt1,ann,u1\nt2,bob,u2,one\n\nt3, "the ""cook""",,"one,two"\r\n')).toEqual({
    t1: { name: 'ann', uid: 'u1' },
    t2: { name: 'bob', uid: 'u2', groups: ['one'] },
    t3: { name: 'the "cook"', groups: ['one', 'two'] },
  });
});

test.each([
  ['nothing', '', 'has no token'],
  ['a token alone', 'secret', 'line 1: expected token,user,uid'],
  ['no uid', '\nsecret,ann', 'line 2: expected'],
  ['no user', 'secret,,u', 'line 1: expected'],
  ['no token', ',ann,u', 'line 1: expected'],
  ['a token twice', 'secret,ann,a\nsecret,bob,b', 'line 2: this token is in the file already'],
])('refuses %s, and does not quote the file', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
  expect(() => read(text)).not.toThrow('secret');
});
