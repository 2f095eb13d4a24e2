import { equalJson, type FieldError, type JsonValue } from '@kb/apimachinery';
import { judgeRules } from '@kb/apimachinery/cel';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Failure } from '../../suite.ts';
import type { CelOracle, OracleFieldError } from '../cel-oracle.ts';

/** An object that the rules of a schema judge. */
export interface ObjectCase {
  readonly name: string;
  readonly schema: JsonSchemaProps;
  readonly object: JsonValue;
  /** The object that it replaces. */
  readonly old?: JsonValue;
  /** What may be spent. Default: what the server allows. */
  readonly budget?: number;
}

/** How many objects there were, what the rules said about them, and what differs. */
export interface ComparedObjects {
  readonly total: number;
  readonly errors: number;
  readonly warnings: number;
  /** How many cost more than they may. */
  readonly exceeded: number;
  /** How many made the server panic, and are not compared. */
  readonly panics: number;
  readonly failures: readonly Failure[];
}

const BUDGET = 10_000_000;

/** How often Go is asked where the order in which it looks at the keys of an object, each time another, may matter. */
const TIMES = 30;

/** Rules judge objects as kube-apiserver's do: the same errors, warnings and cost. */
export function compareObjects(oracle: CelOracle, cases: readonly ObjectCase[]): ComparedObjects {
  const answers = askForVerdicts(oracle, cases);
  const failures = cases.flatMap((each, index) => {
    const theirs = answers[index];
    if (theirs !== undefined && panicked(theirs)) return [];
    const ours = judged(each);
    const isSame = (verdict: Verdict): boolean => equalJson({ ...ours }, { ...verdict });
    if (theirs !== undefined && isSame(theirs)) return [];
    const others = askForVerdicts(
      oracle,
      Array.from({ length: TIMES }, () => each),
    );
    return others.some(isSame)
      ? []
      : [{ name: each.name, message: `${shown(each)}\n${JSON.stringify(ours)}\nbut there\n${JSON.stringify(theirs)}` }];
  });
  return {
    total: cases.length,
    errors: sum(answers, ({ errors }) => errors.length),
    warnings: sum(answers, ({ warnings }) => warnings.length),
    exceeded: sum(answers, ({ cost }) => (cost === -1 ? 1 : 0)),
    panics: sum(answers, (answer) => (panicked(answer) ? 1 : 0)),
    failures,
  };
}

/** How many objects are asked about at once, each with its schema: a text of JavaScript holds half a gigabyte. */
const BATCH = 500;

/** What kube-apiserver's rules say about objects. */
export function askForVerdicts(oracle: CelOracle, cases: readonly ObjectCase[]): Verdict[] {
  const batches = Array.from({ length: Math.ceil(cases.length / BATCH) }, (_, index) =>
    cases.slice(index * BATCH, (index + 1) * BATCH),
  );
  return batches.flatMap((batch) => verdictsOf(oracle, batch));
}

function verdictsOf(oracle: CelOracle, cases: readonly ObjectCase[]): Verdict[] {
  const answers = oracle.ask(
    'object',
    cases.map(({ schema, object, old, budget }) => ({
      schema,
      object,
      ...(old !== undefined && { old }),
      ...(budget !== undefined && { budget }),
    })),
  );
  return answers.map(({ errors, warnings, cost, exceeded, panic }) => ({
    errors: texts(errors),
    warnings: warnings.map(withoutNumbers).toSorted(),
    cost: exceeded === true ? -1 : cost,
    ...(panic !== undefined && { panic }),
  }));
}

/** Whether Go's code panicked, as a whole or in one of the rules: a mistake there, with no verdict to compare with. */
function panicked({ panic, errors }: Verdict): boolean {
  return panic !== undefined || errors.some((text) => text.includes(': internal error: '));
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** What rules say about an object: texts in their order as such, because Go's order changes. */
export interface Verdict {
  readonly errors: string[];
  readonly warnings: string[];
  /** -1: more than was allowed. */
  readonly cost: number;
  /** The server panics, and there is nothing to compare with. */
  readonly panic?: string;
}

function judged({ schema, object, old, budget = BUDGET }: ObjectCase): Verdict {
  const result = judgeRules({
    schema,
    isResourceRoot: true,
    value: object,
    budget,
    ...(old !== undefined && { oldValue: old, ratchets: true }),
  });
  return {
    errors: texts(result.errors),
    warnings: result.warnings.toSorted(),
    cost: result.budget < 0 ? -1 : budget - result.budget,
  };
}

/** Go judges the properties of an object in an order of its own, another one each time. */
function texts(errors: readonly (FieldError | OracleFieldError)[]): string[] {
  return errors.map(({ type, field, message }) => withoutNumbers(`${field}: ${type}: ${message}`)).toSorted();
}

/** The names of types have numbers there. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/selfType\d+/g, 'selfType');
}

function shown({ object, old }: ObjectCase): string {
  return `${stringifyJson(object)}${old === undefined ? '' : ` replaces ${stringifyJson(old)}`}`;
}
