import { hashJson } from '@kb/apimachinery/codec';

/** How many fields are remembered; beyond that, the one that was written longest ago is forgotten. */
const MAX_FIELDS = 32;
/** How much of a hash is kept: 64 bits. */
const HASH_LENGTH = 16;

/** Follows the values that are written to the fields of one object, and detects when they repeat. */
export interface RepeatingValues {
  /** Adds what one run wrote, by field. Returns whether the fields together repeat values that they had before. */
  add(written: ReadonlyMap<string, unknown>): boolean;
  /** The fields that are followed, the last written one at the end. */
  fields(): readonly string[];
}

/**
 * Creates an empty record of values. It keeps a hash for each of 32 fields and one state of all of them to compare
 * with: Brent's algorithm, which finds a cycle of any length within about three rounds, in constant memory. So a field
 * that flips repeats, even when another one alternates with it; a counter repeats once it wraps; and a flag that flips
 * beside a counter does not repeat.
 */
export function createRepeatingValues(): RepeatingValues {
  const values = new Map<string, string>();
  /** The state that later states are compared with, how many runs ago it was, and after how many it is replaced. */
  let known: string | undefined;
  let since = 0;
  let limit = 1;
  /** The length of the cycle in runs; 0: none was found, or it ended. */
  let cycle = 0;
  let unknown = 0;

  const hash = (value: unknown): string => {
    try {
      return hashJson([value]).slice(0, HASH_LENGTH);
    } catch {
      // A transform of the cache may leave a value that is not JSON: it never equals another.
      unknown += 1;
      return `unknown ${unknown}`;
    }
  };

  return {
    add: (written) => {
      for (const [field, value] of written) {
        values.delete(field);
        values.set(field, hash(value));
      }
      for (const field of values.keys()) {
        if (values.size <= MAX_FIELDS) break;
        values.delete(field);
      }
      const state = hash(Object.fromEntries(values));
      since += 1;
      if (state === known) {
        // A cycle may pass through one state several times.
        cycle = Math.max(cycle, since);
        since = 0;
      } else if (known === undefined || since >= limit) {
        if (known !== undefined) limit *= 2;
        known = state;
        since = 0;
        cycle = 0;
      } else if (since > cycle) cycle = 0;
      return cycle > 0;
    },
    fields: () => [...values.keys()],
  };
}
