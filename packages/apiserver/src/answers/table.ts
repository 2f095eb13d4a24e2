import { badRequest, type DeepReadonly, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { metadataAlone } from '../kinds/metadata-alone.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { defaultColumns } from '../tables/columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

/** The part of the object in a row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Options of a table. */
export interface TableOptions {
  readonly columns: TableColumns;
  readonly includeObject: IncludeObject;
  readonly metaVersion: 'v1' | 'v1beta1';
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** False if an earlier table of the same watch had the columns. */
  readonly withDefinitions?: boolean;
}

/** Reads the `includeObject` parameter. Throws a StatusError. */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? '';
  if (value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  const why = `includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`;
  return refuse(badRequest(`Unable to convert to Table as requested: ${why}`));
}

/** A table of some objects. */
export function tableOf(
  objects: readonly FrozenObject[],
  metadata: DeepReadonly<JsonObject>,
  options: TableOptions,
): JsonObject {
  const { columns, metaVersion, withDefinitions = true } = options;
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: metadata as JsonObject,
    columnDefinitions: withDefinitions ? columns.definitions.map((definition) => ({ ...definition })) : null,
    // The generic printer leaves the rows undefined if there are none.
    rows: objects.length === 0 && columns === defaultColumns ? null : objects.map((object) => rowOf(object, options)),
  };
}

/** The row of one object. */
export function rowOf(object: FrozenObject, { columns, includeObject, metaVersion, now }: TableOptions): JsonObject {
  const conditions = columns.conditions?.(object);
  return {
    cells: columns.cells(object, now),
    ...(conditions && { conditions }),
    object:
      includeObject === 'None'
        ? null
        : includeObject === 'Object'
          ? (object as JsonValue)
          : partialMetadataOf(object, metaVersion),
  };
}

/** An object's metadata alone. */
export function partialMetadataOf(object: FrozenObject, metaVersion: 'v1' | 'v1beta1' = 'v1'): JsonObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: inGoOrder(metadataAlone(object)),
  };
}

const ordered = new WeakMap<object, JsonValue>();

/** Metadata in the order of its Go type; that of custom objects is sorted by name. */
function inGoOrder(metadata: FrozenObject['metadata']): JsonValue {
  let result = ordered.get(metadata);
  if (result === undefined) {
    result = namedGoType('meta/v1.ObjectMeta').decode(metadata as JsonValue, new DecodeContext());
    ordered.set(metadata, result);
  }
  return result;
}
