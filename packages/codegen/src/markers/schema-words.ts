import type { JsonSchemaProps } from '@kb/apimachinery';

/** What is wrong when a marker needs another type. */
export function mismatch(wanted: string, schema: JsonSchemaProps): string {
  const found = schema['x-kubernetes-int-or-string'] === true ? 'a number or text' : typeInWords(schema.type);
  return `it needs ${wanted}, and this is ${found}`;
}

/** A type of JSON Schema in words. */
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

/** Whether values are numbers, and nothing else. */
export function isNumeric({ type }: JsonSchemaProps): boolean {
  return type === 'integer' || type === 'number';
}

/** Whether values are text, or can be. */
export function isText(schema: JsonSchemaProps): boolean {
  return schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
}
