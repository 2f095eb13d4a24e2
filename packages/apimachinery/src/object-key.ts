import type { KubernetesObject } from './object.ts';

/** Names one object of a resource. `namespace` is empty or absent for cluster-scoped objects: controller-runtime's NamespacedName. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** An object's key: itself, or in short form `namespace/name`, or `name` for a cluster-scoped object. */
export type ObjectKeyLike = ObjectKey | string;

/** Reads the short form. A string with one slash is `namespace/name`. Throws a TypeError on more than one slash, an empty name, or what is no key at all. */
export function parseObjectKey(key: ObjectKeyLike): ObjectKey {
  if (typeof key !== 'string') {
    if (typeof key?.name === 'string') return key;
    throw new TypeError(`${JSON.stringify(key)} is no object key: expected { namespace, name }, or "namespace/name"`);
  }
  const parts = key.split('/');
  const name = parts.at(-1);
  if (parts.length > 2 || name === undefined || name === '') {
    throw new TypeError(`"${key}" is no object key: expected "namespace/name", or "name" for a cluster-scoped object`);
  }
  return parts.length === 2 && parts[0] !== '' ? { namespace: parts[0] ?? '', name } : { name };
}

/** The short form: `namespace/name`, or `name` without a namespace. Equal keys give equal strings. */
export function formatObjectKey(key: ObjectKeyLike): string {
  if (typeof key === 'string') return key.startsWith('/') ? key.slice(1) : key;
  return key.namespace ? `${key.namespace}/${key.name}` : key.name;
}

/** The key of an object. */
export function keyOf(object: {
  readonly metadata: Pick<KubernetesObject['metadata'], 'name' | 'namespace'>;
}): ObjectKey {
  const { namespace, name } = object.metadata;
  return namespace ? { namespace, name } : { name };
}
