import { expect, test } from 'vitest';
import { writeFailure } from './write-failure.ts';

const refusal = (code: string): Error =>
  Object.assign(new Error(`${code}: refused, open '/x/a.ts.kb-1.tmp'`), { code, syscall: 'open' });

test.each([
  [
    'EACCES',
    'a.ts cannot be written: this account has no permission to write there (EACCES); nothing was written',
    /grant the permission/,
  ],
  ['EROFS', 'a.ts cannot be written: the file system is read-only (EROFS); nothing was written', /another folder/],
  ['ENOTDIR', 'a.ts cannot be written: a file is where a folder has to be (ENOTDIR); nothing was written', /rename/],
  ['ENOSPC', 'a.ts cannot be written: the disk is full (ENOSPC); nothing was written', /free some space/],
])('%s', (code, message, hint) => {
  const cause = refusal(code);
  expect(writeFailure(cause, 'a.ts')).toMatchObject({
    code: 'KB_SYSTEM',
    message,
    hint: expect.stringMatching(hint),
    cause,
  });
});

test('reports an unknown refusal with its own message', () => {
  const failure = writeFailure(refusal('EIO'), 'a.ts');
  expect(failure).toMatchObject({
    code: 'KB_SYSTEM',
    message: "a.ts cannot be written: EIO: refused, open '/x/a.ts.kb-1.tmp'; nothing was written",
  });
  expect(failure).not.toHaveProperty('hint');
});

test('does not hide a bug', () => {
  const bug = new TypeError('x is not a function');
  expect(writeFailure(bug, 'a.ts')).toBe(bug);
});
