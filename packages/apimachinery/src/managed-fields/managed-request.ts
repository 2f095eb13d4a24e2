import type { DeepReadonly, JsonObject } from '../json.ts';
import type { Time } from '../scalars.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import type { FieldFilter } from './field-filter.ts';

/** An object in one version of its kind, and the schema of the whole object in that version. */
export interface VersionedObject {
  readonly object: DeepReadonly<JsonObject>;
  readonly schema: JsonSchemaProps;
}

/**
 * Gives an object in another version of its kind: how the fields of managers that wrote through another version are
 * compared. The object's own `apiVersion` says which version it is in. Undefined for a version that the server does not
 * have: the entries of such a version are dropped, as upstream does. Throws a {@link VersionConversionError} where the
 * conversion itself fails. Nothing is pruned: what the other version does not know is an error there, found by who
 * asks.
 */
export type VersionConverter = (object: DeepReadonly<JsonObject>, apiVersion: string) => VersionedObject | undefined;

/** What {@link applyManaged} and {@link updateManaged} must know of the endpoint that a request came through. */
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
   * Whether those fields count in no version of the kind. Default: false, what managers of other versions own of them
   * is looked at.
   */
  readonly resetInAllVersions?: boolean;
  /**
   * What stands for an object that is not there. For built-in kinds: what the Go type prints when it is empty
   * (`{"metadata":{},"spec":{…},"status":{}}`), which decides which containers count as added. Default: apiVersion and
   * kind alone, which is right for custom resources.
   */
  readonly empty?: DeepReadonly<JsonObject>;
  /** Default: knows the endpoint's own version only. */
  readonly convert?: VersionConverter;
}

/** One write, as its managers see it. */
export interface ManagedRequest extends ManagedEndpoint {
  /** The object as it is stored, in the endpoint's version; undefined when there is none. */
  readonly live: DeepReadonly<JsonObject> | undefined;
  /** The field manager's name: `fieldManager` of the request or its default. Empty counts as `unknown`. */
  readonly manager: string;
  /** The time of the request, to the second. */
  readonly now: Time;
}

/** What stands for an object that is not there. */
export function emptyObjectOf({ empty, apiVersion, kind }: ManagedEndpoint): JsonObject {
  // Nothing here changes what it is given.
  return (empty as JsonObject | undefined) ?? { apiVersion, kind };
}
