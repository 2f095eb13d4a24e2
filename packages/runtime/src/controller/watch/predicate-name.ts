import type { Predicate } from './watched-event.ts';

/** The name of a predicate for people; one without a name is named by its place in its watch. */
export function predicateName(predicate: Predicate, all: readonly Predicate[]): string {
  if (predicate.name !== '') return predicate.name;
  return all.length === 1 ? 'the only predicate' : `predicate ${all.indexOf(predicate) + 1} of ${all.length}`;
}
