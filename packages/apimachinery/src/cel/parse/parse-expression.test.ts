import { expect, test } from 'vitest';
import { type CelIssue, printIssues } from '../issue.ts';
import { printTree } from '../ast/print-tree.ts';
import { kubernetesMacros } from './macros/kubernetes-macros.ts';
import { parseExpression } from './parse-expression.ts';

/** The tree in one line, or the issues. */
function parsed(text: string): string {
  const { expr, issues } = parseExpression(text, kubernetesMacros);
  if (expr === undefined) return printIssues(text, issues).split('\n')[0] ?? '';
  return printTree(expr)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

test.each([
  ['1 + 2 * 3 - 4', '_-_( _+_( 1, _*_( 2, 3 ) ), 4 )'],
  ['a < b == c in d', '@in( _==_( _<_( a, b ), c ), d )'],
  ['a || b || c || d && e', '_||_( _||_( a, b ), _||_( c, _&&_( d, e ) ) )'],
  ['a ? b : c ? d : e', '_?_:_( a, b, _?_:_( c, d, e ) )'],
  ['-1 - -a', '_-_( -1, -_( a ) )'],
  ['--1 + ---1 + - 1', '_+_( _+_( 1, -_( 1 ) ), -1 )'],
  ['!!!a.b[0].c(d)', '!_( _[_]( a.b, 0 ).c( d ) )'],
  ['-1u', '-_( 1u )'],
  ['.a.b(.c(1))', '.a.b( .c( 1 ) )'],
  ['[1, ?a.?b,] + [,]', '_+_( [ 1, _?._( a, "b" ) ], [] )'],
  ["{'a': 1, ?'b': m[?0]}", '{ "a":1, ?"b":_[?_]( m, 0 ) }'],
  ['a.B{c: 1, ?d: 2,}', 'a.B{ c:1, ?d:2 }'],
  ['has(a.b) // c\n', 'a.b~test-only~'],
  ['9007199254740993 + 0x10 + 7u', '_+_( _+_( 9007199254740993, 16 ), 7u )'],
  ['1e3 + .5 + 1.25E-2', '_+_( _+_( 1000, 0.5 ), 0.0125 )'],
])('%s is read as cel-go reads it', (text, tree) => {
  expect(parsed(text)).toBe(tree);
});

test.each([
  [String.raw`"a\n\x41\101\u00e9\U0001f600\?"`, String.raw`"a\nAAé😀?"`],
  [String.raw`r"\n" + R'\x'`, String.raw`_+_( "\\n", "\\x" )`],
  ['"""a"b\r\nc"""', String.raw`"a\"b\nc"`],
  ["''''''", '""'],
  [String.raw`b"é\xff\377" + Br'\x'`, String.raw`_+_( b"é\xff\xff", b"\\x" )`],
])('the text %s is read as cel-go reads it', (text, tree) => {
  expect(parsed(text)).toBe(tree);
});

test.each([
  ['a.`b`', "1:3: unsupported syntax: '`'"],
  ['a +\n if', '2:2: reserved identifier: if'],
  ['if(9223372036854775808)', '1:1: reserved identifier: if'],
  ['9223372036854775808', '1:1: invalid int literal'],
  ['1 + -9223372036854775809', '1:5: invalid int literal'],
  ['18446744073709551616u', '1:1: invalid uint literal'],
  [`1${'0'.repeat(400)}`, '1:1: invalid int literal'],
  ['1e400', '1:1: invalid double literal'],
  [String.raw`"\ud800"`, '1:1: invalid unicode code point'],
  [String.raw`b"\u0041"`, '1:1: unable to unescape string'],
  ['[1].map(a.b, 1)', '1:10: argument is not an identifier'],
  ['[1].all(1, true)', '1:9: argument must be a simple name'],
  ['[1].all(__result__, true)', '1:9: iteration variable overwrites accumulator variable'],
  ['{1: 2}.all(k, k, true)', '1:15: duplicate variable name: k'],
  ['has(a)', '1:5: invalid argument to has() macro'],
  ['a.optMap(1, 2)', '1:10: optMap() variable name must be a simple identifier'],
  ['1.sortBy(a, a)', '1:1: sortBy can only be applied to a list, identifier, comprehension, call or select expression'],
  [`'${'x'.repeat(99_999)}'`, '-1:0: expression code point size exceeds limit: size: 100001, limit 100000'],
  [`${'('.repeat(250)}1${')'.repeat(250)}`, '-1:0: expression recursion limit exceeded: 250'],
  [`${'1<('.repeat(125)}1${')'.repeat(125)}`, '-1:0: expression recursion limit exceeded: 250'],
  [`${'1+('.repeat(125)}1${')'.repeat(125)}`, '-1:0: expression recursion limit exceeded: 250'],
  [`${'a?1:'.repeat(250)}1`, '-1:0: expression recursion limit exceeded: 250'],
  [`a${'.a'.repeat(251)}`, '-1:0: max recursion depth exceeded'],
  [`1${'+1'.repeat(251)}`, '-1:0: max recursion depth exceeded'],
])('%s is refused with the text of cel-go', (text, message) => {
  expect(parsed(text)).toBe(`ERROR: <input>:${message}`);
});

test.each([
  `${'('.repeat(249)}1${')'.repeat(249)}`,
  `${'1<('.repeat(124)}1${')'.repeat(124)}`,
  `${'1+('.repeat(124)}1${')'.repeat(124)}`,
  `${'a?1:'.repeat(249)}1`,
  `a${'.a'.repeat(250)}`,
  `1${'+1'.repeat(250)}`,
  `a${' && a'.repeat(5000)}`,
])('an expression within the limits is read: %s', (text) => {
  expect(parseExpression(text, kubernetesMacros).issues).toBeUndefined();
});

test.each<[string, CelIssue['line'], CelIssue['column']]>([
  ['a +', 1, 4],
  ["'😀' ==\n😀", 2, 1],
  ['a b', 1, 3],
  ['f(a,)', 1, 5],
  ['[a,,]', 1, 4],
  ['{a}', 1, 3],
  ['a.in', 1, 3],
  ['a.b`', 1, 4],
  ['"a', 1, 1],
  [String.raw`"\q"`, 1, 1],
  ['"""a""', 1, 1],
  ["'a\n'", 1, 1],
  ['a = b', 1, 3],
  ['!--1', 1, 2],
  ['a.?b()', 1, 5],
  ['A{b}', 1, 4],
  ['{?: 1}', 1, 3],
  ['rb"a"', 1, 3],
  ['', 1, 1],
])('what does not follow the grammar is refused where it does not: %s', (text, line, column) => {
  const result = parseExpression(text, kubernetesMacros);
  expect(result).toMatchObject({ isSyntaxError: true, issues: [{ line, column }] });
  expect(result.issues?.[0]?.message).toMatch(/^Syntax error: found .+ where .+ is expected$/);
});

test('all mistakes are reported that are not of the grammar', () => {
  const { issues } = parseExpression('if + [1].map(2, 3) + has(4)', kubernetesMacros);
  expect(issues?.map(({ column }) => column)).toEqual([1, 14, 26]);
});

test('nodes know where they are, and those of a macro are where it is called', () => {
  const { expr } = parseExpression('a\n  .exists(x, x > 1)', kubernetesMacros);
  expect(expr).toMatchObject({
    kind: 'comprehension',
    offset: 11,
    range: { offset: 0 },
    step: { offset: 11, args: [{ offset: 11 }, { name: '_>_', offset: 17 }] },
  });
});

test('each node has a number of its own, also where a macro copies its target', () => {
  const { expr } = parseExpression('a.b[0].optMap(x, {x: [x]}).optMap(y, y)', kubernetesMacros);
  const ids: number[] = [];
  if (expr !== undefined)
    printTree(expr, ({ id }) => {
      ids.push(id);
      return '';
    });
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
});

test('macros that double their target again and again are refused', () => {
  const text = `a${'.optMap(x, x)'.repeat(60)}`;
  expect(parsed(text)).toBe('ERROR: <input>:-1:0: the macros of the expression make more than 250000 nodes');
});

test('the syntax of optionals can be refused, as in the tests of cel-go', () => {
  const text = "a.?b + a[?b] + [?c] + {?'d': 1}";
  const { issues } = parseExpression(text, kubernetesMacros, { hasOptionalSyntax: false });
  expect(issues?.map(({ message }) => message)).toEqual([
    "unsupported syntax '.?'",
    "unsupported syntax '[?'",
    "unsupported syntax '?'",
    "unsupported syntax '?'",
  ]);
});
