import type { OracleRequests } from './cel-oracle.ts';

type Request = OracleRequests['expression']['request'];
type Answer = OracleRequests['expression']['answer'];

/** An expression, and what a live API server was seen to make of it. */
export interface OracleCase {
  readonly request: Request;
  readonly expected: Partial<Answer>;
}

const text = { type: 'string' };
const integer = { type: 'integer' };

/** The fields that the expressions below use, with and without limits. */
const schema = {
  type: 'object',
  properties: {
    s: text,
    sl: { ...text, maxLength: 10 },
    i: integer,
    b: { type: 'boolean' },
    l: { type: 'array', items: integer },
    ll: { type: 'array', maxItems: 10, items: integer },
    lsl: { type: 'array', maxItems: 10, items: { ...text, maxLength: 5 } },
    m: { type: 'object', additionalProperties: integer },
    set: { type: 'array', items: integer, 'x-kubernetes-list-type': 'set' },
    either: { 'x-kubernetes-int-or-string': true },
    o: { type: 'object', properties: { x: integer } },
  },
};

function costs(expression: string, maxCost: number): OracleCase {
  return { request: { expression, schema }, expected: { maxCost } };
}

function refuses(expression: string, error: string): OracleCase {
  return { request: { expression, schema }, expected: { error } };
}

function gives(expression: string, self: unknown, expected: Partial<Answer>): OracleCase {
  return { request: { expression, schema, self }, expected };
}

const isTrue = { value: { type: 'bool', text: 'true' } };
const isFalse = { value: { type: 'bool', text: 'false' } };

/** Estimated costs, refusals and values. */
export const oracleCases: readonly OracleCase[] = [
  costs('self.i == 1', 2),
  costs('self.s == self.s', 314_577),
  costs('self.sl == self.sl', 8),
  costs('self.s.contains("abc")', 314_575),
  costs('self.sl.matches("^a+$")', 7),
  costs('self.l.all(x, x > 1)', 7_864_318),
  costs('self.ll.all(x, x > 1)', 53),
  costs('self.ll.exists(x, x > 1)', 63),
  costs('self.ll.exists_one(x, x > 1)', 44),
  costs('self.ll.map(x, x + 1).size() > 0', 155),
  costs('self.ll.filter(x, x > 1).size() > 0', 165),
  costs('self.lsl.all(x, self.lsl.all(y, x == y))', 763),
  costs('self.m.all(k, self.m[k] > 1)', 3_595_115),
  costs('1 in self.l', 1_572_865),
  costs('self.i in [1, 2, 3]', 15),
  costs('self.lsl.join(",") == "a"', 24),
  costs('self.ll.distinct().size() > 1', 215),
  costs('format.dns1123Label().validate(self.sl).hasValue()', 132),
  costs('has(self.s)', 1),
  refuses('self.y == 1', "ERROR: <input>:1:5: undefined field 'y'\n | self.y == 1\n | ....^"),
  refuses(
    'self.s + self.i == "a"',
    "ERROR: <input>:1:8: found no matching overload for '_+_' applied to '(string, int)'\n | self.s + self.i == \"a\"\n | .......^",
  ),
  refuses(
    'math.abs(self.i) > 1',
    "ERROR: <input>:1:1: undeclared reference to 'math' (in container '')\n | math.abs(self.i) > 1\n | ^\n" +
      "ERROR: <input>:1:9: undeclared reference to 'abs' (in container '')\n | math.abs(self.i) > 1\n | ........^",
  ),
  gives('self.i > 5', { i: 6 }, { ...isTrue, type: 'bool', cost: 3 }),
  gives('self.i > 5', {}, { evaluationError: 'no such key: i' }),
  gives('has(self.i) || self.o.x > 1', {}, { evaluationError: 'no such key: o' }),
  gives('self.o.x > 1 || true', {}, isTrue),
  gives('self.set == [2, 1]', { set: [1, 2] }, isTrue),
  gives('[2, 1] == self.set', { set: [1, 2] }, isFalse),
  gives('self.either == 1 || self.either == "1"', { either: '1' }, isTrue),
  gives('self.i', { i: 9_223_372_036_854_775_807n }, { value: { type: 'int', text: '9223372036854775807' } }),
  gives('self.i + 1', { i: 9_223_372_036_854_775_807n }, { evaluationError: 'integer overflow' }),
  gives('quantity("1k").add(1)', {}, { value: { type: 'kubernetes.Quantity', text: '1001' } }),
];
