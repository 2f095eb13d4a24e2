import type { JsonObject } from '../json.ts';
import type { ManagedEndpoint } from './managed-request.ts';
import { formatProblems, validateValue } from './values/validate-value.ts';
import { type ValueType, valueTypeOf } from './values/value-type.ts';

/** An object with its type. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly type: ValueType;
}

/**
 * An object cannot be converted to a version. `message` gives the reason, worded as upstream: an apply fails with it
 * (500); after an update nothing has an owner.
 */
export class VersionConversionError extends Error {
  override readonly name = 'VersionConversionError';
}

/** Converts objects between the versions of a kind. */
export interface Versions {
  /**
   * Returns `object` in a version. Undefined for a version that the server does not have. Throws a
   * {@link VersionConversionError} for one that cannot be converted, or that does not fit the version's schema; its
   * message begins with `doing`.
   */
  at(object: JsonObject, apiVersion: string, doing?: string): TypedObject | undefined;
}

/** Makes a converter for the kind of an endpoint. It converts each object to each version once. */
export function versionsOf({ apiVersion: own, schema, convert }: ManagedEndpoint): Versions {
  const type = valueTypeOf(schema);
  const known = new Map<string, Map<JsonObject, TypedObject | undefined>>();
  const convertTo = (object: JsonObject, apiVersion: string): TypedObject | undefined => {
    if (apiVersion.split('/').length > 2)
      throw new VersionConversionError(`unexpected GroupVersion string: ${apiVersion}`);
    const other = convert?.(object, apiVersion);
    if (other === undefined) return undefined;
    // Never changes its arguments.
    const typed = { object: other.object as JsonObject, type: valueTypeOf(other.schema) };
    const problems = validateValue(typed.type, typed.object, { allowDuplicates: false });
    if (problems.length > 0) throw new VersionConversionError(formatProblems(problems));
    return typed;
  };
  return {
    at(object, apiVersion, doing) {
      const from = typeof object['apiVersion'] === 'string' ? object['apiVersion'] : own;
      if (apiVersion === own && from === own) return { object, type };
      let converted = known.get(apiVersion);
      if (converted === undefined) known.set(apiVersion, (converted = new Map()));
      if (converted.has(object)) return converted.get(object);
      try {
        const typed = convertTo(object, apiVersion);
        converted.set(object, typed);
        return typed;
      } catch (error) {
        if (!(error instanceof VersionConversionError) || doing === undefined) throw error;
        throw new VersionConversionError(`${doing}: ${error.message}`, { cause: error });
      }
    },
  };
}
