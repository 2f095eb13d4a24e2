import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { check, type CheckedExpr } from '../check/check.ts';
import { kubernetesFunctions } from '../declarations/kubernetes-functions.ts';
import type { Environment } from '../declarations/declaration.ts';
import { authorizer } from '../declarations/libraries/authorizer.ts';
import { kubernetesMacros } from '../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../parse/parse-expression.ts';
import { declTypeOf } from '../schema-types/decl-type.ts';
import { nameTypes } from '../schema-types/named-type.ts';
import { simpleType } from '../types/cel-type.ts';
import { type CelValue, isKind } from '../values/value.ts';
import { viewOf } from '../views/view.ts';
import { type CelResult, isProgramError, makeProgram, type Program } from './program.ts';
import { type Described, describeResult } from './test-support/describe-value.ts';

interface Recorded {
  readonly expression: string;
  readonly value?: Described;
  readonly error?: string;
  /** Absent where no program could be made. */
  readonly cost?: number;
}

/** What kube-apiserver's own code gives (test-support/record-expressions.ts). */
const recorded = JSON.parse(
  readFileSync(new URL('testdata/expressions.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

/** What it gives for objects with a schema. */
const objects = JSON.parse(readFileSync(new URL('testdata/objects.json', import.meta.url), 'utf8')) as readonly {
  readonly schema: JsonSchemaProps;
  readonly self: JsonValue;
  readonly results: readonly Recorded[];
}[];

const plain: Environment = {
  functions: kubernetesFunctions(),
  variables: new Map([['x', simpleType('dyn')]]),
};
const LIMIT = 1_000_000;

function checkedOf(expression: string, environment: Environment): CheckedExpr {
  const parsed = parseExpression(expression, kubernetesMacros);
  if (!('expr' in parsed)) throw new Error(`not parsed: ${expression}`);
  const checked = check(expression, parsed.expr, environment);
  if (!('expr' in checked)) throw new Error(`not checked: ${expression}`);
  return checked;
}

function programOf(expression: string, environment: Environment, name: string): Program | { readonly error: string } {
  const program = makeProgram(checkedOf(expression, environment), environment, [name]);
  return isProgramError(program) ? { error: program.message } : program;
}

function run(expression: string, value: CelValue = null, limit: number = LIMIT): CelResult {
  const program = programOf(expression, plain, 'x');
  if ('error' in program) throw new Error(program.error);
  return program.run([value], limit);
}

/** What our evaluator gives, in the form of the recorded results. */
function answerTo(
  expression: string,
  environment: Environment = plain,
  name = 'x',
  variable: CelValue = null,
): Omit<Recorded, 'expression'> {
  const program = programOf(expression, environment, name);
  if ('error' in program) return program;
  const { value, cost } = program.run([variable], LIMIT);
  const answer = { ...describeResult(value), cost };
  // In pieces it must be the same.
  const pieces = program.runInPieces?.([variable], LIMIT);
  if (pieces === undefined) return answer;
  const { result } = inPieces(pieces);
  expect({ ...describeResult(result.value), cost: result.cost }).toEqual(answer);
  return answer;
}

function inPieces(pieces: Iterator<undefined, CelResult>): { readonly count: number; readonly result: CelResult } {
  for (let count = 1; ; count += 1) {
    const piece = pieces.next();
    if (piece.done === true) return { count, result: piece.value };
  }
}

describe('an evaluation in pieces', () => {
  const numbers = JSON.stringify(Array.from({ length: 300 }, (_, index) => index));

  test.each([
    `${numbers}.all(a, ${numbers}.all(b, a != b + 1000))`,
    `${numbers}.map(a, ${numbers}.map(b, a + b)).size() == 300`,
    `!(${numbers}.exists(a, ${numbers}.exists(b, a == b + 1000)) || false)`,
    `${numbers}.filter(a, ${numbers}.exists_one(b, a == b)).map(a, a).size() > 0 && true`,
    `${numbers}.all(a, b, ${numbers}.all(c, d, a + c < 1000))`,
  ])('lets others go on, and gives the same: %s', (expression) => {
    const program = programOf(expression, plain, 'x');
    if ('error' in program || program.runInPieces === undefined) throw new Error('it has no pieces');
    const whole = program.run([null], LIMIT);
    const { count, result } = inPieces(program.runInPieces([null], LIMIT));
    expect({ ...result, work: 0 }).toEqual({ ...whole, work: 0 });
    // A piece is at most one turn of the outer loop longer than its cost.
    expect(count).toBeGreaterThan(whole.cost / 20_000);
    // Two evaluations at a time do not disturb each other.
    const [one, other] = [program.runInPieces([null], LIMIT), program.runInPieces([null], LIMIT)];
    one.next();
    other.next();
    expect({ ...inPieces(one).result, work: 0 }).toEqual({ ...whole, work: 0 });
    expect({ ...inPieces(other).result, work: 0 }).toEqual({ ...whole, work: 0 });
  });

  test('ends with the same error when it costs too much', () => {
    const program = programOf(`${numbers}.all(a, ${numbers}.all(b, a != b + 1000))`, plain, 'x');
    if ('error' in program || program.runInPieces === undefined) throw new Error('it has no pieces');
    const { result } = inPieces(program.runInPieces([null], 50_000));
    expect({ ...result, work: 0 }).toEqual({ ...program.run([null], 50_000), work: 0 });
    expect(result.isCancelled).toBe(true);
  });
});

describe('recorded results of kube-apiserver', () => {
  test('cover values and errors', () => {
    expect(recorded.filter(({ error }) => error === undefined).length).toBeGreaterThan(1400);
    expect(recorded.filter(({ error }) => error !== undefined).length).toBeGreaterThan(400);
  });

  test('cover every overload that rules can call', () => {
    const called = new Set(
      recorded.flatMap(({ expression }) =>
        // A call that may mean several overloads covers none of them.
        [...checkedOf(expression, plain).overloads.values()].flatMap((ids) => (ids.length === 1 ? ids : [])),
      ),
    );
    for (const id of Object.values(authorizer).flatMap(Object.keys)) called.add(id);
    const all = [...kubernetesFunctions().values()].flatMap(({ overloads }) => overloads.map(({ id }) => id));
    expect(all.filter((id) => !called.has(id))).toEqual([]);
  });

  test('equal our values, errors and costs', () => {
    const wrong = recorded.flatMap(({ expression, ...wanted }) => {
      const given = answerTo(expression);
      return JSON.stringify(given) === JSON.stringify(wanted) ? [] : [{ expression, wanted, given }];
    });
    expect(wrong).toEqual([]);
  });
});

test('recorded results of kube-apiserver for objects equal ours', () => {
  const wrong = objects.flatMap(({ schema, self, results }) => {
    const decl = declTypeOf(schema);
    const variables = new Map([['self', decl === undefined ? simpleType('dyn') : nameTypes(decl, 'selfType').root]]);
    return results.flatMap(({ expression, ...wanted }) => {
      const given = answerTo(expression, { ...plain, variables }, 'self', viewOf(self, schema));
      return JSON.stringify(given) === JSON.stringify(wanted) ? [] : [{ expression, wanted, given }];
    });
  });
  expect(wrong).toEqual([]);
  expect(objects.flatMap(({ results }) => results).length).toBeGreaterThan(150);
});

describe('a program', () => {
  test('gives the same in each run', () => {
    const program = programOf('[1, 2].map(y, y + x).exists(y, y == 3 + x)', plain, 'x');
    if ('error' in program) throw new Error(program.error);
    const results = [1, 2, 1].map((value) => program.run([value], LIMIT));
    expect(results[2]).toEqual(results[0]);
    expect(results[0]).toMatchObject({ value: false, isCancelled: false });
  });

  test('ends when it costs more than its limit', () => {
    const { value, cost, isCancelled } = run('lists.range(1000).all(y, lists.range(1000).all(z, y + z >= 0))');
    expect({ value, isCancelled }).toEqual({
      value: { kind: 'error', message: 'operation cancelled: actual cost limit exceeded' },
      isCancelled: true,
    });
    expect(cost).toBeGreaterThan(LIMIT);
    expect(cost).toBeLessThan(LIMIT + 2000);
  });

  test.each([
    ['[1 / 0].sort() == [] || true', '*types.Err is not traits.Lister: missing method Add'],
    ['[[1]].all(y, [y[1]].distinct() == [])', '*types.Err is not traits.Lister: missing method Add'],
    ['[3].sortBy(y, y / 0) == []', '*types.Err is not traits.Lister: missing method Add'],
    ['[[1]].flatten(1 / 0) == []', 'ref.Val is *types.Err, not types.Int'],
  ])('ends where the code of cel-go fails: %s', (expression, problem) => {
    const { value, isCancelled } = run(expression);
    const message = `internal error: interface conversion: ${problem}`;
    expect({ value, isCancelled }).toEqual({ value: { kind: 'error', message }, isCancelled: false });
  });

  test('adds to maps in a loop in place', () => {
    const map = run('lists.range(20000).transformMap(i, v, v)').value;
    expect(isKind(map, 'map') && [map.size, map.find(19_999)]).toEqual([20_000, 19_999]);
  });

  test('adds lists in a loop in linear time', () => {
    const { value } = run('lists.range(20000).map(y, y).size() + (lists.range(9) + lists.range(9)).size()');
    expect(value).toBe(20018);
  });
});
