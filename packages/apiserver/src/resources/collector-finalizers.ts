/** What happens to an object's dependents. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** The finalizers that need no domain. */
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', ORPHAN, FOREGROUND]);

/**
 * The finalizers of a deleted object: its own, and the garbage collector's. `asked`: the policy of the delete;
 * `implied`: the kind's default, unless the object already has one of the collector's finalizers.
 */
export function finalizersForDeletion(
  present: readonly string[],
  asked: Propagation | undefined,
  implied: Propagation | undefined,
): string[] {
  const others = present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  const propagation = asked ?? (present.length > others.length ? undefined : implied);
  if (propagation === undefined) return [...present];
  if (propagation === 'Orphan') return [...others, ORPHAN];
  return propagation === 'Foreground' ? [...others, FOREGROUND] : others;
}

/** The finalizers without those of the garbage collector, for kinds that it ignores. */
export function withoutCollector(present: readonly string[]): string[] {
  return present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
}
