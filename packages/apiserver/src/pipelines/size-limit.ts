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
  // Counting characters is cheap compared with encoding an object; a character takes at most six bytes.
  if (charactersOf(object) * 6 < MAX_BYTES || sizeOf(object) <= MAX_BYTES - OVERHEAD) return true;
  if (keepsManagedFields || object.metadata.managedFields === undefined) return false;
  const { managedFields } = object.metadata;
  delete object.metadata.managedFields;
  if (sizeOf(object) <= MAX_BYTES - OVERHEAD) return true;
  object.metadata.managedFields = managedFields;
  return false;
}

function sizeOf(object: ApiObject): number {
  return toProtobuf(object)?.length ?? new TextEncoder().encode(writeJson(object)).length;
}

/** The number of characters in all names and strings of a value, and a few for everything else. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 4;
  let count = 2;
  if (Array.isArray(value)) {
    for (const item of value) count += charactersOf(item);
    return count;
  }
  for (const [key, child] of Object.entries(value)) count += key.length + 4 + charactersOf(child);
  return count;
}
