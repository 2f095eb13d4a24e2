import type { KubernetesObject } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { ObjectRevision } from '../../protocol/index.ts';

/** A state of an object that was seen. */
export interface SeenRevision extends ObjectRevision {
  readonly object: KubernetesObject;
}

/** The states of the objects that pages have looked at, for clusters without a history. */
export interface SeenRevisions {
  add(key: string, revision: SeenRevision): void;
  /** Oldest first. */
  of(key: string): readonly SeenRevision[];
}

const MAX_BYTES = 32 << 20;
const MAX_OF_ONE = 50;

/** Creates an empty memory, which forgets what was seen first beyond 32 MiB, and beyond 50 states of one object. */
export function createSeenRevisions(): SeenRevisions {
  const byKey = new Map<string, readonly SeenRevision[]>();
  /** In the order in which they were seen. */
  const all = new Map<SeenRevision, { readonly key: string; readonly bytes: number }>();
  let held = 0;

  const drop = (revision: SeenRevision): void => {
    const entry = all.get(revision);
    if (entry === undefined) return;
    all.delete(revision);
    held -= entry.bytes;
    const left = (byKey.get(entry.key) ?? []).filter((each) => each !== revision);
    if (left.length > 0) byKey.set(entry.key, left);
    else byKey.delete(entry.key);
  };
  return {
    of: (key) => byKey.get(key) ?? [],
    add: (key, revision) => {
      const before = byKey.get(key) ?? [];
      const isKnown = before.some(
        ({ resourceVersion, change }) => resourceVersion === revision.resourceVersion && change === revision.change,
      );
      if (isKnown) return;
      const bytes = stringifyJson(revision.object).length;
      byKey.set(key, [...before, revision]);
      all.set(revision, { key, bytes });
      held += bytes;
      const [oldest] = before;
      if (before.length >= MAX_OF_ONE && oldest !== undefined) drop(oldest);
      for (const first of all.keys()) {
        if (held <= MAX_BYTES) break;
        drop(first);
      }
    },
  };
}
