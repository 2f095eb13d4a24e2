import { compareText } from '../../text/compare-text.ts';

/** A copy of plain JSON in which the members of every object are sorted by name. No part of it is in two places. */
export function withSortedKeys<T>(value: T): T {
  // What is put together again has the same parts.
  return sorted(value) as T;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  // By entries, so that a member named __proto__ stays one.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
