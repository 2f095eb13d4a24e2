import { equalJson, formatFieldError, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, sortedJson } from '@kb/apimachinery/codec';
import {
  applyDefaults,
  coerceMetadata,
  type JsonSchemaProps,
  pruneNonNullableNulls,
  pruneUnknown,
} from '@kb/apimachinery/schema';
import { type ApiObject, asJson, stringOf } from '../objects/api-object.ts';
import type { ObjectCodec } from '../resources/served-resource.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError } from '../serializer/decode-error.ts';
import { Findings } from '../serializer/findings.ts';
import { jsonTypeName } from '../serializer/json-type-name.ts';

/** The kind of the objects that a codec reads, and the schemas of its versions. */
export interface CustomKind {
  readonly group: string;
  readonly kind: string;
  /** The schema of a version; undefined if there is no such version. */
  readonly schemaOf: (version: string) => JsonSchemaProps | undefined;
}

/** The schema of a version that does not exist: all fields are dropped. */
const noSchema: JsonSchemaProps = {};

/**
 * Reads and writes custom objects: fields outside their schema are dropped, defaults are set, keys are sorted. The
 * schema is that of the version that an object states; an object of another kind keeps all fields.
 */
export function customCodec({ group, kind, schemaOf }: CustomKind): ObjectCodec {
  return {
    decode: (value, context) => {
      const metadata = decodeMetadata(value.metadata, context);
      const [stated = '', version] = stringOf(value.apiVersion).split('/');
      if (stated !== group || value.kind !== kind) return { ...value, metadata } as unknown as ApiObject;
      const schema = schemaOf(version ?? '') ?? noSchema;
      return decodeFields(schema, value, metadata, context) as unknown as ApiObject;
    },
    encode: encodeCustom,
    forWebhooks: {
      // Between webhooks an object has its defaults, and otherwise any form: nulls and unknown fields stay.
      decode: (value) => {
        const { metadata = {} } = value;
        if (!isJsonObject(metadata)) throw misfitMetadata(metadata);
        const [, version = ''] = stringOf(value.apiVersion).split('/');
        return { ...applyDefaults(schemaOf(version) ?? noSchema, value), metadata } as unknown as ApiObject;
      },
      encode: (object) => sortedJson(asJson(object)) as unknown as ApiObject,
      settle: (object) => {
        const metadata = fittingMetadata(object.metadata as JsonValue);
        return { ...object, metadata };
      },
    },
  };
}

/** Metadata without the fields that are of the wrong type. */
function fittingMetadata(metadata: JsonValue): JsonObject {
  const fields = Object.entries(isJsonObject(metadata) ? metadata : {}).flatMap(([name, value]) => {
    try {
      const { [name]: read } = decodeMetadata({ [name]: value }, new DecodeContext());
      return read === undefined ? [] : [[name, read] as const];
    } catch (error) {
      if (error instanceof DecodeError) return [];
      throw error;
    }
  });
  return Object.fromEntries(fields);
}

/**
 * Reads an object whose metadata is read: drops what the schema does not have, reads embedded metadata, and sets
 * defaults.
 */
function decodeFields(
  schema: JsonSchemaProps,
  value: JsonObject,
  metadata: JsonObject,
  context: DecodeContext,
): JsonObject {
  const pruned = new Findings();
  const known = pruneUnknown(schema, value, { isResourceRoot: true, onPruned: (path) => pruned.add(path) });
  const embedded = new Findings();
  const whole = context.asApplied ? value : pruneNonNullableNulls(schema, known);
  const coerced = coerceMetadata(schema, whole, { onUnknown: (path) => embedded.add(path) });
  if (coerced.error) throw new DecodeError(formatFieldError(coerced.error));
  for (const { texts } of [pruned, embedded]) for (const path of texts.sort(compareUtf8)) context.unknownPath(path);
  if (context.asApplied) {
    const read = pruneUnknown(schema, coerced.value, { isResourceRoot: true });
    context.coercedFields.push(...coercedFields(value, { ...read, metadata }));
  }
  return { ...applyDefaults(schema, coerced.value), metadata };
}

/** The written form of a custom object. */
export function encodeCustom(object: ApiObject): ApiObject {
  const metadata = decodeMetadata(object.metadata as JsonValue, new DecodeContext());
  return sortedJson({ ...asJson(object), metadata }) as unknown as ApiObject;
}

/** Fields that the server always sets itself. */
const systemMetadata = new Set(['creationTimestamp', 'managedFields', 'namespace', 'resourceVersion', 'uid']);

/** The fields at the root whose decoded value differs from the written one. */
function coercedFields(written: JsonObject, read: JsonObject): string[] {
  return Object.keys(written).filter((field) => {
    const [before = null, after = null] = [written[field], read[field]];
    if (field !== 'metadata' || !isJsonObject(before) || !isJsonObject(after)) return !equalJson(before, after);
    return Object.keys(before).some((key) => !systemMetadata.has(key) && !equalJson(before[key], after[key]));
  });
}

/** Metadata has a Go type, also in custom objects. */
function decodeMetadata(metadata: JsonValue | undefined, context: DecodeContext): JsonObject {
  // It is decoded as a document of its own with sorted keys, so its errors do not contain the path.
  const own = new DecodeContext();
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) throw misfitMetadata(metadata);
  const decoded = namedGoType('meta/v1.ObjectMeta').decode(sortedJson(metadata ?? {}), own) as JsonObject;
  for (const path of own.unknownFields) context.unknownPath(`metadata.${path}`);
  return decoded;
}

function misfitMetadata(metadata: JsonValue): DecodeError {
  return new DecodeError(`json: cannot unmarshal ${jsonTypeName(metadata)} into Go value of type v1.ObjectMeta`);
}
