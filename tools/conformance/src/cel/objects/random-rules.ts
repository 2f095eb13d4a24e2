import { declTypeOf, nameTypes, printType } from '@kb/apimachinery/cel';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { Random } from '../../random.ts';
import { randomRule } from '../costs/random-rule.ts';
import { expressionMaker } from '../types/random-expression.ts';

const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

/** The same schema with random rules at some of its places, also in `allOf`. */
export function withRandomRules(random: Random, schema: JsonSchemaProps, isRoot = false): JsonSchemaProps {
  const { properties, items, additionalProperties } = schema;
  const inner: JsonSchemaProps = {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, withRandomRules(random, child)]),
      ),
    }),
    ...(items !== undefined && { items: withRandomRules(random, items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withRandomRules(random, additionalProperties),
    }),
  };
  if (random.chance(0.03))
    return { ...inner, allOf: [{ 'x-kubernetes-validations': randomRules(random, schema, isRoot) }] };
  if (!isRoot && !random.chance(0.4)) return inner;
  return { ...inner, 'x-kubernetes-validations': randomRules(random, schema, isRoot) };
}

function randomRules(random: Random, schema: JsonSchemaProps, isRoot: boolean): ValidationRule[] {
  const decl = declTypeOf(schema, isRoot || schema['x-kubernetes-embedded-resource'] === true);
  // Rules about what has no type cannot run: a definition with one is refused.
  if (decl === undefined) return [];
  const { root: self } = nameTypes(decl, 'selfType');
  const maker = expressionMaker(random, self);
  // What is estimated to need all memory is refused; here it would be evaluated.
  const made = (kind: 'bool' | 'string'): string => {
    const text = maker.make({ kind });
    return text.includes('lists.range') ? made(kind) : text;
  };
  const isSized = schema.type === 'object' && schema.properties !== undefined;
  const expression = (): string => {
    const chosen = random.below(4);
    if (chosen === 0 && isSized) return randomRule(random, schema);
    if (chosen === 1 && !['dyn'].includes(printType(self))) return `self ${random.pick(['==', '!='])} self`;
    return made('bool');
  };
  return Array.from({ length: 1 + random.below(2) }, () => {
    const isOptional = random.chance(0.15);
    const rule = random.chance(0.3) ? withOld(random, expression(), isOptional) : expression();
    const reason = random.chance(0.3) ? random.pick(reasons) : undefined;
    const path = Object.keys(schema.properties ?? {}).find((name) => /^[a-z]+$/.test(name));
    return {
      rule,
      ...(isOptional && { optionalOldSelf: true }),
      ...(reason !== undefined && { reason }),
      ...(random.chance(0.3) && { message: random.pick(['must fit', ' spaces ']) ?? '' }),
      ...(random.chance(0.3) && { messageExpression: made('string') }),
      ...(path !== undefined && random.chance(0.2) && { fieldPath: `.${path}` }),
    };
  });
}

/** A rule about the old value, too. */
function withOld(random: Random, rule: string, isOptional: boolean): string {
  const old = isOptional ? `oldSelf.hasValue() && (${rule.replaceAll(/\bself\b/g, 'oldSelf.value()')})` : '';
  if (isOptional) return random.chance(0.5) ? old : `!oldSelf.hasValue() || (${rule})`;
  return random.chance(0.5) ? `(${rule}) && self == oldSelf` : rule.replace(/\bself\b/, 'oldSelf');
}
