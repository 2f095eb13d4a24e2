import { equalJson } from '@kb/apimachinery';
import { compareAge } from '../../../shared/compare-age.ts';
import type { LiveRevision } from './template-patch.ts';

/** Sorts ControllerRevisions by number, the oldest first; those of one number by age, then by name. */
export const sortRevisions = (revisions: Iterable<LiveRevision>): LiveRevision[] => [...revisions].sort(compare);

function compare(a: LiveRevision, b: LiveRevision): number {
  if (a.revision !== b.revision) return a.revision < b.revision ? -1 : 1;
  return compareAge(a, b);
}

/** Returns the number of the next revision. `sorted`: the existing ones, the oldest first. */
export const nextRevision = (sorted: readonly LiveRevision[]): number => (sorted.at(-1)?.revision ?? 0) + 1;

/** Returns the revisions with the same data, in their order. */
export const equalRevisions = (revisions: readonly LiveRevision[], data: unknown): LiveRevision[] =>
  revisions.filter((revision) => equalJson(revision.data, data));

/**
 * Returns the oldest of the revisions that are not in use, so that `limit` of them remain; none if the limit is
 * negative. `live`: the names of those in use.
 */
export function excessRevisions(
  sorted: readonly LiveRevision[],
  live: ReadonlySet<string>,
  limit: number,
): LiveRevision[] {
  const unused = sorted.filter(({ metadata }) => !live.has(metadata.name));
  return limit < 0 ? [] : unused.slice(0, Math.max(0, unused.length - limit));
}
