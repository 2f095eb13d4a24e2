import type { JsonObject } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { Ajv } from 'ajv';

/** Whether an object is valid. */
export type AjvValidator = (object: JsonObject) => boolean;

/**
 * Compiles the structural part of a schema with ajv, which generates code for it. It reports all errors, as
 * kube-apiserver does, and checks no formats, and no patterns that JavaScript cannot read.
 */
export function compileWithAjv(schema: JsonSchemaProps): AjvValidator {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  const validate = ajv.compile(jsonSchemaOf(schema));
  return (object) => validate(object);
}

type Keywords = Record<string, unknown>;

/** The schema as JSON Schema, without what only Kubernetes knows. */
function jsonSchemaOf(schema: JsonSchemaProps): Keywords {
  const { minimum, maximum, properties, additionalProperties, items } = schema;
  const type = schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : schema.type;
  return {
    ...(type !== undefined && { type }),
    ...(type !== undefined && schema.nullable === true && { nullable: true }),
    ...copied(schema),
    ...(minimum !== undefined && { [schema.exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [schema.exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, jsonSchemaOf(each)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? jsonSchemaOf(additionalProperties) : additionalProperties,
    }),
    ...(items !== undefined && { items: jsonSchemaOf(items) }),
    ...(schema.not !== undefined && { not: jsonSchemaOf(schema.not) }),
    ...junctors(schema),
  };
}

/** The keywords that both have. */
function copied(schema: JsonSchemaProps): Keywords {
  const limits = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'] as const;
  const others = ['enum', 'multipleOf', 'uniqueItems'] as const;
  const keywords: Keywords = {};
  for (const keyword of limits) if (schema[keyword] !== undefined) keywords[keyword] = Number(schema[keyword]);
  for (const keyword of others) if (schema[keyword] !== undefined) keywords[keyword] = schema[keyword];
  if (schema.pattern !== undefined && isJavaScript(schema.pattern)) keywords['pattern'] = schema.pattern;
  if (schema.required !== undefined && schema.required.length > 0) keywords['required'] = schema.required;
  return keywords;
}

function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

function junctors(schema: JsonSchemaProps): Keywords {
  const keywords: Keywords = {};
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (branches !== undefined && branches.length > 0) keywords[keyword] = branches.map(jsonSchemaOf);
  }
  return keywords;
}
