import { judgeRules } from '@kb/apimachinery/cel';
import { validateCustomResource } from '@kb/apimachinery/schema';
import type { Comparison } from '../comparison.ts';
import type { BenchKind } from './objects/bench-kind.ts';
import { compileWithAjv } from './precompiled-ajv.ts';
import { rateOf } from './rate.ts';
import { validatedParts } from './served-kind.ts';

/**
 * Measures how often a second a kind's object is validated in process: its structure, beside ajv, and then with the
 * rules. Throws if either says that it is invalid: then less would be measured.
 */
export function measureValidations(kind: BenchKind, runs: number): Comparison[] {
  const { schema, object } = validatedParts(kind);
  const structural = (): void => {
    const [error] = validateCustomResource(schema, object);
    if (error !== undefined) throw new Error(`${kind.name}: ${error.field}: ${error.message}`);
  };
  const withRules = (): void => {
    structural();
    const [error] = judgeRules({ schema, value: object, isResourceRoot: true }).errors;
    if (error !== undefined) throw new Error(`${kind.name}: ${error.field}: ${error.message}`);
  };
  const compiled = compileWithAjv(schema);
  const byAjv = (): void => {
    if (!compiled(object)) throw new Error(`${kind.name}: ajv says that the object is invalid`);
  };
  const measured = { structural: [] as number[], ajv: [] as number[], withRules: [] as number[] };
  for (let run = -1; run < runs; run += 1) {
    const rates = [structural, withRules, byAjv].map(rateOf);
    if (run < 0) continue;
    const [ours = Number.NaN, all = Number.NaN, other = Number.NaN] = rates;
    measured.structural.push(ours);
    measured.withRules.push(all);
    measured.ajv.push(other);
  }
  return [
    { name: `structure, ${kind.name}`, unit: '/s', ours: measured.structural, other: measured.ajv },
    { name: `structure and rules, ${kind.name}`, unit: '/s', ours: measured.withRules, other: [] },
  ];
}
