import { genericError } from '@kb/apimachinery';
import { isRecord } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import { toProtobuf } from '../serializer/protobuf/encode-protobuf.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { writeJson } from '../objects/object-text.ts';

/** The maximum size of one write to etcd, and its overhead: the key twice, and the compared revision. */
const MAX_BYTES = 1.5 * 1024 * 1024;
const OVERHEAD = 300;

/**
 * Whether etcd would accept an object: custom ones as JSON, others in protobuf. As in kube-apiserver, one that is too
 * large only because of its managed fields loses them.
 */
export function fitsStore(object: ApiObject, keepsManagedFields: boolean): boolean {
  // Counting is cheap, writing an object down is not.
  if (bytesAtMost(object) <= MAX_BYTES - OVERHEAD || sizeOf(object) <= MAX_BYTES - OVERHEAD) return true;
  if (keepsManagedFields || object.metadata.managedFields === undefined) return false;
  const { managedFields } = object.metadata;
  delete object.metadata.managedFields;
  if (sizeOf(object) <= MAX_BYTES - OVERHEAD) return true;
  object.metadata.managedFields = managedFields;
  return false;
}

/** Refuses a write as etcd does: with its own words, as an error of the server. */
export function refuseTooLarge(): never {
  refuse(genericError('etcdserver: request is too large'));
}

function sizeOf(object: ApiObject): number {
  return toProtobuf(object)?.length ?? new TextEncoder().encode(writeJson(object)).length;
}

/** What an object may take beside its names and values: fields that protobuf writes although they are empty. */
const EMPTY_FIELDS = 64;
/** What stands around a name: quotes in JSON; in protobuf, what an entry and its key begin with. */
const AROUND_NAME = 8;
/** What stands around a text. */
const AROUND_TEXT = 12;
/** The most that a number, a boolean or null takes. */
const SCALAR = 24;

/** What JSON writes as an escape of up to six bytes. */
// oxlint-disable-next-line no-control-regex -- control characters are escaped
const ESCAPED = /["\\<>&\u0000-\u001f\u2028\u2029\ud800-\udfff]/;
const ALL_ESCAPED = new RegExp(ESCAPED, 'g');

/**
 * How many bytes an object takes at most, as JSON and in protobuf: cheap, since nothing is written. `perObject`: what
 * each object in it takes beside its names and values.
 */
export function bytesAtMost(value: unknown, perObject: number = EMPTY_FIELDS): number {
  if (typeof value === 'string') return AROUND_TEXT + textBytesAtMost(value);
  let count = perObject;
  if (Array.isArray(value)) {
    for (const item of value) count += 1 + bytesAtMost(item, perObject);
    return count;
  }
  if (!isRecord(value)) return SCALAR;
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    // Managed fields are JSON in protobuf too, and nearly all of them are empty objects.
    const isJson = key === 'fieldsV1';
    count += AROUND_NAME + textBytesAtMost(key) + bytesAtMost(child, isJson ? 2 : perObject);
  }
  return count;
}

function textBytesAtMost(text: string): number {
  const bytes = Buffer.byteLength(text);
  return ESCAPED.test(text) ? bytes + 5 * (text.match(ALL_ESCAPED)?.length ?? 0) : bytes;
}
