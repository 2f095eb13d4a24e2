import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import { randomRule, randomSizedSchema } from '../costs/random-rule.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { errorsOf } from './compare-definitions.ts';
import { mapSchema } from './random-definition.ts';

/** The largest limit that is tried. */
const MOST = 2 ** 40;

/**
 * Schemas whose rules are estimated to cost just as much as they may, and just too much: with the largest limit that is
 * accepted, and with the next one.
 */
export function limitCases(count: number, random: Random): SchemaCase[] {
  return Array.from({ length: count }, (_, index) => {
    const schema = randomSizedSchema(random);
    const rules = Array.from({ length: random.pick([1, 1, 1, 12]) ?? 1 }, () => ({ rule: randomRule(random, schema) }));
    const withRules: JsonSchemaProps = { ...schema, 'x-kubernetes-validations': rules };
    const isElement = random.chance(0.3);
    const make = (most: number): JsonSchemaProps => wholeObject(limited(withRules, most), isElement ? most : undefined);
    return casesAround(`limits ${index}`, make);
  }).flat();
}

function casesAround(name: string, make: (most: number) => JsonSchemaProps): SchemaCase[] {
  const isAccepted = (most: number): boolean => errorsOf(make(most)).length === 0;
  // Either every limit is too much, or none.
  if (!isAccepted(0) || isAccepted(MOST)) return [{ name, schema: make(100), root: true }];
  let [accepted, refused] = [0, MOST];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (isAccepted(middle)) accepted = middle;
    else refused = middle;
  }
  return [accepted, refused, refused * 2].map((most) => ({ name: `${name}: ${most}`, schema: make(most), root: true }));
}

/** The schema with one limit for all that has none. */
function limited(schema: JsonSchemaProps, most: number): JsonSchemaProps {
  return mapSchema(schema, (node) => {
    if (node.type === 'array') return { maxItems: most, ...node };
    if (node.type === 'string') return { maxLength: most, ...node };
    return node.additionalProperties === undefined ? node : { maxProperties: most, ...node };
  });
}

/** A schema in a whole object; with `maxItems`, of the elements of a list. */
function wholeObject(schema: JsonSchemaProps, maxItems: number | undefined): JsonSchemaProps {
  const spec: JsonSchemaProps = maxItems === undefined ? schema : { type: 'array', items: schema, maxItems };
  return { type: 'object', properties: { spec } };
}
