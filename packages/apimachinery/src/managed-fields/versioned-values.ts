import type { JsonObject } from '../json.ts';
import type { ManagedEndpoint } from './managed-request.ts';
import { type ValueType, valueTypeOf } from './value-type.ts';

/** An object with its type. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly type: ValueType;
}

/** How to see an object in the versions of its kind. */
export interface Versions {
  /** `object` in a version, whichever it is in itself. Undefined for a version that the server does not have. */
  at(object: JsonObject, apiVersion: string): TypedObject | undefined;
}

/** The versions of an endpoint's kind. Each object is converted once to each version. */
export function versionsOf({ apiVersion: own, schema, convert }: ManagedEndpoint): Versions {
  const type = valueTypeOf(schema);
  const known = new Map<string, Map<JsonObject, TypedObject | undefined>>();
  return {
    at(object, apiVersion) {
      const from = typeof object['apiVersion'] === 'string' ? object['apiVersion'] : own;
      if (apiVersion === own && from === own) return { object, type };
      if (convert === undefined) return undefined;
      let converted = known.get(apiVersion);
      if (converted === undefined) known.set(apiVersion, (converted = new Map()));
      if (converted.has(object)) return converted.get(object);
      const other = convert(object, apiVersion);
      // Nothing here changes what it is given.
      const typed =
        other === undefined ? undefined : { object: other.object as JsonObject, type: valueTypeOf(other.schema) };
      converted.set(object, typed);
      return typed;
    },
  };
}
