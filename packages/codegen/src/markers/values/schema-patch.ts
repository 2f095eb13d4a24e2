import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import {
  count,
  flag,
  listOf,
  membersOf,
  misspeltMember,
  number,
  objectOf,
  type ObjectShape,
  type Shape,
  shapeProblem,
  text,
  texts,
  value,
} from './json-shape.ts';

/**
 * Keywords of JSON Schema and OpenAPI that have no meaning in a CustomResourceDefinition or are refused there. They are
 * reported where the whole schema is checked.
 */
const others = new Set(
  (
    'id $id $schema $ref $defs $anchor $comment patternProperties definitions dependencies additionalItems if then else const contains examples readOnly writeOnly deprecated ' +
    'propertyNames minContains maxContains dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties prefixItems discriminator xml'
  ).split(' '),
);

const rule = objectOf('a rule, {…}', [
  [text, 'rule message messageExpression reason fieldPath'],
  [flag, 'optionalOldSelf'],
]);

/** Every keyword that a schema of a CustomResourceDefinition can have, with the shape of its value. */
export const schemaKeywords: ReadonlyMap<string, Shape> = keywordsOf();

/** A function, because the shape of a schema refers to itself. */
function keywordsOf(): Map<string, Shape> {
  const keywords = membersOf([
    [text, 'type format title description pattern x-kubernetes-list-type x-kubernetes-map-type'],
    [flag, 'nullable exclusiveMaximum exclusiveMinimum uniqueItems x-kubernetes-preserve-unknown-fields'],
    [flag, 'x-kubernetes-embedded-resource x-kubernetes-int-or-string'],
    [number, 'maximum minimum multipleOf'],
    [count, 'maxLength minLength maxItems minItems maxProperties minProperties'],
    [value, 'default example'],
    [listOf(value, 'a list of values'), 'enum'],
    [texts, 'required x-kubernetes-list-map-keys'],
    [objectOf('an object, {…}', [[text, 'url description']]), 'externalDocs'],
    [listOf(rule, 'a list of rules'), 'x-kubernetes-validations'],
  ]);
  const schema: ObjectShape = { kind: 'object', called: 'a schema, {…}', members: keywords, others };
  const inside = membersOf([
    [schema, 'not'],
    [{ kind: 'object or list', object: schema, called: 'a schema, {…}' }, 'items'],
    [listOf(schema, 'a list of schemas'), 'allOf anyOf oneOf'],
    [{ kind: 'map', of: schema, called: 'an object with a schema for each field' }, 'properties'],
    [{ kind: 'object or flag', object: schema, called: 'a schema, true or false' }, 'additionalProperties'],
  ]);
  for (const [name, shape] of inside) keywords.set(name, shape);
  return keywords;
}

const schemaShape: ObjectShape = { kind: 'object', called: 'a schema, {…}', members: schemaKeywords, others };

/**
 * The problem of a patch of a schema, whatever schema it is applied to: a sentence, or undefined. Unknown keywords are
 * allowed.
 */
export function schemaPatchProblem(patch: JsonValue): string | undefined {
  return isJsonObject(patch) ? shapeProblem(patch, schemaShape, '') : 'a patch of a schema is an object, {…}';
}

/** A sentence about a keyword of a schema patch that looks misspelt, or undefined. */
export function misspeltKeyword(patch: JsonValue): string | undefined {
  return misspeltMember(patch, schemaShape, '');
}
