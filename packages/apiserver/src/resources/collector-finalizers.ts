/** What becomes of an object's dependents. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** The finalizers that need not say whose they are. */
export const standardFinalizers: ReadonlySet<string> = new Set(['kubernetes', ORPHAN, FOREGROUND]);

/**
 * The finalizers that an object has once it is deleted: its own, and the one that tells the garbage collector what to
 * do. `asked`: what the delete says; `implied`: what the kind does by default, unless the object has one of the
 * collector's finalizers already.
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

/** The finalizers without those of the garbage collector: of kinds that it leaves alone. */
export function withoutCollector(present: readonly string[]): string[] {
  return present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
}
