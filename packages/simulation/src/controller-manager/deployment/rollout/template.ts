import { type DeepReadonly, equalJson } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { PodTemplateSpec } from '@kb/kubernetes/core/v1';
import { TEMPLATE_HASH } from './annotations.ts';

/** The Pod template of a Deployment or ReplicaSet. */
export type Template = DeepReadonly<PodTemplateSpec>;

/**
 * Whether two templates are equal except for the label `pod-template-hash`. Decides which ReplicaSet is a Deployment's
 * new one.
 */
export function equalTemplates(a: Template, b: Template): boolean {
  return equalJson(withoutHash(a), withoutHash(b));
}

/**
 * The template without the label `pod-template-hash`, and without empty maps, which the API does not distinguish from
 * absent ones.
 */
export function withoutHash(template: Template): Template {
  const { labels = {}, annotations = {}, ...metadata } = template.metadata ?? {};
  const { [TEMPLATE_HASH]: _hash, ...others } = labels;
  return {
    ...template,
    metadata: {
      ...metadata,
      ...(Object.keys(others).length > 0 && { labels: others }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
  };
}

/**
 * The value of the label `pod-template-hash`: 8 to 10 characters in the format of kube-controller-manager (FNV-1a in
 * decimal, each digit mapped to a letter or digit that cannot form words). It hashes the JSON of the template; the
 * original hashes a dump of the Go struct. Nothing compares hashes: templates are compared instead.
 */
export function templateHash(template: Template, collisionCount: number | undefined): string {
  let hash = fnv1a(new TextEncoder().encode(stringifyJson(template, { sortKeys: true })), FNV_OFFSET);
  if (collisionCount !== undefined) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(collisionCount), true);
    hash = fnv1a(bytes, hash);
  }
  return Array.from(String(hash), (digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length] ?? '').join('');
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

function fnv1a(bytes: Uint8Array, start: number): number {
  let hash = start;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return hash;
}
