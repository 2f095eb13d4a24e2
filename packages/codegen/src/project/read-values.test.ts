import { expect, test } from 'vitest';
import { asList, asObject, otherKeys, type Report, text, texts } from './read-values.ts';

/** Returns the value, and the reports, each as a list. */
function reading<T>(read: (report: Report) => T): { value: T; reports: unknown[] } {
  const reports: unknown[] = [];
  const value = read((...report) => reports.push(report));
  return { value, reports };
}

test('reads text', () => {
  expect(reading((report) => text({ a: 'x' }, 'a', ['at'], report))).toEqual({ value: 'x', reports: [] });
});

test.each([undefined, null, ''])('reads %j as empty, and reports it only if it is required', (a) => {
  expect(reading((report) => text({ a }, 'a', ['at'], report))).toEqual({ value: '', reports: [] });
  expect(reading((report) => text({ a }, 'a', ['at'], report, { required: true }))).toEqual({
    value: '',
    reports: [[['at', 'a'], 'at.a is missing', 'write a: …']],
  });
});

test.each<[unknown, string, string | undefined]>([
  [1, 'expected text as at.a, found 1', 'put it in quotes: "1"'],
  [true, 'expected text as at.a, found true', 'put it in quotes: "true"'],
  [[1], 'expected text as at.a, found [1]', undefined],
])('reports a value that is not text: %j', (a, message, hint) => {
  expect(reading((report) => text({ a }, 'a', ['at'], report))).toEqual({
    value: '',
    reports: [[['at', 'a'], message, hint]],
  });
});

test('drops and reports elements of a list that are not text', () => {
  expect(reading((report) => texts({ a: ['x', 1, 'y'] }, 'a', ['at'], report))).toEqual({
    value: ['x', 'y'],
    reports: [[['at', 'a', 1], 'expected text in at.a, found 1']],
  });
  expect(reading((report) => texts({}, 'a', ['at'], report))).toEqual({ value: [], reports: [] });
});

test('reports a value that is not a list, or not an object', () => {
  expect(reading((report) => asList('x', ['at', 'a'], report))).toEqual({
    value: [],
    reports: [[['at', 'a'], 'expected a list under at.a']],
  });
  expect(reading((report) => asObject([1], ['at', 'a'], report))).toEqual({
    value: {},
    reports: [[['at', 'a'], 'expected keys and values under at.a']],
  });
  expect(reading((report) => asObject(null, [], report)).reports).toEqual([[[], 'expected keys and values']]);
});

test('finds unknown keys', () => {
  expect(otherKeys({ a: 1, b: 2 }, new Set(['a']))).toEqual({ b: 2 });
  expect(otherKeys({ a: 1 }, new Set(['a']))).toBeUndefined();
});
