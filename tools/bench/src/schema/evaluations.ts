import { compileRules, declTypeOf } from '@kb/apimachinery/cel';
import { decodeSchema } from '@kb/apimachinery/schema';
import { viewOf } from '../../../../packages/apimachinery/src/cel/views/view.ts';
import type { Figure } from '../bench.ts';
import { rateOf } from './rate.ts';
import { type SmallRule, smallRules } from './small-rules.ts';

/** How many evaluations of a small rule a second are at least wanted. */
const FLOOR = 500_000;
/** The cost at which kube-apiserver ends an evaluation. */
const CALL_COST_LIMIT = 1_000_000;

/** Measures how often a second each small rule is evaluated, with making its variables from JSON. */
export function measureEvaluations(runs: number): Figure[] {
  return smallRules.map((small) => {
    const evaluate = evaluationOf(small);
    const rates = Array.from({ length: runs + 1 }, () => rateOf(evaluate));
    return { name: small.rule, unit: '/s', values: rates.slice(1), floor: FLOOR };
  });
}

function evaluationOf({ rule, schema, value, old }: SmallRule): () => void {
  const decoded = decodeSchema({ ...schema, 'x-kubernetes-validations': [{ rule }] }).schema;
  const type = decoded && declTypeOf(decoded);
  const [compiled] = decoded && type ? compileRules(decoded, type) : [];
  const program = compiled?.program;
  if (decoded === undefined || program === undefined) throw new Error(`${rule}: ${compiled?.error ?? 'no type'}`);
  return () => {
    const self = viewOf(value, decoded);
    const result = program.run(old === undefined ? [self] : [self, viewOf(old, decoded)], CALL_COST_LIMIT);
    if (result.value !== true) throw new Error(`${rule} is not true`);
  };
}
