import type { RemainingContent } from './namespace-conditions.ts';

/** An object that is left in a namespace after everything in it was deleted. */
export interface RemainingObject {
  readonly uid: string;
  /** Its resource: `plural.group`. */
  readonly resource: string;
  /** What holds it. */
  readonly finalizers: readonly string[];
}

type Counts = Omit<RemainingContent, 'failures'>;

/**
 * What is left in the namespaces that are being deleted: what a look at the server found, and the events of
 * watches since. So a namespace needs another look only when nothing is left of what the last one found, and its status
 * needs none.
 */
export interface RemainingObjects {
  /** A look begins: what goes from now on is noted. Forgets what was known of the namespace. */
  beginLook(namespace: string): void;
  /** What the look found. What is gone by now does not count. */
  endLook(namespace: string, found: Iterable<RemainingObject>): void;
  /** An object may have other finalizers. */
  update(namespace: string, uid: string, finalizers: readonly string[]): void;
  /** An object is gone. Returns whether it was the last one that was left. */
  remove(namespace: string, uid: string): boolean;
  /** What is left; undefined where no look has ended. */
  of(namespace: string): Counts | undefined;
  forget(namespace: string): void;
}

interface NamespaceState {
  readonly left: Map<string, RemainingObject>;
  readonly objects: Map<string, number>;
  readonly finalizers: Map<string, number>;
  /** What went during a look; undefined while there is none. */
  gone: Set<string> | undefined;
}

/** Makes an empty {@link RemainingObjects}. Each change costs the same however many objects are left. */
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

/** How many objects of each resource there are, and how many each finalizer holds. */
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
