import { chosenObjects } from '../../../../../packages/apimachinery/src/cel/rules/judge/test-support/chosen-objects.ts';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { randomOf, type Random } from '../../random.ts';
import { buildCelOracle } from '../cel-oracle.ts';
import { randomSizedSchema } from '../costs/random-rule.ts';
import { corpusSchemas, rulesOf } from '../types/corpus-rules.ts';
import { randomObjectSchema } from '../types/random-schema.ts';
import { type ComparedObjects, compareObjects, type ObjectCase } from './compare-objects.ts';
import { objectsForRules } from './lone-rules.ts';
import { objectMaker } from './random-object.ts';
import { withRandomRules } from './random-rules.ts';

/**
 * Rules judge objects as in kube-apiserver, with the same errors, warnings and costs: the rules of real definitions
 * about made objects, random rules of random schemas, and chosen ones; objects that are created and that replace
 * others.
 */
export const celObjectsSuite: GeneratorSuite = {
  name: 'cel objects',
  run({ seed, full, log }) {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const random = randomOf(seed, 'cel objects');
    const real = corpusSchemas().filter(({ schema }) => rulesOf(schema, true).length > 0);
    const each = objectsForRules(random, real, full ? 300 : 40);
    log(`of ${each.rules} rules of definitions, ${each.held} are seen to hold, and ${each.broken} to be broken`);
    const groups: Readonly<Record<string, readonly ObjectCase[]>> = {
      'chosen objects': chosenObjects,
      'all rules of definitions': real.flatMap(({ name, schema }) => objectsOf(random, name, schema, full ? 100 : 6)),
      'each rule of definitions': each.cases,
      'random rules': Array.from({ length: full ? 3000 : 200 }, (_, index) =>
        objectsOf(random, `random schema ${index}`, randomSchema(random), 3),
      ).flat(),
    };
    let total = 0;
    const failures = Object.entries(groups).flatMap(([name, cases]) => {
      const compared = compareObjects(oracle, cases);
      total += compared.total;
      log(`${name}: ${said(compared)}`);
      return compared.failures;
    });
    return Promise.resolve({ total, failures });
  },
};

function said({ total, errors, warnings, exceeded, panics, failures }: ComparedObjects): string {
  const left = panics === 0 ? '' : `, ${panics} not compared, because it panics`;
  const seen = `${errors} errors, ${warnings} warnings, ${exceeded} times over the budget${left}`;
  return `${total - failures.length} of ${total} judged the same: ${seen}`;
}

function randomSchema(random: Random): JsonSchemaProps {
  const schema = random.chance(0.5) ? randomSizedSchema(random) : randomObjectSchema(random);
  return withRandomRules(random, withListMaps(random, schema), true);
}

/** The same schema, with keys for some of the lists of objects. */
function withListMaps(random: Random, schema: JsonSchemaProps): JsonSchemaProps {
  const { properties, items, additionalProperties } = schema;
  const name = Object.keys(items?.properties ?? {}).at(0);
  const isScalar = name !== undefined && items?.properties?.[name]?.type === 'string';
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [key, withListMaps(random, child)]),
      ),
    }),
    ...(items !== undefined && { items: withListMaps(random, items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withListMaps(random, additionalProperties),
    }),
    ...(isScalar &&
      random.chance(0.7) && { 'x-kubernetes-list-type': 'map' as const, 'x-kubernetes-list-map-keys': [name] }),
  };
}

/** A number of objects, each created and then changed. */
function objectsOf(random: Random, name: string, schema: JsonSchemaProps, count: number): ObjectCase[] {
  const maker = objectMaker(random, schema);
  return Array.from({ length: count }, () => {
    const object = maker.make();
    return [
      { name, schema, object },
      { name: `${name}, changed`, schema, object: maker.change(object), old: object },
    ];
  }).flat();
}
