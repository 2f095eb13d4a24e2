import { expect, test } from 'vitest';
import { isTerminalError, terminalError } from './terminal-error.ts';

test.each<[what: string, thrown: unknown, message: string]>([
  ['an Error', new RangeError('no such size'), 'no such size'],
  ['a number', 7, '7'],
  ['nothing', undefined, 'undefined'],
  ['an object that only looks like an error', { message: 'no disk' }, '{"message":"no disk"}'],
  ['a bigint', 2n ** 60n, '1152921504606846976'],
])('takes its message and its cause from a caught value: %s', (_, thrown, message) => {
  const error = terminalError(thrown);
  expect([error.message, error.cause]).toEqual([message, thrown]);
  expect(isTerminalError(error)).toBe(true);
});

test('accepts any caught value', () => {
  const caught = (): unknown => {
    try {
      JSON.parse('{');
      return undefined;
    } catch (error) {
      return terminalError(error);
    }
  };
  expect(caught()).toMatchObject({ name: 'TerminalError', cause: { name: 'SyntaxError' } });
});

test('takes its message from a string, and its cause from the options', () => {
  const cause = new Error('why');
  expect(terminalError('what', { cause })).toMatchObject({ message: 'what', cause });
  expect(terminalError(new Error('a'), { cause })).toMatchObject({ message: 'a', cause });
  expect('cause' in terminalError('what')).toBe(false);
});
