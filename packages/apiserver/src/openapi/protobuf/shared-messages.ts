import { isJsonObject } from '@kb/apimachinery/codec';
import { methodActions } from '../operations/operation.ts';
import {
  any,
  boolean,
  double,
  type Field,
  integer,
  list,
  message,
  named,
  numbered,
  string,
  strings,
  wrapped,
  type WriteField,
} from './message.ts';

/** The extensions of a message, in both versions of gnostic. */
export const extensions: WriteField = named(any);

/** A link to documentation, in both versions. */
export const externalDocs: WriteField = message(() => numbered(1, ['description', string], ['url', string]));

/** The constraints of a schema: both versions number these fields in the same order. */
export function constraints(first: number): Field[] {
  return numbered(
    first,
    ['multipleOf', double],
    ['maximum', double],
    ['exclusiveMaximum', boolean],
    ['minimum', double],
    ['exclusiveMinimum', boolean],
    ['maxLength', integer],
    ['minLength', integer],
    ['pattern', string],
    ['maxItems', integer],
    ['minItems', integer],
    ['uniqueItems', boolean],
    ['maxProperties', integer],
    ['minProperties', integer],
    ['required', strings],
    ['enum', list(any)],
  );
}

/** The operations of a path by method, in both versions. */
export function operationsFrom(first: number, operation: WriteField): Field[] {
  return numbered(first, ...methodActions.map((method) => [method, operation] as const));
}

/** Writes a schema, or the boolean form of `additionalProperties`. */
export const schemaOrBoolean =
  (schema: WriteField): WriteField =>
  (writer, number, value) =>
    (typeof value === 'boolean' ? wrapped(boolean, 2) : wrapped(schema))(writer, number, value);

/** Writes a value, or a reference to one. */
export const orReference =
  (write: WriteField, reference: WriteField): WriteField =>
  (writer, number, value) => {
    const isReference = isJsonObject(value) && '$ref' in value;
    (isReference ? wrapped(reference, 2) : wrapped(write))(writer, number, value);
  };
