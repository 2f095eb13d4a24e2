import type { FieldError } from '../../../field-error.ts';
import type { JsonValue } from '../../../json.ts';
import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { Correlation } from '../../../schema/validate/correlation.ts';
import { OBJECT_COST_BUDGET } from './judge-limits.ts';
import { ruleTree } from './judge-tree.ts';
import { type Judgement, judgeValue } from './judge-value.ts';

/** A value, and the schema with the rules that judge it. */
export interface JudgeInput {
  readonly schema: JsonSchemaProps;
  /** Whether the value is a whole object, of which rules know apiVersion, kind and names. */
  readonly isResourceRoot: boolean;
  readonly value: JsonValue;
  /** The value that it replaces. Absent, or null: it is new. */
  readonly oldValue?: JsonValue | undefined;
  /** Whether an unchanged value may break rules, with a warning. Default: false. */
  readonly ratchets?: boolean;
  /** The path of the value in errors. Default: empty, the value is the whole object. */
  readonly path?: string;
  /** What all rules and messages may cost. Default: {@link OBJECT_COST_BUDGET}. */
  readonly budget?: number;
}

/** What rules say about a value. */
export interface Judged {
  readonly errors: readonly FieldError[];
  /** The rules that an unchanged value breaks, each as the text of its error. */
  readonly warnings: readonly string[];
  /** What is left of the budget; negative: not all rules were evaluated. */
  readonly budget: number;
}

/**
 * Judges a value by the rules of its schema, as kube-apiserver does a valid value: of each value its own rules, then
 * those of `allOf`, then those of the values in it. Properties are judged in the order of the schema; there they have
 * none.
 */
export function judgeRules(input: JudgeInput): Judged {
  const steps = judgeInSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How much is spent in a step. */
const STEP_COST = 50_000;
/** What it takes to come to a value or a rule, in the same unit: rules may cost nothing. */
const WAY_COST = 20;
/** The nanoseconds of work that take as long as what costs 1, about. */
const WORK_OF_COST = 20;

/** Judges in steps, each of a millisecond or two, unless a single rule takes longer. */
export function judgeInSteps(input: JudgeInput): Iterator<void, Judged> {
  const { schema, isResourceRoot, value, oldValue, ratchets = false, path = '', budget = OBJECT_COST_BUDGET } = input;
  const judgement: Judgement = { errors: [], warnings: [], budget, work: 0 };
  const node = ruleTree(schema, isResourceRoot);
  const old = oldValue ?? undefined;
  const own = ratchets && old !== undefined ? new Correlation(value, old, schema) : undefined;
  // A stack, because values may be in each other thousands of times.
  const open = node === undefined ? [] : [judgeValue({ node, path, value, old, ratchet: { own } }, judgement)];
  const next = (): IteratorResult<void, Judged> => {
    const enough = judgement.budget - STEP_COST;
    const worked = judgement.work;
    let way = 0;
    for (let last = open.at(-1); last !== undefined && judgement.budget >= 0; last = open.at(-1)) {
      const step = last.next();
      if (step.done === true) open.pop();
      else if (step.value !== undefined) open.push(judgeValue(step.value, judgement));
      way += WAY_COST;
      const spent = way + (judgement.work - worked) / WORK_OF_COST;
      if (judgement.budget >= 0 && judgement.budget - spent < enough) return { done: false, value: undefined };
    }
    const { errors, warnings } = judgement;
    return { done: true, value: { errors, warnings, budget: judgement.budget } };
  };
  return { next };
}
