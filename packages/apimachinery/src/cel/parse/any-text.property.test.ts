import { findSlowAttack } from '@kb/linear-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printTree } from '../ast/print-tree.ts';
import { printIssues } from '../issue.ts';
import { hostileText } from '../../test-support/hostile.ts';
import { kubernetesMacros } from './macros/kubernetes-macros.ts';
import { parseExpression } from './parse-expression.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 1000);
const seed = Number(process.env['KB_SEED'] ?? 6);

/** Parts that begin something, and parts that end it. */
const pieces = [
  '(',
  ')',
  '[',
  '[?',
  ']',
  '{',
  '{?',
  '}',
  'a',
  'a.',
  '.a',
  '.?a',
  '`a`',
  'a(',
  'a{',
  'a:',
  'a,',
  ', ',
  ' ? ',
  ' : ',
  '!',
  '-',
  ' + ',
  ' * ',
  ' in ',
  ' < ',
  ' && ',
  ' || ',
  '0',
  '0x',
  '1u',
  '1e',
  '.5',
  '"',
  "'",
  '"""',
  "r'",
  'b"',
  '\\',
  '\\u',
  '\\000',
  '//',
  '\n',
  'null',
  'if',
  'has(a.b)',
  '.all(x, ',
  '.map(x, x)',
  '.optMap(x, x)',
  '.sortBy(x, x)',
  '.transformMap(k, v, ',
  '\ud800',
  '😀',
];

/** The tree, or the issues. */
function outcomeOf(text: string): string {
  const { expr, issues } = parseExpression(text, kubernetesMacros);
  if (expr !== undefined) return printTree(expr);
  expect(issues.length).toBeGreaterThan(0);
  for (const { line, column } of issues) expect(column).toBeGreaterThanOrEqual(line === -1 ? 0 : 1);
  return printIssues(text, issues);
}

test('any text is read or refused', () => {
  fc.assert(
    fc.property(hostileText(pieces), (text) => {
      expect(outcomeOf(text)).not.toBe('');
    }),
    { numRuns, seed },
  );
});

test.each(pieces)('a text is read or refused that has "%s" again and again', (piece) => {
  for (const text of [piece.repeat(40_000), `a${piece.repeat(40_000)}`, `${'('.repeat(200)}a${piece.repeat(1000)}`])
    expect(outcomeOf(text)).not.toBe('');
});

test('the time to read a text grows with its length', async () => {
  const read = (text: string): unknown => parseExpression(text, kubernetesMacros);
  expect(await findSlowAttack({ name: 'CEL', read, own: pieces })).toBeUndefined();
});
