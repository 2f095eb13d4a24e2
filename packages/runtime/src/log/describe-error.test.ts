import { notFound, StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { terminalError } from '../controller/terminal-error.ts';
import { describeError, MAX_ERRORS } from './describe-error.ts';

const errors = (...messages: string[]): Error[] => messages.map((message) => new Error(message));
const missing = (): Error => new StatusError(notFound({ group: '', plural: 'pods' }, 'a'));
const many = Array.from({ length: 1000 }, (_, index) => `e${index}`);

/** An error that has itself among its errors and its causes. */
function circle(): Error {
  const error = new AggregateError([new Error('inner')], 'round');
  error.errors.push(error, error);
  error.cause = error;
  return error;
}

describe('the message', () => {
  test.each([
    { what: 'a value that is not an error', error: 'two words', want: '"two words"' },
    { what: 'no message', error: new Error(), want: 'Error' },
    { what: 'causes', error: new Error('a', { cause: new Error('b', { cause: new Error('c') }) }), want: 'a: b: c' },
    { what: 'a cause that the message repeats', error: new Error('a: b', { cause: new Error('b') }), want: 'a: b' },
    { what: 'a cause that is a part of a word', error: new Error('agg', { cause: new Error('a') }), want: 'agg: a' },
    {
      what: 'several without a message',
      error: new AggregateError(errors('disk full', 'dns down')),
      want: 'disk full; dns down',
    },
    {
      what: 'several',
      error: new AggregateError(errors('x', 'y'), 'All promises were rejected'),
      want: 'All promises were rejected: x; y',
    },
    { what: 'none', error: new AggregateError([]), want: 'AggregateError' },
    { what: 'several that the message repeats', error: new AggregateError(errors('x', 'y'), 'x; y'), want: 'x; y' },
    { what: 'one that the message repeats', error: new AggregateError(errors('x', 'y'), 'x'), want: 'x: y' },
    { what: 'the same several times', error: new AggregateError(errors('x', 'x')), want: 'x' },
    {
      what: 'other values among them',
      error: new AggregateError(['x', { name: 'n' }, missing()]),
      want: 'x; n; pods "a" not found',
    },
    {
      what: 'several as a cause',
      error: new Error('a', { cause: new AggregateError(errors('x', 'y')) }),
      want: 'a: x; y',
    },
    {
      what: 'several in several, with causes',
      error: new AggregateError([
        new AggregateError(errors('x', 'y'), 'in'),
        new Error('z', { cause: new Error('c') }),
      ]),
      want: 'in: x; y; z: c',
    },
    {
      what: 'too many',
      error: new AggregateError(errors(...many)),
      want: `${many.slice(0, MAX_ERRORS).join('; ')}; and ${1000 - MAX_ERRORS} more`,
    },
  ])('$what', ({ error, want }) => {
    expect(describeError(error).message).toBe(want);
  });

  test('circular errors are cut off', () => {
    const { message, errors: inside = [] } = describeError(circle());
    expect(message).toContain('round: inner');
    expect([message, ...inside.map((one) => one.message)].every((text) => text.length < 500)).toBe(true);
  });
});

describe('stacks and errors', () => {
  test.each([
    {
      what: 'a bug among several',
      error: new AggregateError([missing(), new TypeError('x')]),
      stacks: [true, false, true],
    },
    {
      what: 'answers of the API server',
      error: new AggregateError([missing(), missing()]),
      stacks: [false, false, false],
    },
    { what: 'a terminal error', error: terminalError('no such size'), stacks: [false] },
    { what: 'a terminal error of a bug', error: terminalError(new TypeError('x')), stacks: [true] },
  ])('$what', ({ error, stacks }) => {
    const told = describeError(error);
    expect([told, ...(told.errors ?? [])].map(({ stack }) => stack !== undefined)).toEqual(stacks);
  });

  test('describes a limited number of errors', () => {
    expect(describeError(new AggregateError(errors(...many))).errors).toHaveLength(MAX_ERRORS);
    expect(describeError(new Error('a'))).not.toHaveProperty('errors');
  });
});
