import { badRequest, type Random } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** Removes the fields that only the server sets. A generation stays: kinds with one set it themselves. */
export function wipeSystemMetadata({ metadata }: ApiObject): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** Sets the namespace of the URL; refuses an object with another one. */
export function setNamespace(object: ApiObject, resource: ServedResource, namespace: string): void {
  if (!resource.namespaced) {
    delete object.metadata.namespace;
    return;
  }
  const { namespace: given } = object.metadata;
  if (given && given !== namespace) {
    refuse(badRequest('the namespace of the provided object does not match the namespace sent on the request'));
  }
  object.metadata.namespace = namespace;
}

/** Drops owner references that are equal in every field. */
export function dedupeOwnerReferences({ metadata }: ApiObject, warn: (text: string) => void, afterPatch = false): void {
  const references = metadata.ownerReferences;
  if (!references || references.length < 2) return;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const unique = references.filter((reference) => {
    const text = stringifyJson(reference, { sortKeys: true });
    if (seen.has(text)) repeated.add(reference.uid);
    return seen.size < seen.add(text).size;
  });
  if (unique.length === references.length) return;
  metadata.ownerReferences = unique;
  const when = afterPatch ? ' after mutating admission happens' : '';
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as ` +
      `1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  );
}

/** Characters that cannot form words, from which Kubernetes generates names. */
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/** The maximum length of the part that is kept of a `generateName`. */
const MAX_PREFIX = 58;

/** A name from a `generateName`: the prefix, cut to leave room, and five random characters. */
export function generatedName(prefix: string, random: Random): string {
  const suffix = Array.from({ length: 5 }, () => SAFE[Math.floor(random() * SAFE.length)] ?? '').join('');
  return `${prefix.slice(0, MAX_PREFIX)}${suffix}`;
}
