import { expect, test } from 'vitest';
import { withExceptions } from './exceptions.ts';

const good = { name: 'a', problem: undefined, shownIn: 'text' };
const wrong = { name: 'a', problem: 'it differs', shownIn: 'text' };
const exception = new Map([['a', { why: 'it has text', shows: 'text' }]]);
const another = new Map([['a', { why: 'it has more', shows: 'more' }]]);

test.each([
  { what: 'what holds', looked: [good], exceptions: new Map(), total: 1, failures: [] },
  { what: 'what does not', looked: [wrong], exceptions: new Map(), total: 1, failures: ['it differs'] },
  { what: 'an exception', looked: [wrong], exceptions: exception, total: 0, failures: [] },
  {
    what: 'an exception that holds',
    looked: [good],
    exceptions: exception,
    total: 0,
    failures: ['it is no exception: it holds'],
  },
  {
    what: 'an exception that nothing shows',
    looked: [wrong],
    exceptions: another,
    total: 0,
    failures: ['it is no exception: nothing shows that it has more\nit differs'],
  },
  {
    what: 'an exception that is not there',
    looked: [],
    exceptions: exception,
    total: 0,
    failures: ['it is an exception, and is not there'],
  },
])('counts $what', ({ looked, exceptions, total, failures }) => {
  const result = withExceptions(looked, exceptions);
  expect(result.total).toBe(total);
  expect(result.failures.map(({ message }) => message)).toEqual(failures);
});
