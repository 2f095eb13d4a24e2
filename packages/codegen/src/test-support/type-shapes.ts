import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareText } from '../text/compare-text.ts';
import { resultsOf, type TypeCase, type TypeResult } from './type-cases.ts';

/** The schema of any text. */
export const text: JsonSchemaProps = { type: 'string' };
/** The schema of `int32`. */
export const int32: JsonSchemaProps = { type: 'integer', format: 'int32' };
/** The schema of a closed set of values. */
export const oneOf = (...values: (string | number | boolean)[]): JsonSchemaProps => ({
  enum: values,
  type: typeof values[0] === 'number' ? 'integer' : typeof values[0],
});
/** The schema of an object; without a second argument all its fields are required. */
export const object = (
  properties: Record<string, JsonSchemaProps>,
  required: readonly string[] = Object.keys(properties).sort(),
): JsonSchemaProps => ({
  type: 'object',
  ...(Object.keys(properties).length > 0 && { properties }),
  ...(required.length > 0 && { required: [...required] }),
});
/** The schema of a list, with other keywords. */
export const list = (items: JsonSchemaProps, rest: JsonSchemaProps = {}): JsonSchemaProps => ({
  type: 'array',
  items,
  ...rest,
});
/** The schema of a map of values. */
export const map = (additionalProperties: JsonSchemaProps): JsonSchemaProps => ({
  type: 'object',
  additionalProperties,
});
/** The schema of a string that a pattern restricts. */
export const pattern = (source: string): JsonSchemaProps => ({ type: 'string', pattern: source });
/** The schema of an IntOrString. */
export const intOrString: JsonSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

/** Declarations to put before a type: an interface `Door`, whose field `name` has an alias with a marker. */
export const door = `
/** Name of a thing. */
// +kubebuilder:validation:MaxLength=20
type Name = string;
interface Door { name: Name; width?: int32; locked: boolean }
`;
/** The schema of the field `name` of `Door`. */
export const name: JsonSchemaProps = { type: 'string', maxLength: 20, description: 'Name of a thing.' };
/** An enum to put before a type. */
export const level = `enum Level { Low = 'low', Mid = 'mid', High = 'high' }`;

/** A type, and the schema that it has. */
export type Row = TypeCase & { readonly schema: JsonSchemaProps };
/** Creates a row; the text before the type and the other files are optional. */
export const row = (type: string, schema: JsonSchemaProps, before = '', files?: TypeCase['files']): Row => ({
  type,
  schema,
  before,
  ...(files !== undefined && { files }),
});

/** Tests that every type of the tables has its schema, without a diagnostic. */
export function testShapes(tables: Readonly<Record<string, readonly Row[]>>): void {
  const all = Object.values(tables).flat();
  let results: TypeResult[];
  beforeAll(async () => {
    results = await resultsOf(all);
  });

  describe.each(Object.entries(tables))('%s', (_, rows) => {
    test.each(rows.map((one) => [one.type.length > 80 ? `${one.type.slice(0, 77)}...` : one.type, one] as const))(
      '%s',
      (_name, one) => {
        const { schema, diagnostics } = results[all.indexOf(one)] ?? { schema: undefined, diagnostics: [] };
        expect(diagnostics.map(({ message, line, column }) => `${line}:${column} ${message}`)).toEqual([]);
        const { description: _description, ...own } = schema ?? {};
        const { description: _wanted, ...wanted } = one.schema;
        expect(sorted(own)).toEqual(sorted(wanted));
      },
    );
  });
}

/** A schema without the order of its properties, which is irrelevant. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, unknown] => [
        key,
        key === 'required' && Array.isArray(inner) ? inner.map(String).toSorted(compareText) : inner,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
