import { expect, test } from 'vitest';
import { printIssues } from '../issue.ts';
import { kubernetesMacros } from '../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../parse/parse-expression.ts';
import { explainSyntaxError, loadSyntaxErrors } from './explain-syntax-error.ts';

/** The issues of a text that does not follow the grammar, without its lines. */
function explained(text: string): string[] {
  const parsed = parseExpression(text, kubernetesMacros);
  expect(parsed).toMatchObject({ isSyntaxError: true });
  return printIssues(text, explainSyntaxError(text, parsed.issues ?? []))
    .split('\n')
    .filter((line) => line.startsWith('ERROR'))
    .map((line) => line.replace(/^ERROR: <input>:/, '').replace('Syntax error: ', ''));
}

/** What an expression may begin with. */
const BEGINNING =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

test.each([
  ['', [`1:0: mismatched input '<EOF>' expecting ${BEGINNING}`]],
  ['a +', [`1:4: mismatched input '<EOF>' expecting ${BEGINNING}`]],
  ['1 +\n 2 3', ["2:4: extraneous input '3' expecting <EOF>"]],
  ['(1 + \n"😀" ]', ["2:5: mismatched input ']' expecting ')'"]],
  ['self.true == 1', ["1:6: mismatched input 'true' expecting IDENTIFIER"]],
  ['1 + $', ["1:5: token recognition error at: '$'", `1:6: mismatched input '<EOF>' expecting ${BEGINNING}`]],
  ['[[], [[]], [.]]]', ["1:14: no viable alternative at input '.]'", "1:16: extraneous input ']' expecting <EOF>"]],
])('%s is explained as by cel-go', (text, issues) => {
  expect(explained(text)).toEqual(issues);
});

test('mistakes that are not of the grammar are reported too', () => {
  expect(explained('if(a) || [1].map(2, x) || 1e999 || a.`b` || has(c) || X{`d`: 1} || )')).toEqual([
    '1:1: reserved identifier: if',
    '1:18: argument is not an identifier',
    '1:27: invalid double literal',
    "1:38: unsupported syntax: '`'",
    '1:49: invalid argument to has() macro',
    "1:57: unsupported syntax: '`'",
    `1:68: mismatched input ')' expecting ${BEGINNING}`,
  ]);
});

test('the mistakes in what was read in spite of others are reported too', () => {
  expect(explained('[1,(2, 3].map(var, var * \\ur)')).toEqual([
    "1:6: missing ')' at ','",
    '1:15: reserved identifier: var',
    '1:15: argument is not an identifier',
    '1:20: reserved identifier: var',
    String.raw`1:26: token recognition error at: '\'`,
  ]);
});

test.each([
  ['what could not be read is before the first character', 'x.map(., 1)', '1:0: argument is not an identifier'],
  ['what is missing is where it should be', 'has(()', '1:6: invalid argument to has() macro'],
])('%s', (_, text, issue) => {
  expect(explained(text)).toContain(issue);
});

test.each([
  ['a{'.repeat(100), 31, '1:124: error recovery attempt limit exceeded: 30'],
  ['a '.repeat(300), 2, '-1:0: error recovery token lookahead limit exceeded: 256'],
  [`$${'('.repeat(251)}`, 2, '-1:0: expression recursion limit exceeded: 250'],
  [`a${'.a'.repeat(251)} )`, 2, '-1:0: max recursion depth exceeded'],
])('reading goes on after mistakes, within the limits of cel-go: %s', (text, count, issue) => {
  const issues = explained(text);
  expect(issues).toHaveLength(count);
  expect(issues).toContain(issue);
});

test('a hundred errors are reported', () => {
  const { issues = [] } = parseExpression('$'.repeat(150), kubernetesMacros);
  const found = explainSyntaxError('$'.repeat(150), issues);
  expect(found).toHaveLength(101);
  expect(found.at(-1)?.message).toBe('Syntax error: More than 100 syntax errors');
});

test('a text that is too long keeps the words of the parser', () => {
  const text = `${'a + '.repeat(2501)})`;
  const { issues = [] } = parseExpression(text, kubernetesMacros);
  expect(explainSyntaxError(text, issues)).toBe(issues);
});

test('the recognizer can be loaded beforehand', async () => {
  await loadSyntaxErrors();
  expect(explained('(')).toHaveLength(1);
});
