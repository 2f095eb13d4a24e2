/** What happens to an object's dependents. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** The standard finalizers, whose names need no domain. */
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', ORPHAN, FOREGROUND]);

/**
 * Returns the finalizers of an object that is being deleted: its own, and those that make the garbage collector apply
 * the propagation policy. `asked` is the policy of the delete; `implied` is the kind's default, which applies unless
 * the object already has one of the garbage collector's finalizers.
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

/** Returns the finalizers without the garbage collector's, for kinds that it ignores. */
export function withoutCollector(present: readonly string[]): string[] {
  return present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
}
