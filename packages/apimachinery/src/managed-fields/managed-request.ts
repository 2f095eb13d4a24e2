import type { DeepReadonly, JsonObject } from '../json.ts';
import type { Time } from '../object/scalars.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import type { FieldFilter } from './field-sets/field-filter.ts';

/** An object in one version of its kind, and the schema of the whole object in that version. */
export interface VersionedObject {
  readonly object: DeepReadonly<JsonObject>;
  readonly schema: JsonSchemaProps;
}

/**
 * Converts an object to another version of its kind, in order to compare the fields of managers that wrote through that
 * version. The object's own `apiVersion` says which version it is in. Undefined for a version that the server does not
 * have: the entries of such a version are dropped, as upstream does. Throws a {@link VersionConversionError} where the
 * conversion itself fails. Prunes nothing: fields that the other version does not know are errors there, which the
 * caller finds.
 */
export type VersionConverter = (object: DeepReadonly<JsonObject>, apiVersion: string) => VersionedObject | undefined;

/** The properties of the endpoint of a request that {@link applyManaged} and {@link updateManaged} need. */
export interface ManagedEndpoint {
  /** Of the endpoint: `group/version`, or `version` alone in the core group. */
  readonly apiVersion: string;
  readonly kind: string;
  /**
   * Schema of the whole object in that version, metadata included. Its identity is a cache key: give the same one each
   * time, and never change it.
   */
  readonly schema: JsonSchemaProps;
  /**
   * True: stored objects and decoded ones always fit the schema, so that only what is applied is checked: built-in
   * kinds, whose decoder is as strict. Default: false, custom resources, whose schema may have changed since.
   */
  readonly objectsFit?: boolean;
  /** `status`, `scale`…; absent on the resource itself. */
  readonly subresource?: string;
  /**
   * The fields that a write through this endpoint does not set, and so never owns: upstream's reset fields. Default:
   * none.
   */
  readonly resetFields?: FieldFilter;
  /**
   * Whether those fields are reset in every version of the kind. Default: false, only in the endpoint's own
   * version.
   */
  readonly resetInAllVersions?: boolean;
  /**
   * The empty object, used when there is no stored object. For built-in kinds it is the JSON of the empty Go value
   * (`{"metadata":{},"spec":{…},"status":{}}`), which decides which containers count as added. Default: apiVersion and
   * kind alone, which is right for custom resources.
   */
  readonly empty?: DeepReadonly<JsonObject>;
  /** Default: a converter that knows only the endpoint's own version. */
  readonly convert?: VersionConverter;
}

/** One write, as server-side apply sees it. */
export interface ManagedRequest extends ManagedEndpoint {
  /** The object as it is stored, in the endpoint's version; undefined when there is none. */
  readonly live: DeepReadonly<JsonObject> | undefined;
  /** The field manager's name: `fieldManager` of the request or its default. Empty counts as `unknown`. */
  readonly manager: string;
  /** The time of the request, to the second. */
  readonly now: Time;
}

/** The empty object, used when there is no stored object. */
export function emptyObjectOf({ empty, apiVersion, kind }: ManagedEndpoint): JsonObject {
  // Never changes its arguments.
  return (empty as JsonObject | undefined) ?? { apiVersion, kind };
}
