import type { DeepReadonly, ManagedFieldsEntry } from '@kb/apimachinery';
import type { Store } from './store.ts';
import type { StorageEvent, StoredObject } from './stored-object.ts';

/** A write whose result is kept. */
export interface KeptWrite {
  readonly resourceVersion: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly change: 'created' | 'updated' | 'deleted';
  /** Empty for the core group. */
  readonly group: string;
  readonly plural: string;
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  readonly name: string;
  /** `metadata.uid` of the object. */
  readonly uid: string;
  /** The field manager that wrote; undefined for deletions. */
  readonly manager?: string;
}

/** The history that a server keeps. Lists at any of its versions return the state then. */
export interface KeptHistory {
  readonly limitBytes: number;
  readonly keptBytes: () => number;
  /** The oldest resource version whose whole state is known. */
  readonly first: () => string;
  readonly last: () => string;
  /** Returns the writes after a resource version, oldest first. */
  readonly writesSince: (resourceVersion: string) => readonly KeptWrite[];
  /** Calls the listener with every write, until the returned function is called. */
  readonly subscribe: (listener: (write: KeptWrite) => void) => () => void;
}

/** What is known of a write besides its event. */
interface WriteNote {
  readonly time: number;
  readonly manager: string | undefined;
  readonly uid: string;
}

/** Notes who wrote when. The notes last as long as the events. */
export interface WriteNotes {
  readonly note: (collection: string, event: StorageEvent) => void;
  readonly of: (event: StorageEvent) => WriteNote | undefined;
  readonly subscribe: KeptHistory['subscribe'];
}

const changes = { ADDED: 'created', MODIFIED: 'updated', DELETED: 'deleted' } as const;

/** Creates {@link WriteNotes}. */
export function createWriteNotes(now: () => number): WriteNotes {
  const notes = new WeakMap<StorageEvent, WriteNote>();
  const listeners = new Set<(write: KeptWrite) => void>();
  return {
    note: (collection, event) => {
      const note = { time: now(), manager: writerOf(event), uid: event.current.object.metadata.uid ?? '' };
      notes.set(event, note);
      if (listeners.size === 0) return;
      const write = keptWrite(collection, event, note);
      for (const listener of listeners) listener(write);
    },
    of: (event) => notes.get(event),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The history of a store whose changes are noted. */
export function keptHistory(store: Store, notes: WriteNotes, limitBytes: number): KeptHistory {
  return {
    limitBytes,
    keptBytes: () => store.historyBytes,
    first: () => String(store.oldestRevision),
    last: () => String(store.revision),
    writesSince: (resourceVersion) =>
      store.changesSince(Number(resourceVersion)).flatMap(({ collection, event }) => {
        const note = notes.of(event);
        return note ? [keptWrite(collection, event, note)] : [];
      }),
    subscribe: notes.subscribe,
  };
}

function keptWrite(collection: string, { type, revision, current }: StorageEvent, note: WriteNote): KeptWrite {
  const at = collection.indexOf('/');
  return {
    resourceVersion: String(revision),
    time: note.time,
    change: changes[type],
    group: at < 0 ? '' : collection.slice(0, at),
    plural: collection.slice(at + 1),
    namespace: current.namespace,
    name: current.name,
    uid: note.uid,
    ...(note.manager !== undefined && { manager: note.manager }),
  };
}

/**
 * The manager that wrote: its entry in the managed fields is new, or has a new time. A manager that lost a field has
 * another entry too, but with its old time. Within one second nothing may differ: then it is the last one.
 */
function writerOf({ type, current, previous }: StorageEvent): string | undefined {
  if (type === 'DELETED') return undefined;
  const before = new Map(managersOf(previous).map((entry) => [identityOf(entry), entry.time]));
  let writer: ManagersEntry | undefined;
  for (const entry of managersOf(current)) {
    const isNew = before.get(identityOf(entry)) !== entry.time;
    if (isNew) return entry.manager;
    if ((entry.time ?? '') >= (writer?.time ?? '')) writer = entry;
  }
  return writer?.manager;
}

type ManagersEntry = DeepReadonly<ManagedFieldsEntry>;

const identityOf = ({ manager, operation, subresource }: ManagersEntry): string =>
  JSON.stringify([manager, operation, subresource]);

const managersOf = (stored: StoredObject | undefined): readonly ManagersEntry[] =>
  stored?.object.metadata.managedFields ?? [];
