import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';

/** A change of one object as its cache saw it. At least one side is there; both are of one uid. */
export interface Change<T> {
  /** What was known before; absent when the object is new. */
  readonly before: DeepReadonly<T> | undefined;
  /** What is known now; absent when the object is gone. */
  readonly after: DeepReadonly<T> | undefined;
}

/** Finds the objects that a function gave a value for, without looking at the others. */
export type Lookup<T> = (value: string) => Iterable<DeepReadonly<T>>;

/**
 * Objects of one resource by name, by namespace, and by whatever they are indexed by. Holds what it is given; copies
 * nothing.
 */
export interface ObjectCache<T extends KubernetesObject> {
  get(key: ObjectKey): DeepReadonly<T> | undefined;
  /** All objects, or those of one namespace. */
  list(namespace?: string): Iterable<DeepReadonly<T>>;
  size(): number;
  set(object: DeepReadonly<T>): void;
  delete(object: DeepReadonly<T>): void;
  /** Adds an index; `valuesOf` answers under which values an object is found. */
  index(valuesOf: (object: DeepReadonly<T>) => readonly string[]): Lookup<T>;
}

/** Makes an empty {@link ObjectCache}. */
export function createObjectCache<T extends KubernetesObject>(): ObjectCache<T> {
  type Held = DeepReadonly<T>;
  const namespaces = new Map<string, Map<string, Held>>();
  const indexes: { readonly valuesOf: (object: Held) => readonly string[]; readonly found: Map<string, Set<Held>> }[] =
    [];
  let size = 0;

  function get({ namespace = '', name }: ObjectKey): Held | undefined {
    return namespaces.get(namespace)?.get(name);
  }

  function remove(object: Held): void {
    const { namespace, name } = keyIn(object);
    const held = namespaces.get(namespace);
    const old = held?.get(name);
    if (held === undefined || old === undefined) return;
    held.delete(name);
    if (held.size === 0) namespaces.delete(namespace);
    size -= 1;
    for (const { valuesOf, found } of indexes) {
      for (const value of valuesOf(old)) {
        const set = found.get(value);
        set?.delete(old);
        if (set?.size === 0) found.delete(value);
      }
    }
  }

  return {
    get,
    *list(namespace) {
      if (namespace !== undefined) yield* namespaces.get(namespace)?.values() ?? [];
      else for (const objects of namespaces.values()) yield* objects.values();
    },
    size: () => size,
    set: (object) => {
      remove(object);
      const { namespace, name } = keyIn(object);
      getOrMake(namespaces, namespace, () => new Map<string, Held>()).set(name, object);
      size += 1;
      for (const { valuesOf, found } of indexes) {
        for (const value of valuesOf(object)) getOrMake(found, value, () => new Set<Held>()).add(object);
      }
    },
    delete: remove,
    index: (valuesOf) => {
      const found = new Map<string, Set<Held>>();
      for (const objects of namespaces.values()) {
        for (const object of objects.values()) {
          for (const value of valuesOf(object)) getOrMake(found, value, () => new Set<Held>()).add(object);
        }
      }
      indexes.push({ valuesOf, found });
      return (value) => found.get(value) ?? [];
    },
  };
}

function keyIn(object: { readonly metadata: { readonly namespace?: string; readonly name: string } }): {
  namespace: string;
  name: string;
} {
  const { namespace = '', name } = object.metadata;
  return { namespace, name };
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
