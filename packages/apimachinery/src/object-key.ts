import type { KubernetesObject } from './object.ts';

/**
 * Names one object of a resource. `namespace` is empty or absent for cluster-scoped objects: controller-runtime's
 * NamespacedName.
 */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

/** An object's key: itself, or in short form `namespace/name`, or `name` for a cluster-scoped object. */
export type ObjectKeyLike = ObjectKey | string;

/** Names one cluster-scoped object. */
export interface ClusterObjectKey {
  readonly name: string;
}

/**
 * The key of an object of a resource. `N` is whether the resource is namespaced: false where the handle says that it is
 * not, and then a namespace that is written out is a type error. `K` is the short form as it is written.
 */
export type ObjectKeyFor<N extends boolean, K extends string = string> = [N] extends [false]
  ? ClusterObjectKey | (K extends `${string}/${string}` ? never : K)
  : ObjectKeyLike;

/** An object, where a key is enough: only its name and namespace are looked at. */
export interface NamedObject {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/**
 * Reads the short form, and the key of an object. A string with one slash is `namespace/name`. Throws a TypeError on
 * more than one slash, an empty name, or what is no key at all.
 */
export function parseObjectKey(key: ObjectKeyLike | NamedObject): ObjectKey {
  if (typeof key !== 'string') {
    if (key !== null && typeof key === 'object' && 'metadata' in key) return parseObjectKey(keyIn(key));
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

/** The key that an object's metadata says. What has no metadata is none. */
function keyIn({ metadata }: NamedObject): ObjectKey {
  const { name, namespace } = metadata ?? {};
  return namespace ? { namespace, name } : { name };
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
