import { expect, test } from 'vitest';
import { IssueList, locationOf, printIssues, wholeExpression } from './issue.ts';

test('issues are printed in the order of their places, each with its line and a mark', () => {
  const issues = [
    { line: 2, column: 3, message: 'second' },
    { line: 1, column: 1, message: 'first' },
    { ...wholeExpression, message: 'whole' },
    { line: 1, column: 0, message: 'before the beginning' },
    { line: 2, column: 4, message: 'after the end' },
  ];
  expect(printIssues('a\n\tü😀', issues)).toBe(
    [
      'ERROR: <input>:-1:0: whole',
      'ERROR: <input>:1:0: before the beginning',
      ' | a',
      ' | ^',
      'ERROR: <input>:1:1: first',
      ' | a',
      ' | ^',
      'ERROR: <input>:2:3: second',
      ' |  ü😀',
      ' | .．＾',
      'ERROR: <input>:2:4: after the end',
      ' |  ü😀',
      ' | .．．^',
    ].join('\n'),
  );
});

test('a hundred issues are printed, and how many more there are', () => {
  const issues = Array.from({ length: 102 }, (_, index) => ({ line: 1, column: 102 - index, message: 'm' }));
  const lines = printIssues('x', issues).split('\n');
  expect(lines[0]).toBe('ERROR: <input>:1:3: m');
  expect(lines.at(-1)).toBe('2 more errors were truncated');
  expect(lines.filter((line) => line.startsWith('ERROR'))).toHaveLength(100);
});

test('a line that is too long is left out, and that of an empty text', () => {
  expect(printIssues('', [{ line: 1, column: 1, message: 'm' }])).toBe('ERROR: <input>:1:1: m');
  expect(printIssues('ü'.repeat(8193), [{ line: 1, column: 1, message: 'm' }])).toBe('ERROR: <input>:1:1: m');
  expect(printIssues('ü'.repeat(8192), [{ line: 1, column: 1, message: 'm' }])).toContain('\n');
});

test.each([
  [0, 1, 1],
  [1, 1, 2],
  [3, 1, 3],
  [4, 2, 1],
  [5, 3, 1],
  [6, 3, 2],
])('offset %i is on line %i, column %i', (offset, line, column) => {
  expect(locationOf('a😀\n\nb', offset)).toEqual({ line, column });
});

test('of issues that are not printed, the messages are not made', () => {
  const issues = new IssueList('a\nb');
  let made = 0;
  for (let count = 0; count < 150; count += 1) issues.add(2, () => `message ${(made += 1)}`);
  expect(made).toBe(100);
  expect(issues.all).toHaveLength(150);
  expect(issues.all[99]).toEqual({ line: 2, column: 1, message: 'message 100' });
  expect(printIssues('a\nb', issues.all).split('\n').at(-1)).toBe('50 more errors were truncated');
});
