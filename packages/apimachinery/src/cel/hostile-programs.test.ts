import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { check } from './check/check.ts';
import { kubernetesFunctions } from './declarations/kubernetes-functions.ts';
import { kubernetesMacros } from './parse/macros/kubernetes-macros.ts';
import { parseExpression } from './parse/parse-expression.ts';
import { viewOf } from './views/view.ts';
import { type CelResult, isProgramError, makeProgram } from './evaluate/program.ts';
import { declTypeOf } from './schema-types/decl-type.ts';
import { nameTypes } from './schema-types/named-type.ts';

const text: JsonSchemaProps = { type: 'string' };
const integers: JsonSchemaProps = { type: 'array', items: { type: 'integer' } };
const tree: JsonSchemaProps = {
  type: 'array',
  items: { type: 'object', properties: { a: text, b: integers } },
};

const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    text,
    part: text,
    bytes: { type: 'string', format: 'byte' },
    count: { type: 'integer' },
    turns: integers,
    tree,
    set: { ...integers, 'x-kubernetes-list-type': 'set' },
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    any: { type: 'object', properties: { inside: { 'x-kubernetes-preserve-unknown-fields': true } } },
  },
};

const branches = (): JsonObject[] => Array.from({ length: 5000 }, (_, index) => ({ a: 'a', b: [index, 1, 2, 3] }));

/** An object near the largest that a request may have, in each of its fields. */
const self: JsonObject = {
  text: 'a'.repeat(1_500_000),
  part: `${'a'.repeat(700_000)}b`,
  bytes: 'AAAA'.repeat(500_000),
  count: 1_000_000_000_000,
  turns: Array.from({ length: 100_000 }, (_, index) => index),
  tree: branches(),
  set: Array.from({ length: 100_000 }, (_, index) => index),
  map: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index])),
  any: { inside: branches() },
};

/** What kube-apiserver lets one rule cost. */
const LIMIT = 1_000_000;

function evaluate(expression: string): CelResult {
  const type = declTypeOf(schema);
  if (type === undefined) throw new Error('an object has a type');
  const environment = {
    functions: kubernetesFunctions(),
    variables: new Map([['self', nameTypes(type, 'selfType').root]]),
  };
  const parsed = parseExpression(expression, kubernetesMacros);
  if (parsed.expr === undefined) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const checked = check(expression, parsed.expr, environment);
  if (!('expr' in checked)) throw new Error(JSON.stringify(checked));
  const program = makeProgram(checked, environment, ['self']);
  if (isProgramError(program)) throw new Error(program.message);
  return program.run([viewOf(self, schema)], LIMIT);
}

const cancelled = {
  value: { kind: 'error', message: 'operation cancelled: actual cost limit exceeded' },
  isCancelled: true,
};

/** Each in turn doubles a list. */
const DOUBLINGS = '.map(x, x + x)'.repeat(60);

describe('what costs too much is not done', () => {
  test.each([
    ['a long range', 'lists.range(1000000000000).size() > 0'],
    ['a reversed range', 'lists.range(self.count).reverse().size() > 0'],
    ['a loop over a long range', 'lists.range(self.count).all(x, x >= 0)'],
    ['distinct elements of a long list', `[[1]]${DOUBLINGS}[0].distinct().size() > 0`],
    ['a reversed long list', `[[1]]${DOUBLINGS}[0].reverse().size() > 0`],
    ['a sorted long list', `[[1]]${DOUBLINGS}[0].sort().size() > 0`],
    ['a loop over a long list', `[[1]]${DOUBLINGS}[0].all(x, x == 1)`],
    ['an element of a long list', `2 in [[1]]${DOUBLINGS}[0]`],
    ['distinct elements of an object', 'self.turns.distinct().size() > 0'],
    ['equivalent lists', 'sets.equivalent(self.turns, self.turns)'],
    ['a long part of a text', 'self.text.contains(self.part)'],
    ['loops in loops', 'self.turns.all(x, self.turns.all(y, self.turns.all(z, x + y + z >= 0)))'],
    ['loops over keys', 'self.map.all(k, self.map.all(l, k != l || self.map[k] == self.map[l]))'],
    ['texts that grow', "self.turns.map(x, self.text + 'b').size() > 0"],
  ])('%s', (_, expression) => {
    const result = evaluate(expression);
    expect(result).toMatchObject(cancelled);
    expect(result.cost).toBeGreaterThan(LIMIT);
  });
});

describe('what takes long without a cost is ended', () => {
  test.each([
    ['elements of long lists', `[[1]]${DOUBLINGS}[0].isSorted()`],
    ['elements that cost nothing', `[['']]${DOUBLINGS}[0].indexOf('a') == 0`],
    ['elements of long lists in lists', `[[[1]]${DOUBLINGS}[0]].flatten().size() > 0`],
    ['texts of long lists', `'%s'.format([[[1]]${DOUBLINGS}[0]]) == ''`],
    ['a join of long lists', `[['']]${DOUBLINGS}[0].join() == ''`],
    ['long results of a format', `'${'%s'.repeat(1000)}'.format([${Array(1000).fill('self.text').join()}]) == ''`],
    ['long results of a replacement', "self.text.replace('a', self.text) == ''"],
    ['long results of a counted replacement', "self.text.replace('a', self.text, 1000000) == ''"],
    ['long results of a join', `[${Array(1000).fill('self.text').join()}].join('-') == ''`],
    ['equality of large values', 'self.turns.all(x, self.tree == self.tree)'],
    ['equality of large values without a schema', 'self.turns.all(x, self.any == self.any)'],
    ['sizes of long texts', 'self.turns.all(x, self.text.size() > 0)'],
    ['characters of long texts', "self.turns.all(x, self.text.charAt(x) == 'a')"],
    ['bytes of long texts', 'self.turns.all(x, self.bytes.size() > 0)'],
    ['numbers in long texts', 'self.turns.all(x, int(self.text) == 1)'],
    ['keys of large maps', "self.turns.all(x, self.map.exists(k, k == 'key-0'))"],
    ['sets', 'self.turns.all(x, self.set == self.set)'],
    ['lists in lists', 'self.turns.all(x, [self.turns].flatten().size() > 0)'],
    ['regular expressions of many states', "self.text.matches('a[ab]{1000}[cd]')"],
    ['regular expressions that are found', "self.text.find('a[ab]{1000}[cd]') == ''"],
    ['queries', "[url('http://a/?' + self.text)].all(u, self.turns.all(x, u.getQuery().size() == 1))"],
    ['time zones', "self.turns.all(x, timestamp(x).getHours('Europe/Vienna') >= 0)"],
  ])('%s', (_, expression) => {
    expect(evaluate(expression)).toMatchObject(cancelled);
  });
});

describe('large values are judged', () => {
  test.each([
    'self.text.indexOf(self.part) == -1',
    'self.text.lastIndexOf(self.part) == -1',
    'self.text.split(self.part).size() == 1',
    "self.text.replace(self.part, '') == self.text",
    "self.text.replace('a', '') == ''",
    'self.turns.all(x, x >= 0)',
    'self.map.all(k, self.map[k] >= 0)',
    'self.tree == self.tree',
    'self.any == self.any',
    'self.set == self.set',
    'self.bytes.size() == 1500000',
    'self.turns.sum() > 0',
    "self.text.matches('^a+$')",
    "!self.text.matches('(a|a)*[cd]')",
    "self.text.find('a{3}') == 'aaa'",
  ])('%s', (expression) => {
    expect(evaluate(expression)).toMatchObject({ value: true, isCancelled: false });
  });
});
