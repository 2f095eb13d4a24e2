import type { GeneratorSuite } from '../../generator-suite.ts';
import { randomOf, type Random } from '../../random.ts';
import { buildCelOracle } from '../cel-oracle.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { corpusSchemas } from '../types/corpus-rules.ts';
import { changedDefinitions } from './changed-definitions.ts';
import { chosenDefinitions } from './chosen-definitions.ts';
import { compareDefinitions, type ComparedDefinitions } from './compare-definitions.ts';
import { limitCases } from './limit-cases.ts';
import { randomDefinition, withRandomRules } from './random-definition.ts';

/**
 * Definitions are accepted, or refused with the errors of kube-apiserver, for their rules: real ones, the same with
 * mistakes and without limits, random ones, and those whose costs are next to the limits.
 */
export const celRulesSuite: GeneratorSuite = {
  name: 'cel rules',
  run({ seed, full, log }) {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const random = randomOf(seed, 'cel rules');
    const real = corpusSchemas();
    const cases: Readonly<Record<string, readonly SchemaCase[]>> = {
      'chosen definitions': chosenDefinitions,
      'real definitions': real,
      'real definitions, changed': changedDefinitions(real, full ? 750 : 150, random),
      'real definitions with other rules': moreRules(real, full ? 150 : 30, random),
      'random definitions': randomDefinitions(full ? 3000 : 800, random),
      'definitions at the limits': limitCases(full ? 600 : 100, random),
    };
    const groups = Object.entries(cases).map(([name, some]): [string, ComparedDefinitions] => [
      name,
      compareDefinitions(oracle, some),
    ]);
    for (const [name, { total, refused, failures }] of groups)
      log(`${name}: ${total - failures.length} of ${total} have the same errors; ${refused} have some`);
    return Promise.resolve({
      total: groups.reduce((sum, [, { total }]) => sum + total, 0),
      failures: groups.flatMap(([, { failures }]) => failures),
    });
  },
};

function randomDefinitions(count: number, random: Random): SchemaCase[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `random ${index}`,
    schema: randomDefinition(random),
    root: true,
  }));
}

function moreRules(real: readonly SchemaCase[], count: number, random: Random): SchemaCase[] {
  // The largest would take most of the time.
  const small = real.filter(({ schema }) => JSON.stringify(schema).length < 20_000);
  return random.sample(small, count).map(({ name, schema, root }) => ({
    name: `${name} with rules`,
    schema: withRandomRules(schema, random),
    root,
  }));
}
