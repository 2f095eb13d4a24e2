import { sha256 } from '@kb/apimachinery';
import { toBytes } from '../http/encode.ts';
import type { GroupVersionKind } from '../resources/served-resource.ts';
import { toBase64 } from '../serializer/base64.ts';

const known = new Map<string, string>();

/** What discovery tells of the version that a resource is stored in: the beginning of a hash of its name. */
export function storageVersionHash({ group, version, kind }: GroupVersionKind): string {
  // Definitions are stored in their first version to this day.
  const stored = kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io' ? 'v1beta1' : version;
  const name = `${group}/${stored}/${kind}`;
  let hash = known.get(name);
  if (hash === undefined) {
    hash = toBase64(sha256(toBytes(name)).subarray(0, 8));
    known.set(name, hash);
  }
  return hash;
}
