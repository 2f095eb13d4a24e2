import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check } from '../check/check.ts';
import { kubernetesFunctions } from '../declarations/kubernetes-functions.ts';
import type { Environment } from '../declarations/declaration.ts';
import { kubernetesMacros } from '../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../parse/parse-expression.ts';
import { simpleType } from '../types/cel-type.ts';
import type { CelValue } from '../values/value.ts';
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

const environment: Environment = {
  functions: kubernetesFunctions(),
  variables: new Map([['x', simpleType('dyn')]]),
};
const LIMIT = 1_000_000;

function programOf(expression: string): Program | { readonly error: string } {
  const parsed = parseExpression(expression, kubernetesMacros);
  if (!('expr' in parsed)) throw new Error(`not parsed: ${expression}`);
  const checked = check(expression, parsed.expr, environment);
  if (!('expr' in checked)) throw new Error(`not checked: ${expression}`);
  const program = makeProgram(checked, environment, ['x']);
  return isProgramError(program) ? { error: program.message } : program;
}

function run(expression: string, value: CelValue = null, limit: number = LIMIT): CelResult {
  const program = programOf(expression);
  if ('error' in program) throw new Error(program.error);
  return program.run([value], limit);
}

/** What our evaluator gives, in the form of the recorded results. */
function answerTo(expression: string): Omit<Recorded, 'expression'> {
  const program = programOf(expression);
  if ('error' in program) return program;
  const { value, cost } = program.run([null], LIMIT);
  return { ...describeResult(value), cost };
}

describe('recorded results of kube-apiserver', () => {
  test('cover values and errors', () => {
    expect(recorded.filter(({ error }) => error === undefined).length).toBeGreaterThan(1400);
    expect(recorded.filter(({ error }) => error !== undefined).length).toBeGreaterThan(400);
  });

  test('equal our values, errors and costs', () => {
    const wrong = recorded.flatMap(({ expression, ...wanted }) => {
      const given = answerTo(expression);
      return JSON.stringify(given) === JSON.stringify(wanted) ? [] : [{ expression, wanted, given }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a program', () => {
  test('gives the same in each run', () => {
    const program = programOf('[1, 2].map(y, y + x).exists(y, y == 3 + x)');
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

  test('adds lists in a loop in linear time', () => {
    const { value } = run('lists.range(20000).map(y, y).size() + (lists.range(9) + lists.range(9)).size()');
    expect(value).toBe(20018);
  });
});
