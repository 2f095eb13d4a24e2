import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** The problem of a marker that needs another type. */
export function mismatch(wanted: string, schema: JsonSchemaProps): string {
  const found = schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(schema.type);
  return `it needs ${wanted}, and this is ${found}`;
}

/** Describes a type of JSON Schema. */
export function typeInWords(type: string | undefined): string {
  return (
    (type !== undefined && Object.hasOwn(typeWords, type) ? typeWords[type] : undefined) ?? 'a value of no one type'
  );
}

const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** True for a schema whose values are numbers only. */
export function isNumeric({ type }: JsonSchemaProps): boolean {
  return type === 'integer' || type === 'number';
}

/** True for a schema whose values can be text. */
export function isText(schema: JsonSchemaProps): boolean {
  return schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
}
