import { findSlowAttack } from '@kb/linear-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { hostileText } from '../../test-support/hostile.ts';
import { costOfText, listOf, object, text } from './test-support/cost-of-text.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 500);
const seed = Number(process.env['KB_SEED'] ?? 6);

/** A schema in which every limit is one of the numbers. */
function schemaWith([a, b, c, d, e]: Limits): JsonSchemaProps {
  return object({
    s: text(a),
    t: text(b),
    l: listOf(text(c), d),
    m: { type: 'object', additionalProperties: text(b), maxProperties: e },
    o: listOf(object({ s: text(c), l: listOf(text(a), e) }), d),
  });
}

type Limits = readonly [number, number, number, number, number];
const one = fc.oneof(fc.nat(3), fc.nat(1000), fc.nat(2 ** 40));
const limits: fc.Arbitrary<Limits> = fc.tuple(one, one, one, one, one);

/** Expressions in which `x` is a text: a variable of the loops around them. */
const { boolean } = fc.letrec<{ boolean: string; string: string; list: string }>((tie) => {
  const [bool, str, list] = [tie('boolean'), tie('string'), tie('list')];
  const join = (parts: readonly fc.Arbitrary<string>[], write: (...made: string[]) => string): fc.Arbitrary<string> =>
    fc.tuple(...parts).map((made) => write(...made));
  return {
    boolean: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      join([str, str], (x, y) => `${x} == ${y}`),
      join([str, str], (x, y) => `${x}.contains(${y})`),
      join([str], (x) => `${x}.matches('a+')`),
      join([str, list], (x, l) => `${x} in ${l}`),
      join([bool, bool], (x, y) => `(${x} && ${y})`),
      join([bool, bool], (x, y) => `(${x} || ${y})`),
      join([bool, bool, bool], (x, y, z) => `(${x} ? ${y} : ${z})`),
      join([list, bool], (l, x) => `${l}.all(x, ${x})`),
      join([list, bool], (l, x) => `${l}.exists_one(i, x, ${x})`),
      join([bool], (x) => `self.m.exists(k, x, ${x})`),
      join([bool], (x) => `self.o.all(o, o.l.all(x, ${x} && o.s == x))`),
    ),
    string: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('x', 'self.s', 'self.t', "'abc'", 'optional.of(self.s).value()', 'dyn(self.t)', 'self.l[0]'),
      join([str, str], (x, y) => `(${x} + ${y})`),
      join([str, str, str], (x, y, z) => `${x}.replace(${y}, ${z})`),
      join([str], (x) => `${x}.lowerAscii()`),
      join([bool, str, str], (x, y, z) => `(${x} ? ${y} : ${z})`),
      join([list, str], (l, x) => `${l}.join(${x})`),
    ),
    list: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('self.l', "['a']", 'self.o[0].l', 'self.o.map(o, o.s)'),
      join([str, str], (x, y) => `[${x}, ${y}]`),
      join([list, list], (l, k) => `(${l} + ${k})`),
      join([list, str], (l, x) => `${l}.map(x, x + ${x})`),
      join([list, bool], (l, x) => `${l}.filter(x, ${x})`),
      join([list], (l) => `${l}.sortBy(x, x.size())`),
      join([str, str], (x, y) => `${x}.split(${y})`),
      join([list], (l) => `${l}.distinct()`),
    ),
  };
});

test('the most is not less than the least, and does not shrink where limits grow', () => {
  let compiled = 0;
  fc.assert(
    fc.property(boolean, limits, limits, (inside, some, more) => {
      const expression = `self.l.all(x, ${inside})`;
      const higher: Limits = [
        some[0] + more[0],
        some[1] + more[1],
        some[2] + more[2],
        some[3] + more[3],
        some[4] + more[4],
      ];
      const low = costOfText(expression, schemaWith(some));
      const high = costOfText(expression, schemaWith(higher));
      if (low === undefined || high === undefined) return;
      compiled += 1;
      expect(low.max).toBeGreaterThanOrEqual(low.min);
      expect(high.max).toBeGreaterThanOrEqual(low.max);
    }),
    { numRuns, seed },
  );
  expect(compiled).toBeGreaterThan(numRuns / 2);
});

/** Expressions, and what can stand after one or between two. */
const pieces = [
  'self',
  'self.l',
  'self.m',
  'self.o',
  '.s',
  '.?s',
  '[0]',
  '[]',
  '{}',
  '1',
  "'%d'",
  'null',
  'x',
  'optional.of(',
  ')',
  '[',
  ']',
  ', ',
  ' + ',
  ' == ',
  ' && ',
  ' ? ',
  ' : ',
  ' in ',
  '.map(x, ',
  '.all(x, ',
  '.all(k, x, ',
  '.optMap(x, x)',
  '.sortBy(x, x)',
  '.transformMap(k, v, ',
  '.format([',
  '.split("", -1)',
  '.slice(1, 0)',
  '.flatten(9)',
  '.replace("a", ',
  '.join(',
  'bytes(',
  'strings.quote(',
];
const schema = schemaWith([1, 2, 3, 4, 5]);

/** Costs are integers of 64 bits without a sign. */
function expectCost(expression: string): void {
  const cost = costOfText(expression, schema);
  for (const each of cost === undefined ? [] : [cost.min, cost.max]) expect(each).toBe(BigInt.asUintN(64, each));
}

test('any expression has a cost or does not compile', () => {
  fc.assert(fc.property(hostileText(pieces), expectCost), { numRuns, seed });
});

test('the time to estimate a cost grows with the length of the text', async () => {
  const read = (expression: string): unknown => costOfText(expression, schema);
  expect(await findSlowAttack({ name: 'costs of CEL', read, own: pieces })).toBeUndefined();
});
