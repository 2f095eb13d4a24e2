import { equalJson, formatFieldError, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, setOwn } from '@kb/apimachinery/codec';
import {
  applyDefaults,
  coerceMetadata,
  type JsonSchemaProps,
  pruneNonNullableNulls,
  pruneUnknown,
} from '@kb/apimachinery/schema';
import { type ApiObject, asJson } from '../objects/api-object.ts';
import type { ObjectCodec } from '../resources/served-resource.ts';
import { namedGoType } from '../serializer/compile-go-type.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError } from '../serializer/decode-error.ts';
import { jsonTypeName } from '../serializer/json-type-name.ts';

/** Reads and writes custom objects: fields outside their schema are dropped, defaults are set, keys are sorted. */
export function customCodec(schema: JsonSchemaProps): ObjectCodec {
  return {
    decode: (value, context) => {
      const metadata = decodeMetadata(value.metadata, context);
      const unknown: string[] = [];
      const pruned = pruneUnknown(schema, value, { isResourceRoot: true, onPruned: (path) => unknown.push(path) });
      const coerced = coerceMetadata(schema, pruned, { onUnknown: (path) => unknown.push(path) });
      if (coerced.error) throw new DecodeError(formatFieldError(coerced.error));
      for (const path of unknown.sort(compareUtf8)) context.unknownFields.push(path);
      const whole = coerced.value;
      if (context.keepNulls) context.coercedFields.push(...coercedFields(value, { ...whole, metadata }));
      const defaulted = applyDefaults(schema, context.keepNulls ? whole : pruneNonNullableNulls(schema, whole));
      return { ...defaulted, metadata } as unknown as ApiObject;
    },
    encode: (object) => {
      const metadata = decodeMetadata(object.metadata as JsonValue, new DecodeContext());
      return sorted({ ...asJson(object), metadata }) as unknown as ApiObject;
    },
  };
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
  // It is decoded as a document of its own, so its errors do not contain the path.
  const own = new DecodeContext();
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) {
    throw new DecodeError(`json: cannot unmarshal ${jsonTypeName(metadata)} into Go value of type v1.ObjectMeta`);
  }
  const decoded = namedGoType('meta/v1.ObjectMeta').decode(metadata ?? {}, own) as JsonObject;
  for (const path of own.unknownFields) context.unknownFields.push(`metadata.${path}`);
  return decoded;
}

/** A copy with the keys of every object sorted. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value).sort(compareUtf8)) {
    const child = value[key];
    if (child !== undefined) setOwn(copy, key, sorted(child));
  }
  return copy;
}
