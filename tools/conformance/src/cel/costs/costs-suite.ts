import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { randomOf, type Random } from '../../random.ts';
import { buildCelOracle } from '../cel-oracle.ts';
import { chosenExpressions, chosenSchema } from '../types/chosen-expressions.ts';
import type { CheckCase } from '../types/compare-checks.ts';
import { corpusSchemas, rulesOf } from '../types/corpus-rules.ts';
import { chosenCosts, chosenCostSchema } from './chosen-costs.ts';
import { compareCosts, type ComparedCosts, compareSchemas } from './compare-costs.ts';
import { functionCalls, functionSchema, usesOf } from './function-cases.ts';
import { randomRule, randomSizedSchema } from './random-rule.ts';

/**
 * The least and the most that rules cost are estimated as kube-apiserver does: of real definitions, of calls of every
 * function with arguments of all kinds, of macros in each other, and of random rules with random limits.
 */
export const celCostsSuite: GeneratorSuite = {
  name: 'cel costs',
  run({ seed, full, log }) {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const real = corpusSchemas();
    const chosen = [
      ...chosenCosts.map((expression) => caseOf(expression, chosenCostSchema)),
      ...chosenExpressions.map((expression) => caseOf(expression, chosenSchema)),
    ];
    const calls = functionCalls();
    const functions = [...calls, ...(full ? calls.flatMap(usesOf) : [])];
    const rules = randomCases(randomOf(seed, 'cel costs'), full ? 30_000 : 2000);
    const groups: Readonly<Record<string, ComparedCosts>> = {
      'rules in their definitions': compareSchemas(oracle, real),
      'rules and messages of definitions': compareCosts(
        oracle,
        real.flatMap(({ schema }) => rulesOf(schema, true)),
      ),
      'calls of functions': compareCosts(
        oracle,
        functions.map((expression) => caseOf(expression, functionSchema)),
      ),
      'chosen expressions': compareCosts(oracle, chosen),
      'random rules': compareCosts(oracle, rules),
    };
    let total = 0;
    const failures = Object.entries(groups).flatMap(([name, compared]) => {
      total += compared.total;
      log(`${name}: ${compared.total - compared.failures.length} of ${compared.total} cost the same`);
      return compared.failures;
    });
    return Promise.resolve({ total, failures });
  },
};

function caseOf(expression: string, schema: JsonSchemaProps): CheckCase {
  return { expression, schema, root: false, optionalOldSelf: false };
}

/** Of each schema ten rules. */
function randomCases(random: Random, count: number): CheckCase[] {
  return Array.from({ length: count / 10 }, () => {
    const schema = randomSizedSchema(random);
    return Array.from({ length: 10 }, () => caseOf(randomRule(random, schema), schema));
  }).flat();
}
