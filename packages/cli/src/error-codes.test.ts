import { expect, test } from 'vitest';
import { cliErrorCodes } from './error-codes.ts';

// Codes are public, and docs/errors.md lists them: `vitest -u` rewrites them after an intended change.
test('the error codes are as published', async () => {
  await expect(`${JSON.stringify(cliErrorCodes, undefined, 2)}\n`).toMatchFileSnapshot('../testdata/error-codes.json');
});
