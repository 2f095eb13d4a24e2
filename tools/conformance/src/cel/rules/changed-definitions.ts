import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import { mutateText } from '../syntax/mutate-text.ts';
import type { SchemaCase } from '../types/compare-declarations.ts';
import { mapSchema } from './random-definition.ts';

/** Real definitions in which something about the rules, or about the limits around them, is wrong. */
export function changedDefinitions(real: readonly SchemaCase[], count: number, random: Random): SchemaCase[] {
  const withRules = real.filter(({ schema }) => /"x-kubernetes-validations"/.test(JSON.stringify(schema)));
  if (withRules.length === 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const { name, schema, root } = withRules[index % withRules.length] ?? { name: '', schema: {}, root: true };
    const change = random.pick(changes) ?? withoutLimits;
    return { name: `${name}, change ${index}`, schema: change(schema, random), root };
  });
}

type Change = (schema: JsonSchemaProps, random: Random) => JsonSchemaProps;

const changes: readonly Change[] = [
  withoutLimits,
  withLists,
  (schema, random) => mapRules(schema, random, (rule) => ({ ...rule, rule: mutateText(rule.rule, random) })),
  (schema, random) => mapRules(schema, random, (rule) => ({ ...rule, rule: rule.rule.replace('self', 'oldSelf') })),
  (schema, random) => mapRules(schema, random, (rule) => ({ ...rule, optionalOldSelf: random.chance(0.5) })),
  (schema, random) => mapRules(schema, random, (rule) => ({ ...rule, messageExpression: `'x ' + string(self)` })),
  (schema, random) => mapRules(schema, random, (rule) => ({ ...rule, messageExpression: rule.rule })),
];

/** Some of the limits of lists, maps and texts are left out. */
function withoutLimits(schema: JsonSchemaProps, random: Random): JsonSchemaProps {
  const part = random.next();
  return mapSchema(schema, (node) => {
    const { maxItems: _items, maxProperties: _properties, maxLength: _length, ...rest } = node;
    return random.chance(part) ? rest : node;
  });
}

/** The elements of lists have no identity. */
function withLists(schema: JsonSchemaProps): JsonSchemaProps {
  return mapSchema(schema, (node) => {
    const { 'x-kubernetes-list-map-keys': _, ...rest } = node;
    return node['x-kubernetes-list-type'] === 'map' ? { ...rest, 'x-kubernetes-list-type': 'atomic' } : node;
  });
}

/** Some of the rules are changed. */
function mapRules(
  schema: JsonSchemaProps,
  random: Random,
  change: (rule: ValidationRule) => ValidationRule,
): JsonSchemaProps {
  return mapSchema(schema, (node) => {
    const rules = node['x-kubernetes-validations'];
    if (rules === undefined) return node;
    return { ...node, 'x-kubernetes-validations': rules.map((rule) => (random.chance(0.2) ? change(rule) : rule)) };
  });
}
