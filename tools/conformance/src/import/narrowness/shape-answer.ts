import { equalJson, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/**
 * The result of a schema for a value, if only shapes count: types, required fields, enums, null, and combinations of
 * fields. The results of patterns, formats, lengths and bounds are open: they may hold or not. So a value that cannot
 * be accepted is refused for its shape.
 */
export interface ShapeAnswer {
  readonly canAccept: boolean;
  readonly canRefuse: boolean;
}

const accepted: ShapeAnswer = { canAccept: true, canRefuse: false };
const refused: ShapeAnswer = { canAccept: false, canRefuse: true };
const open: ShapeAnswer = { canAccept: true, canRefuse: true };

/**
 * Evaluates a schema. `beside` is the schema of the value outside of junctors, which shows whether a type is closed.
 */
export function shapeAnswer(schema: JsonSchemaProps, value: JsonValue, beside: JsonSchemaProps = schema): ShapeAnswer {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  const answerOf = (branch: JsonSchemaProps): ShapeAnswer => shapeAnswer(branch, value, beside);
  return all([
    ownAnswer(schema, value, beside),
    ...allOf.map(answerOf),
    ...(anyOf.length > 0 && !isIntOrString ? [any(anyOf.map(answerOf))] : []),
    ...(oneOf.length > 0 ? [one(oneOf.map(answerOf))] : []),
    ...(not === undefined ? [] : [negated(answerOf(not))]),
  ]);
}

function all(answers: readonly ShapeAnswer[]): ShapeAnswer {
  return {
    canAccept: answers.every(({ canAccept }) => canAccept),
    canRefuse: answers.some(({ canRefuse }) => canRefuse),
  };
}

function any(answers: readonly ShapeAnswer[]): ShapeAnswer {
  return negated(all(answers.map(negated)));
}

/** One of them, and no other. */
function one(answers: readonly ShapeAnswer[]): ShapeAnswer {
  const sure = answers.filter(({ canRefuse }) => !canRefuse).length;
  const possible = answers.filter(({ canAccept }) => canAccept).length;
  return { canAccept: sure <= 1 && possible >= 1, canRefuse: sure !== 1 || possible !== 1 };
}

function negated({ canAccept, canRefuse }: ShapeAnswer): ShapeAnswer {
  return { canAccept: canRefuse, canRefuse: canAccept };
}

/** Keywords about the values of a type, not about their shape. */
const boundsOf: Readonly<Record<string, readonly (keyof JsonSchemaProps)[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'multipleOf', 'format'],
  list: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['minProperties', 'maxProperties'],
};

function ownAnswer(schema: JsonSchemaProps, value: JsonValue, beside: JsonSchemaProps): ShapeAnswer {
  if (!hasType(schema, value)) return refused;
  const answers: ShapeAnswer[] = [];
  if (schema.enum !== undefined) answers.push(enumAnswer(schema.enum, value, schema === beside, beside));
  const kind = kindOf(value);
  if (boundsOf[kind]?.some((keyword) => schema[keyword] !== undefined)) answers.push(open);
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items !== undefined) answers.push(...value.map((item) => shapeAnswer(items, item, beside.items ?? items)));
  } else if (isJsonObject(value)) {
    answers.push(...fieldAnswers(schema, value, beside));
  }
  return answers.length === 0 ? accepted : all(answers);
}

function fieldAnswers(schema: JsonSchemaProps, value: JsonObject, beside: JsonSchemaProps): ShapeAnswer[] {
  const { required = [], properties = {}, additionalProperties } = schema;
  const missing = required.some((name) => !Object.hasOwn(value, name));
  return [
    ...(missing ? [refused] : []),
    ...Object.entries(value).flatMap(([name, child]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (typeof property !== 'object') return [];
      const base = beside.properties?.[name] ?? beside.additionalProperties;
      return [shapeAnswer(property, child, typeof base === 'object' ? base : property)];
    }),
  ];
}

/**
 * A value of a set is a shape. A value outside of the set is not, if the type has other values: no type can express
 * "any string except these", so inside a junctor the result for a value of the set is open.
 */
function enumAnswer(
  values: readonly JsonValue[],
  value: JsonValue,
  isOwn: boolean,
  beside: JsonSchemaProps,
): ShapeAnswer {
  const isIn = value !== null && values.some((one) => equalJson(one, value));
  if (!isIn) return refused;
  const isClosed = isOwn || beside.enum !== undefined || beside.type === 'boolean';
  return isClosed ? accepted : open;
}

function hasType(schema: JsonSchemaProps, value: JsonValue): boolean {
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  if (value === null) return (schema.type === undefined && !isIntOrString) || schema.nullable === true;
  if (isIntOrString) return typeof value === 'number' || typeof value === 'string';
  const wanted = schema.type === 'integer' ? 'number' : schema.type === 'array' ? 'list' : schema.type;
  return wanted === undefined || wanted === kindOf(value);
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
