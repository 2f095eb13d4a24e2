import { findSlowAttack } from '@kb/linear-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText } from '../../test-support/hostile.ts';
import { kubernetesFunctions } from '../declarations/kubernetes-functions.ts';
import { printIssues } from '../issue.ts';
import { kubernetesMacros } from '../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../parse/parse-expression.ts';
import { declTypeOf } from '../schema-types/decl-type.ts';
import { nameTypes } from '../schema-types/named-type.ts';
import { check } from './check.ts';
import { printChecked } from './print-checked.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 1000);
const seed = Number(process.env['KB_SEED'] ?? 6);

const decl = declTypeOf({
  type: 'object',
  properties: {
    s: { type: 'string' },
    l: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
    m: { type: 'object', additionalProperties: { type: 'integer' } },
    e: { 'x-kubernetes-int-or-string': true },
  },
});
if (decl === undefined) throw new Error('an object has a type');
const { root, findType } = nameTypes(decl, 'self');
const environment = { functions: kubernetesFunctions(), variables: new Map([['self', root]]), findType };

/** Expressions, and what can stand after one or between two. */
const pieces = [
  'self',
  'self.l',
  'self.m',
  'self.e',
  '.s',
  '.?a',
  '[0]',
  '[?0]',
  '[]',
  '{}',
  '1',
  "'%d'",
  'null',
  'x',
  'optional.none()',
  'optional.of(',
  '(',
  ')',
  '[',
  ']',
  '{x: ',
  '}',
  ', ',
  ' + ',
  ' == ',
  ' && ',
  ' ? ',
  ' : ',
  ' in ',
  '.map(x, ',
  '.all(x, ',
  '.optMap(x, {x: x})',
  '.transformMap(k, v, ',
  '.format([',
  '.size()',
  'duration(',
  'google.protobuf.Value{null_value: ',
];

/** The tree with types, or the issues. */
function outcomeOf(text: string): string {
  const { expr, issues } = parseExpression(text, kubernetesMacros);
  if (expr === undefined) return printIssues(text, issues);
  const result = check(text, expr, environment);
  return 'expr' in result ? printChecked(result) : printIssues(text, result);
}

test('any expression has types or mistakes', () => {
  fc.assert(
    fc.property(hostileText(pieces), (text) => {
      expect(outcomeOf(text)).not.toBe('');
    }),
    { numRuns, seed },
  );
});

test('the time to find types grows with the length of the text', async () => {
  expect(await findSlowAttack({ name: 'types of CEL', read: outcomeOf, own: pieces })).toBeUndefined();
});

test('types that double with each variable are refused', () => {
  const outcome = outcomeOf(`[1]${'.map(x, {x: x})'.repeat(60)}`);
  expect(outcome).toBe('ERROR: <input>:-1:0: the types of the expression have too many parts');
});
