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

/** The type that a compiler error shows for a namespace of a cluster-scoped resource. Never a value. */
export type NamespaceNotAllowed = 'leave the namespace out: the resource is cluster-scoped';

/** Names one cluster-scoped object. */
export interface ClusterObjectKey {
  readonly name: string;
  readonly namespace?: NamespaceNotAllowed;
}

/**
 * The key of an object of a resource. `N` is whether the resource is namespaced, `K` the inferred type of the given
 * key: if the handle is cluster-scoped, a key that certainly has a namespace is a type error. A key that may have one
 * (`namespace?: string`, a computed string) is checked at run time. `L` is the type of all keys.
 */
export type ObjectKeyFor<N extends boolean, K, L = ObjectKeyLike> = [N] extends [false]
  ? K extends `${string}/${string}`
    ? NamespaceNotAllowed
    : K extends { readonly namespace: string }
      ? ClusterObjectKey
      : K extends { readonly metadata: { readonly namespace: string } }
        ? { readonly metadata: ClusterObjectKey }
        : InferredFrom<K, L>
  : L;

/**
 * A constraint on an object of a resource, in addition to its own type: a cluster-scoped resource (`N`) does not take
 * an object that certainly has a namespace. `O` is the inferred type of the given object.
 */
export type ObjectInScope<N extends boolean, O> = [N] extends [false]
  ? O extends { readonly metadata: { readonly namespace: string } }
    ? { readonly metadata: { readonly namespace?: NamespaceNotAllowed } }
    : InferredFrom<O, unknown>
  : unknown;

/** `R`, for every `I`. The compiler infers `I` from an argument of this type, and checks the argument against `R`. */
export type InferredFrom<I, R> = [I] extends [never] ? I : R;

/** The error for a value that is not the key of an object. */
export class InvalidObjectKeyError extends TypeError {
  override readonly name = 'InvalidObjectKeyError';
  readonly code = 'KB_INVALID_OBJECT_KEY';
  /** `given` and `expected` are parts of the message. */
  constructor(given: string, expected: string) {
    super(`${given} is not an object key: expected ${expected}`);
  }
}

/** An object that is passed as a key: only its name and namespace are read. */
export interface NamedObject {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/**
 * Converts the short form, or an object, to a key. A string with one slash is `namespace/name`. Throws an {@link
 * InvalidObjectKeyError} for more than one slash, an empty name, or a value that is not a key.
 */
export function parseObjectKey(key: ObjectKeyLike | NamedObject): ObjectKey {
  if (typeof key !== 'string') {
    if (key !== null && typeof key === 'object' && 'metadata' in key) return parseObjectKey(keyIn(key));
    if (typeof key?.name === 'string') return key;
    throw new InvalidObjectKeyError(JSON.stringify(key), '{ namespace, name }, or "namespace/name"');
  }
  const parts = key.split('/');
  const name = parts.at(-1);
  if (parts.length > 2 || name === undefined || name === '') {
    throw new InvalidObjectKeyError(`"${key}"`, '"namespace/name", or "name" for a cluster-scoped object');
  }
  return parts.length === 2 && parts[0] !== '' ? { namespace: parts[0] ?? '', name } : { name };
}

/** Returns the key in an object's metadata. A value without metadata is not a key. */
function keyIn({ metadata }: NamedObject): ObjectKey {
  const { name, namespace } = metadata ?? {};
  return namespace ? { namespace, name } : { name };
}

/** Formats a key as `namespace/name`, or `name` without a namespace. Equal keys have equal strings. */
export function formatObjectKey(key: ObjectKeyLike): string {
  if (typeof key === 'string') return key.startsWith('/') ? key.slice(1) : key;
  return key.namespace ? `${key.namespace}/${key.name}` : key.name;
}

/** Returns the key of an object. */
export function keyOf(object: {
  readonly metadata: Pick<KubernetesObject['metadata'], 'name' | 'namespace'>;
}): ObjectKey {
  const { namespace, name } = object.metadata;
  return namespace ? { namespace, name } : { name };
}
