import { notFound, StatusError } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { isBug } from './is-bug.ts';
import { isTerminalError, terminalError } from './controller/terminal-error.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each([
  { what: 'an Error', thrown: new Error('not yet'), want: false },
  {
    what: "the API server's answer",
    thrown: new StatusError(notFound({ group: '', plural: 'pods' }, 'a')),
    want: false,
  },
  {
    what: 'a broken connection of fetch',
    thrown: new TypeError('fetch failed', { cause: new Error('refused') }),
    want: false,
  },
  { what: 'text that is not JSON', thrown: thrownBy(() => JSON.parse('{')), want: false },
  { what: 'an abort', thrown: AbortSignal.abort().reason, want: false },
  { what: 'a member of undefined', thrown: thrownBy(() => (undefined as unknown as { a: number }).a), want: true },
  { what: 'a RangeError', thrown: thrownBy(() => Array.from({ length: 2 ** 40 })), want: true },
  { what: 'a failed assertion', thrown: thrownBy(() => assert.equal(1, 2)), want: true },
  { what: 'text', thrown: 'text', want: true },
  { what: 'nothing', thrown: undefined, want: true },
])('$what: $want', ({ thrown, want }) => {
  expect(isBug(thrown)).toBe(want);
});

test.each([
  { what: 'itself', error: terminalError('x'), want: true },
  { what: 'of a caught one', error: terminalError(new Error('inner')), want: true },
  { what: 'as a cause', error: new Error('x', { cause: new Error('y', { cause: terminalError('z') }) }), want: true },
  { what: 'among several', error: new AggregateError([new Error('a'), terminalError('b')]), want: true },
  { what: 'another', error: new Error('x'), want: false },
  { what: 'no error', error: 'TerminalError', want: false },
])('a terminal error, $what: $want', ({ error, want }) => {
  expect(isTerminalError(error)).toBe(want);
});

test('a terminal error keeps what it was made of', () => {
  const inner = new Error('inner');
  expect(terminalError(inner)).toMatchObject({ message: 'inner', cause: inner });
});

test('circular causes', () => {
  const error = new Error('x');
  error.cause = error;
  expect(isTerminalError(error)).toBe(false);
});
