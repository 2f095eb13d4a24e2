import type { JsonObject, JsonValue } from '../json.ts';
import { equalJson } from '../json/equal-json.ts';
import { isJsonObject, setOwn } from '../codec/own-property.ts';
import type { ObjectMetaInput } from '../object/object.ts';
import { formatMicroTime, formatTime, parseTime } from '../time/format-time.ts';

/** The result of {@link coerceObjectMeta}. */
export interface CoercedObjectMeta {
  /**
   * The metadata with the types of metav1.ObjectMeta, without unknown, null and empty fields. The input itself when
   * nothing changes.
   */
  readonly meta: ObjectMetaInput;
  /**
   * The paths of fields that metav1.ObjectMeta does not have, below the given path: `metadata.foo`,
   * `metadata.ownerReferences[0].bar`.
   */
  readonly unknownFields: readonly string[];
  /**
   * The message of the API server's decoder when a field has another type:
   * `json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`.
   */
  readonly problem?: string;
}

/** Options of {@link coerceObjectMeta}. */
export interface CoerceObjectMetaOptions {
  /**
   * Drops fields of other types instead of reporting one, as the API server does with stored
   * objects. Default: false.
   */
  readonly dropMalformed?: boolean;
  /** Where the metadata is. Default: `metadata`. */
  readonly path?: string;
}

/**
 * Reads metadata as the API server does: through the type metav1.ObjectMeta and back. With a `problem`, the rest of the
 * result is what could be read.
 */
export function coerceObjectMeta(metadata: JsonValue, options: CoerceObjectMetaOptions = {}): CoercedObjectMeta {
  const { dropMalformed = false, path = 'metadata' } = options;
  if (metadata === null) return { meta: {}, unknownFields: [] };
  if (!isJsonObject(metadata)) {
    return {
      meta: {},
      unknownFields: [],
      problem: `json: cannot unmarshal ${goType(metadata)} into Go value of type v1.ObjectMeta`,
    };
  }
  const { meta, problem, unknownFields } = readObjectMeta(
    dropMalformed ? Object.fromEntries(Object.entries(metadata).filter(decodes)) : metadata,
    path,
  );
  // The result has the types of the table, which are those of ObjectMetaInput.
  const result = (equalJson(meta, metadata) ? metadata : meta) as ObjectMetaInput;
  return { meta: result, unknownFields, ...(problem !== undefined && { problem }) };
}

function readObjectMeta(metadata: JsonObject, path: string): Reading & { readonly meta: JsonObject } {
  const reading: Reading = { unknownFields: [], problem: undefined };
  const meta = readStruct(metadata, objectMeta, path, { struct: 'ObjectMeta', fields: '' }, reading);
  return { ...reading, meta };
}

/** Whether a field of metadata decodes as a whole. */
function decodes([key, value]: readonly [string, JsonValue]): boolean {
  return readObjectMeta({ [key]: value }, '').problem === undefined;
}

/** How a field is decoded, and whether it is written when it is empty. */
type FieldType =
  | {
      readonly kind: 'string' | 'uid' | 'int64' | 'bool' | 'time' | 'micro-time' | 'strings' | 'string-map' | 'object';
      readonly always?: true;
    }
  | {
      readonly kind: 'structs';
      readonly of: ReadonlyMap<string, FieldType>;
      readonly name: string;
      readonly always?: true;
    };

const text: FieldType = { kind: 'string' };
const requiredText: FieldType = { kind: 'string', always: true };
const requiredUid: FieldType = { kind: 'uid', always: true };

const ownerReference: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['apiVersion', requiredText],
  ['kind', requiredText],
  ['name', requiredText],
  ['uid', requiredUid],
  ['controller', { kind: 'bool' }],
  ['blockOwnerDeletion', { kind: 'bool' }],
]);

const managedFieldsEntry: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['manager', text],
  ['operation', text],
  ['apiVersion', text],
  ['time', { kind: 'time' }],
  ['fieldsType', text],
  ['fieldsV1', { kind: 'object' }],
  ['subresource', text],
]);

const objectMeta: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['name', text],
  ['generateName', text],
  ['namespace', text],
  ['selfLink', text],
  ['uid', { kind: 'uid' }],
  ['resourceVersion', text],
  ['generation', { kind: 'int64' }],
  ['creationTimestamp', { kind: 'time' }],
  ['deletionTimestamp', { kind: 'time' }],
  ['deletionGracePeriodSeconds', { kind: 'int64', always: true }],
  ['labels', { kind: 'string-map' }],
  ['annotations', { kind: 'string-map' }],
  ['ownerReferences', { kind: 'structs', of: ownerReference, name: 'OwnerReference' }],
  ['finalizers', { kind: 'strings' }],
  ['managedFields', { kind: 'structs', of: managedFieldsEntry, name: 'ManagedFieldsEntry' }],
]);

interface Reading {
  readonly unknownFields: string[];
  /** The first field of another type. */
  problem: string | undefined;
}

/** The place of a value as messages of Go's decoder name it: the struct with the field, and the path of fields. */
interface GoPlace {
  readonly struct: string;
  readonly fields: string;
}

function readStruct(
  object: JsonObject,
  fields: ReadonlyMap<string, FieldType>,
  path: string,
  place: GoPlace,
  reading: Reading,
): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const type = fields.get(key);
    if (type === undefined) {
      reading.unknownFields.push(`${path}.${key}`);
      continue;
    }
    const read = readField(value, type, `${path}.${key}`, { ...place, fields: `${place.fields}.${key}` }, reading);
    if (read !== undefined && (type.always || !isEmpty(read, type))) result[key] = read;
  }
  for (const [key, type] of fields) {
    if ((type === requiredText || type === requiredUid) && !Object.hasOwn(result, key)) result[key] = '';
  }
  return result;
}

/** The value in the field's type; undefined for null, and for a value of another type. */
function readField(
  value: JsonValue,
  type: FieldType,
  path: string,
  place: GoPlace,
  reading: Reading,
): JsonValue | undefined {
  if (value === null) return undefined;
  const goField = `${place.struct}${place.fields}`;
  const wrong = (want: string, found: JsonValue = value): undefined => {
    reading.problem ??= `json: cannot unmarshal ${goType(found)} into Go struct field ${goField} of type ${want}`;
  };
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' ? value : wrong('string');
    case 'uid':
      return typeof value === 'string' ? value : wrong('types.UID');
    case 'bool':
      return typeof value === 'boolean' ? value : wrong('bool');
    case 'int64':
      if (typeof value === 'number' && !Number.isSafeInteger(value)) {
        reading.problem ??= `json: cannot unmarshal number ${value} into Go struct field ${goField} of type int64`;
        return undefined;
      }
      return typeof value === 'number' || typeof value === 'bigint' ? value : wrong('int64');
    case 'time':
    case 'micro-time':
      return typeof value === 'string' ? readTime(value, type.kind, reading) : wrong('string');
    case 'object':
      return isJsonObject(value) ? value : wrong('v1.FieldsV1');
    case 'strings':
      if (!Array.isArray(value)) return wrong('[]string');
      return value.map((item) =>
        typeof item === 'string' ? item : item === null ? '' : (wrong('string', item) ?? ''),
      );
    case 'string-map':
      return isJsonObject(value) ? readStringMap(value, (item) => wrong('string', item)) : wrong('map[string]string');
    case 'structs':
      if (!Array.isArray(value)) return wrong(`[]v1.${type.name}`);
      return value.map((item, index) => {
        if (item !== null && !isJsonObject(item)) wrong(`v1.${type.name}`, item);
        return readStruct(
          isJsonObject(item) ? item : {},
          type.of,
          `${path}[${index}]`,
          { ...place, struct: type.name },
          reading,
        );
      });
  }
}

function readStringMap(map: JsonObject, wrong: (item: JsonValue) => void): JsonObject {
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(map)) {
    if (typeof item !== 'string' && item !== null) wrong(item);
    else setOwn(result, key, item ?? '');
  }
  return result;
}

function readTime(value: string, kind: 'time' | 'micro-time', reading: Reading): string | undefined {
  const instant = parseTime(value);
  if (instant !== undefined) return kind === 'time' ? formatTime(instant) : formatMicroTime(instant);
  const layout = '2006-01-02T15:04:05Z07:00';
  reading.problem ??= `parsing time ${JSON.stringify(value)} as "${layout}": cannot parse ${JSON.stringify(value)} as "2006"`;
  return undefined;
}

/**
 * Whether Go leaves a value out when it is written: Go's omitempty. Booleans and objects are pointers: they are written
 * when they are set.
 */
function isEmpty(value: JsonValue, { kind }: FieldType): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return kind === 'string-map' && value !== null && Object.keys(value).length === 0;
  return value === '' || value === 0;
}

/** The name of a JSON type in messages of Go's decoder. */
function goType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
