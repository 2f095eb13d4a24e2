import { declTypeOf, nameTypes } from '@kb/apimachinery/cel';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import { randomRule, randomSizedSchema } from '../costs/random-rule.ts';
import type { Random } from '../../random.ts';
import { mutateText } from '../syntax/mutate-text.ts';
import { untypedExpression } from '../types/chosen-expressions.ts';
import { expressionMaker } from '../types/random-expression.ts';
import { randomObjectSchema } from '../types/random-schema.ts';

/** A random schema of a kind, with rules that are mostly right at some of its places. */
export function randomDefinition(random: Random): JsonSchemaProps {
  const sized = random.chance(0.5);
  const make = (): JsonSchemaProps => (sized ? randomSizedSchema(random) : randomObjectSchema(random));
  return withRandomRules(withoutMetadata({ type: 'object', properties: { spec: make(), status: make() } }), random);
}

/** Embedded resources have no properties of their own with these names: their types are restricted. */
function withoutMetadata(schema: JsonSchemaProps): JsonSchemaProps {
  return mapSchema(schema, (node) => {
    const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = node.properties ?? {};
    const isEmbedded = node['x-kubernetes-embedded-resource'] === true;
    return node.properties === undefined || !isEmbedded
      ? node
      : { ...node, properties: { ...properties, a: { type: 'string' } } };
  });
}

/** A schema with rules at some of its places, in addition to those that it has. */
export function withRandomRules(schema: JsonSchemaProps, random: Random): JsonSchemaProps {
  return mapSchema(schema, (node, isRoot) => {
    if (!random.chance(isRoot ? 0.5 : 0.25)) return node;
    const rules = Array.from({ length: 1 + random.below(3) }, () => randomRuleFor(node, isRoot, random));
    return { ...node, 'x-kubernetes-validations': [...(node['x-kubernetes-validations'] ?? []), ...rules] };
  });
}

/** A schema in which every schema is replaced, from the inside out. */
export function mapSchema(
  schema: JsonSchemaProps,
  change: (node: JsonSchemaProps, isRoot: boolean) => JsonSchemaProps,
  isRoot = true,
): JsonSchemaProps {
  const inside = (child: JsonSchemaProps): JsonSchemaProps => mapSchema(child, change, false);
  const { properties, items, additionalProperties } = schema;
  return change(
    {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, inside(child)])),
      }),
      ...(items && { items: inside(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
    },
    isRoot,
  );
}

function randomRuleFor(node: JsonSchemaProps, isRoot: boolean, random: Random): ValidationRule {
  const rule = changed(expressionFor(node, isRoot, 'bool', random), random);
  return {
    rule,
    ...(/[\n\r]/.test(rule.trim()) && { message: 'several lines' }),
    ...(random.chance(0.3) && { messageExpression: changed(expressionFor(node, isRoot, 'string', random), random) }),
    ...(random.chance(0.2) && { optionalOldSelf: random.chance(0.7) }),
    ...(random.chance(0.1) && { reason: random.chance(0.5) ? 'FieldValueInvalid' : 'FieldValueForbidden' }),
    ...(random.chance(0.1) && { fieldPath: random.pick(paths) ?? '' }),
    ...(random.chance(0.1) && { message: random.pick(['text', ' <&> ', '', ' ', 'a\nb']) ?? '' }),
  };
}

const paths = ['.a', '.b.c', "['a-b']", '.', '.a.', "['a", 'a', '.a[0]', "['a\\'b']", ' ', '.a\n', "['']", "['a'].b"];

function expressionFor(node: JsonSchemaProps, isRoot: boolean, kind: 'bool' | 'string', random: Random): string {
  if (random.chance(0.1)) return untypedExpression(random, 2);
  const decl = declTypeOf(node, isRoot || node['x-kubernetes-embedded-resource'] === true);
  if (decl === undefined) return 'self == self';
  if (kind === 'bool' && random.chance(0.4)) return randomRule(random, node);
  const wanted = random.chance(0.05) ? 'int' : kind;
  return expressionMaker(random, nameTypes(decl, 'selfType').root).make({ kind: wanted });
}

/** An expression that is like another, with a mistake or a comparison with the old value. */
function changed(text: string, random: Random): string {
  if (random.chance(0.15)) return mutateText(text, random);
  return random.chance(0.3) ? text.replace(/\bself\b/, 'oldSelf') : text;
}
