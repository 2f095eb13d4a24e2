import { type Bounds, declaredSizes, declTypeOf, estimateCost } from '@kb/apimachinery/cel';
import type { Failure } from '../../suite.ts';
import type { CelOracle } from '../cel-oracle.ts';
import { type CheckCase, checkCase } from '../types/compare-checks.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { rulesOf } from '../types/corpus-rules.ts';

/** How many of the expressions have a cost, and where it differs. */
export interface ComparedCosts {
  readonly total: number;
  readonly failures: readonly Failure[];
}

/** The least and the most that expressions cost are estimated as kube-apiserver does. */
export function compareCosts(oracle: CelOracle, cases: readonly CheckCase[]): ComparedCosts {
  const answers = oracle.ask('expression', cases);
  const compared = cases.flatMap((each, index) => {
    const answer = answers[index];
    // What does not compile costs nothing; that the same expressions compile, `cel types` compares.
    if (answer === undefined || answer.error !== undefined || answer.panic !== undefined) return [];
    const theirs = `${answer.minCost} to ${answer.maxCost}`;
    const cost = costOf(each);
    const isSame = cost !== undefined && isEqual(cost.min, answer.minCost) && isEqual(cost.max, answer.maxCost);
    const ours = cost === undefined ? 'does not compile' : `${cost.min} to ${cost.max}`;
    return [isSame ? [] : [{ name: each.expression, message: `${ours}, but there ${theirs}` }]];
  });
  return { total: compared.length, failures: compared.flat() };
}

/** The rules of whole schemas, where the server compiles them with all others, cost at most what they cost there. */
export function compareSchemas(oracle: CelOracle, cases: readonly SchemaCase[]): ComparedCosts {
  const answers = oracle.ask(
    'definition',
    cases.map(({ schema }) => ({ schema })),
  );
  let total = 0;
  const failures = cases.flatMap(({ name, schema, root }, index) => {
    const ours = Map.groupBy(rulesOf(schema, root), ({ expression }) => expression);
    const rules = (answers[index]?.schemas ?? []).flat();
    return rules.flatMap(({ path, rule, cost, error, typeError }) => {
      if (error !== undefined || typeError !== undefined) return [];
      total += 1;
      const costs = (ours.get(rule) ?? []).map((each) => costOf(each)?.max);
      if (costs.some((max) => max !== undefined && isEqual(max, cost))) return [];
      return [{ name: `${name} ${path}: ${rule}`, message: `${costs.join(' or ')}, but there ${cost}` }];
    });
  });
  return { total, failures };
}

function isEqual(ours: bigint, theirs: number | bigint): boolean {
  // Past 2^63, answers are rounded.
  return typeof theirs === 'bigint' ? ours === theirs : Number(ours) === theirs;
}

function costOf(each: CheckCase): Bounds | undefined {
  const checked = checkCase(each);
  const decl = declTypeOf(each.schema, each.root);
  if (checked === undefined || !('expr' in checked) || decl === undefined) return undefined;
  return estimateCost(checked, declaredSizes(decl));
}
