import type { KubernetesObject } from '@kb/apimachinery';
import { isRecord } from '@kb/apimachinery/codec';
import type { ObjectName } from '../events/dev-event.ts';
import { nameObject } from '../events/name-object.ts';

/** Finds the object whose story a change belongs to. */
export interface Stories {
  /** The first of the owners that are known, or the object itself; of an Event, that of the object that it is about. */
  of(object: KubernetesObject): ObjectName;
}

/** The objects that are remembered: Pods come and go as long as a session runs. */
const MAX_KNOWN = 10_000;
/** Longer chains of owners are not followed: they have a loop. */
const MAX_DEPTH = 10;

interface KnownObject {
  readonly name: ObjectName;
  readonly owner: string | undefined;
}

/** Returns stories of objects, which learn the objects that they are asked about. */
export function createStories(): Stories {
  const known = new Map<string, KnownObject>();
  /** Objects that nothing has happened to for longest are forgotten first. */
  const remember = (uid: string, object: KnownObject): void => {
    known.delete(uid);
    known.set(uid, object);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  const rootOf = (uid: string, depth = 0): ObjectName | undefined => {
    const found = known.get(uid);
    if (found === undefined || found.owner === undefined || depth === MAX_DEPTH) return found?.name;
    return rootOf(found.owner, depth + 1) ?? found.name;
  };
  return {
    of(object) {
      const name = nameObject(object);
      const regarding = 'regarding' in object && isRecord(object.regarding) ? object.regarding : undefined;
      if (regarding !== undefined) {
        const { uid, apiVersion, kind, namespace, name: about } = regarding;
        const other = { apiVersion, kind, namespace, name: about };
        return (typeof uid === 'string' ? rootOf(uid) : undefined) ?? textsOf(other);
      }
      const { uid, ownerReferences = [] } = object.metadata;
      const owner = ownerReferences.find(({ controller }) => controller);
      // An owner that is not followed is known by its reference.
      if (owner && !known.has(owner.uid)) {
        const { apiVersion, kind, name: ownerName } = owner;
        remember(owner.uid, {
          name: { apiVersion, kind, namespace: name.namespace, name: ownerName },
          owner: undefined,
        });
      }
      remember(uid, { name, owner: owner?.uid });
      return rootOf(uid) ?? name;
    },
  };
}

function textsOf(fields: Readonly<Record<keyof ObjectName, unknown>>): ObjectName {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { apiVersion, kind, namespace, name } = fields;
  return { apiVersion: text(apiVersion), kind: text(kind), namespace: text(namespace), name: text(name) };
}
