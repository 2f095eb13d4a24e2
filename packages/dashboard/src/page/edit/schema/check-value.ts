import { compilePattern } from '@kb/apimachinery/schema';
import { controlOf, type FieldSchema } from './field-schema.ts';

/** What is wrong with a field, by its path (`spec.ports[0].port`). */
export type Mistakes = ReadonlyMap<string, string>;

/**
 * Checks a value against its schema while the user types. It checks the rules of single fields; the server's dry run
 * checks the rest.
 */
export function checkValue(schema: FieldSchema, value: unknown, path = ''): Mistakes {
  const found = new Map<string, string>();
  check(found, schema, value, path);
  return found;
}

/** The path of a field below another. */
export function fieldPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

function check(found: Map<string, string>, schema: FieldSchema, value: unknown, path: string): void {
  const mistake = mistakeOf(schema, value);
  if (mistake !== undefined) {
    found.set(path, mistake);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (schema.items) check(found, schema.items, item, fieldPath(path, index));
  } else if (isRecord(value)) {
    for (const name of schema.required ?? [])
      if (value[name] === undefined) found.set(fieldPath(path, name), 'It is required.');
    for (const [name, inner] of Object.entries(value)) {
      const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
      const own = schema.properties?.[name] ?? more;
      if (own) check(found, own, inner, fieldPath(path, name));
    }
  }
}

function mistakeOf(schema: FieldSchema, value: unknown): string | undefined {
  if (schema.enum && !schema.enum.includes(value)) return `One of ${schema.enum.map(String).join(', ')} is expected.`;
  switch (controlOf(schema)) {
    case 'number':
      return numberMistake(schema, value);
    case 'text':
      return schema['x-kubernetes-int-or-string'] ? undefined : textMistake(schema, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false is expected.';
    case 'list':
      return listMistake(schema, value);
    case 'object':
    case 'map':
      return isRecord(value) ? undefined : 'An object is expected.';
    case 'choice':
    case 'free':
      return undefined;
  }
}

function numberMistake({ type, minimum, maximum }: FieldSchema, value: unknown): string | undefined {
  if (typeof value !== 'bigint') {
    if (typeof value !== 'number' || Number.isNaN(value)) return 'A number is expected.';
    if (type === 'integer' && !Number.isInteger(value)) return 'A whole number is expected.';
  }
  if (minimum !== undefined && value < minimum) return `At least ${minimum} is expected.`;
  if (maximum !== undefined && value > maximum) return `At most ${maximum} is expected.`;
  return undefined;
}

function textMistake({ minLength, maxLength, pattern }: FieldSchema, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'A text is expected.';
  if (minLength !== undefined && value.length < minLength)
    return minLength === 1 ? 'It must not be empty.' : `At least ${minLength} characters are expected.`;
  if (maxLength !== undefined && value.length > maxLength) return `At most ${maxLength} characters are expected.`;
  return pattern !== undefined && !matches(pattern, value) ? `It does not match ${pattern}.` : undefined;
}

function listMistake({ minItems, maxItems }: FieldSchema, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'A list is expected.';
  if (minItems !== undefined && value.length < minItems) return `At least ${minItems} items are expected.`;
  if (maxItems !== undefined && value.length > maxItems) return `At most ${maxItems} items are expected.`;
  return undefined;
}

/** Longer texts are left to the server: each key that is pressed checks the whole form. */
const LONGEST_MATCHED = 2000;

function matches(pattern: string, value: string): boolean {
  if (value.length > LONGEST_MATCHED) return true;
  try {
    return compilePattern(pattern)(value);
  } catch {
    // The engine is not loaded, or the pattern is not RE2's: the server decides.
    return true;
  }
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
