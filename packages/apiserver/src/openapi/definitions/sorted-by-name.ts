import { compareUtf8 } from '@kb/apimachinery/codec';

/** Entries sorted by name as Go sorts the keys of maps. */
export function sortedByName<T>(entries: Iterable<readonly [name: string, value: T]>): (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => compareUtf8(a, b));
}
