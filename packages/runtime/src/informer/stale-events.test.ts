import { expect, test } from 'vitest';
import { thing } from '../test-support/scripted-source.ts';
import { createStaleEvents } from './stale-events.ts';

const a = (version: string, uid = 'u1'): ReturnType<typeof thing> => thing('a', version, { uid });

test.each([
  { what: 'unknown', event: a('5'), stored: undefined, want: false },
  { what: 'newer', event: a('10'), stored: a('9'), want: false },
  { what: 'the same', event: a('9'), stored: a('9'), want: true },
  { what: 'older', event: a('8'), stored: a('9'), want: true },
  { what: 'newer, of another uid', event: a('10', 'u2'), stored: a('9'), want: false },
  { what: 'older, of another uid', event: a('8', 'u2'), stored: a('9'), want: true },
  { what: 'without a version', event: a(''), stored: a(''), want: false },
  { what: 'of versions that are not numbers', event: a('x'), stored: a('y'), want: false },
  { what: 'the same, of a version that is not a number', event: a('x'), stored: a('x'), want: true },
])('an event that is $what', ({ event, stored, want }) => {
  expect(createStaleEvents().isStale(event, stored)).toBe(want);
});

test.each([
  { what: 'newer', event: a('10'), want: false },
  { what: 'the same', event: a('9'), want: false },
  { what: 'older', event: a('8'), want: true },
  { what: 'older, of another uid', event: a('8', 'u2'), want: true },
  { what: 'not a number', event: a('x'), want: false },
])('a deletion that is $what', ({ event, want }) => {
  expect(createStaleEvents().isStaleDelete(event, a('9'))).toBe(want);
});

test('a deleted object comes back only when it is newer than its deletion', () => {
  const stale = createStaleEvents();
  stale.deleted(a('9'));
  const isStale = (version: string, uid?: string): boolean => stale.isStale(a(version, uid), undefined);
  expect([isStale('8'), isStale('9'), isStale('10'), isStale('8', 'u2')]).toEqual([true, true, false, false]);
});

test('forgets deletions with a list', () => {
  const stale = createStaleEvents();
  stale.deleted(a('9'));
  stale.listed();
  expect(stale.isStale(a('8'), undefined)).toBe(false);
});

test('remembers the last thousand deletions', () => {
  const stale = createStaleEvents();
  for (let n = 0; n <= 1000; n += 1) stale.deleted(a('9', `uid-${n}`));
  expect([stale.isStale(a('8', 'uid-0'), undefined), stale.isStale(a('8', 'uid-1'), undefined)]).toEqual([false, true]);
});
