import type { DeepReadonly } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { PodTemplateSpec } from '@kb/kubernetes/core/v1';
import { fnv1a, safeEncode } from './go-hash.ts';

/** The Pod template of a workload. */
export type Template = DeepReadonly<PodTemplateSpec>;

/**
 * Returns the hash of a template in names and labels, such as `pod-template-hash`: 8 to 10 characters in the format of
 * kube-controller-manager. It hashes the JSON of the template; the original hashes a dump of the Go struct. Nothing
 * compares hashes: templates are compared instead. `collisionCount`: from the owner's status, and part of the hash.
 */
export function templateHash(template: Template, collisionCount: number | undefined): string {
  const hash = fnv1a(new TextEncoder().encode(stringifyJson(template, { sortKeys: true })));
  if (collisionCount === undefined) return safeEncode(hash);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(collisionCount), true);
  return safeEncode(fnv1a(bytes, hash));
}
