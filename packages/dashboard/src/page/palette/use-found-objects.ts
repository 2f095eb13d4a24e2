import { useEffect, useMemo, useState } from 'react';
import type { ObjectRef, ServedKind } from '../../protocol/index.ts';
import { useConnection } from '../connection/use-connection.ts';
import { kindRef } from '../kinds/find-kind.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { createFrames } from '../store/frames.ts';
import { useStore } from '../store/use-store.ts';

/** Where objects are looked for. */
export interface ObjectSearch {
  readonly kinds: readonly ServedKind[];
  readonly namespace: string | undefined;
  readonly at: string | undefined;
  readonly text: string;
}

/** The objects whose name has the text. */
export interface FoundObjects {
  readonly objects: readonly ObjectRef[];
  /** Whether all kinds were listed, or cannot be. */
  readonly complete: boolean;
  /** The kinds that cannot be listed. */
  readonly unread: readonly ServedKind[];
}

const MOST_FOUND = 50;
/** One letter finds everything. */
const LEAST_LETTERS = 2;

/** Objects by their names. Nothing is listed before there is something to look for. */
export function useFoundObjects({ kinds, namespace, at, text }: ObjectSearch): FoundObjects {
  const connection = useConnection();
  const words = useMemo(() => text.trim().toLowerCase().split(/\s+/), [text]);
  const [started, setStarted] = useState(false);
  useEffect(() => {
    if (text.trim().length >= LEAST_LETTERS) setStarted(true);
  }, [text]);
  const [known] = useState(createKnownObjects);
  const version = useStore(known.version);
  useEffect(() => {
    if (!started) return undefined;
    known.begin(kinds.length);
    const ends = kinds.map((kind, index) => {
      const wanted = {
        topic: 'rows' as const,
        kind: kindRef(kind),
        ...(namespace !== undefined && kind.namespaced && { namespace }),
        ...(at !== undefined && { at }),
      };
      let listed = false;
      const isListed = (): void => {
        if (!listed) known.listed();
        listed = true;
      };
      return connection.follow(wanted, {
        event: ({ changed, removed, complete, reset }) => {
          if (reset) known.forget(index);
          for (const row of changed)
            known.put(index, row.uid, {
              kind: kindRef(kind),
              name: row.name,
              ...(row.namespace !== undefined && { namespace: row.namespace }),
            });
          for (const uid of removed) known.remove(index, uid);
          if (complete) isListed();
        },
        failure: () => {
          known.refuse(kind);
          isListed();
        },
      });
    });
    return () => {
      for (const end of ends) end();
    };
  }, [connection, known, started, kinds, namespace, at]);
  const objects = useMemo(
    () => (text.trim().length < LEAST_LETTERS ? [] : known.find(words)),
    [known, version, words, text],
  );
  return { objects, complete: !started || known.isComplete(), unread: known.refused() };
}

interface KnownObjects {
  readonly version: Pick<Store<number>, 'get' | 'subscribe'>;
  begin(kinds: number): void;
  listed(): void;
  refuse(kind: ServedKind): void;
  /** `kind` is the position of the object's kind: some objects are served as two kinds, with one uid. */
  put(kind: number, uid: string, ref: ObjectRef): void;
  remove(kind: number, uid: string): void;
  /** Forgets the objects of a kind: they are listed again. */
  forget(kind: number): void;
  find(words: readonly string[]): ObjectRef[];
  isComplete(): boolean;
  refused(): readonly ServedKind[];
}

function createKnownObjects(): KnownObjects {
  const byKind = new Map<number, Map<string, ObjectRef>>();
  const objectsOf = (kind: number): Map<string, ObjectRef> => {
    const known = byKind.get(kind) ?? new Map<string, ObjectRef>();
    byKind.set(kind, known);
    return known;
  };
  const version = createStore(0);
  const frames = createFrames((run) => {
    requestAnimationFrame(run);
  });
  let open = 0;
  let refused: readonly ServedKind[] = [];
  const publish = (): void => {
    version.set(version.get() + 1);
  };
  const changed = (): void => {
    frames.request(publish);
  };
  return {
    version,
    begin: (kinds) => {
      byKind.clear();
      open = kinds;
      refused = [];
      changed();
    },
    listed: () => {
      open -= 1;
      changed();
    },
    refuse: (kind) => {
      refused = [...refused, kind];
    },
    refused: () => refused,
    put: (kind, uid, ref) => {
      objectsOf(kind).set(uid, ref);
      changed();
    },
    remove: (kind, uid) => {
      objectsOf(kind).delete(uid);
      changed();
    },
    forget: (kind) => {
      byKind.delete(kind);
      changed();
    },
    find: (words) => {
      const found: ObjectRef[] = [];
      for (const objects of byKind.values()) {
        for (const ref of objects.values()) {
          const text = `${ref.namespace ?? ''}/${ref.name} ${ref.kind.kind}`.toLowerCase();
          if (words.every((word) => text.includes(word))) found.push(ref);
        }
      }
      return found.toSorted((a, b) => rankOf(a, words) - rankOf(b, words)).slice(0, MOST_FOUND);
    },
    isComplete: () => open === 0,
  };
}

/** Names that begin with the first word come before those that contain it; short ones are nearer. */
function rankOf({ name }: ObjectRef, [first = '']: readonly string[]): number {
  return (name.toLowerCase().startsWith(first) ? 0 : 1000) + name.length;
}
