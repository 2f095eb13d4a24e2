import type { RemainingContent } from './namespace-conditions.ts';

/** An object that remains in a namespace after everything in it was deleted. */
export interface RemainingObject {
  readonly uid: string;
  /** Its resource: `plural.group`. */
  readonly resource: string;
  /** The finalizers that keep it. */
  readonly finalizers: readonly string[];
}

/** How many objects of each resource remain, and how many each finalizer keeps. */
export type Counts = Omit<RemainingContent, 'failures'>;

/**
 * Tracks the remaining objects of namespaces that are being deleted: those that were listed, updated by watch events
 * since. A namespace is listed again only when all of them are gone, and its status can be written without listing.
 */
export interface RemainingObjects {
  /** Starts listing a namespace: objects deleted from now on are recorded. Discards the previous state. */
  beginLook(namespace: string): void;
  /** Sets the objects that were listed, except those that are gone by now. */
  endLook(namespace: string, found: Iterable<RemainingObject>): void;
  /** Updates the finalizers of an object. */
  update(namespace: string, uid: string, finalizers: readonly string[]): void;
  /** Removes a deleted object. Returns whether it was the last one. */
  remove(namespace: string, uid: string): boolean;
  /** The remaining objects; undefined until the namespace was listed. */
  of(namespace: string): Counts | undefined;
  forget(namespace: string): void;
}

interface NamespaceState {
  readonly left: Map<string, RemainingObject>;
  readonly objects: Map<string, number>;
  readonly finalizers: Map<string, number>;
  /** The objects that were deleted while listing; undefined at other times. */
  gone: Set<string> | undefined;
}

/** Creates an empty {@link RemainingObjects}. Changes take constant time. */
export function createRemainingObjects(): RemainingObjects {
  const states = new Map<string, NamespaceState>();

  function count({ left, objects, finalizers }: NamespaceState, object: RemainingObject, change: 1 | -1): void {
    if (change === 1) left.set(object.uid, object);
    else left.delete(object.uid);
    add(objects, object.resource, change);
    for (const finalizer of object.finalizers) add(finalizers, finalizer, change);
  }

  return {
    beginLook: (namespace) => {
      states.set(namespace, { left: new Map(), objects: new Map(), finalizers: new Map(), gone: new Set() });
    },
    endLook: (namespace, found) => {
      const state = states.get(namespace);
      if (!state) return;
      for (const object of found) if (!state.gone?.has(object.uid)) count(state, object, 1);
      state.gone = undefined;
    },
    update: (namespace, uid, finalizers) => {
      const state = states.get(namespace);
      const object = state?.left.get(uid);
      if (!state || !object) return;
      count(state, object, -1);
      count(state, { ...object, finalizers }, 1);
    },
    remove: (namespace, uid) => {
      const state = states.get(namespace);
      state?.gone?.add(uid);
      const object = state?.left.get(uid);
      if (!state || !object) return false;
      count(state, object, -1);
      return state.left.size === 0;
    },
    of: (namespace) => {
      const state = states.get(namespace);
      return state?.gone === undefined ? state : undefined;
    },
    forget: (namespace) => void states.delete(namespace),
  };
}

/** Counts objects by resource and by finalizer. */
export function countsOf(left: Iterable<RemainingObject>): Counts {
  const objects = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const object of left) {
    add(objects, object.resource, 1);
    for (const finalizer of object.finalizers) add(finalizers, finalizer, 1);
  }
  return { objects, finalizers };
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const next = (counts.get(name) ?? 0) + change;
  if (next > 0) counts.set(name, next);
  else counts.delete(name);
}
