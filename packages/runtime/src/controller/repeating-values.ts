import { hashJson } from '@kb/apimachinery';

/** How many fields are remembered; beyond, the one that was written the longest ago is forgotten. */
const maxFields = 32;
/** How much of a hash is kept: 64 bits. */
const hashLength = 16;

/** Follows the values that were written to the fields of one object, and notices when they repeat. */
export interface RepeatingValues {
  /**
   * Takes what one run has written, by field. Answers whether the fields together go through values that they had
   * before.
   */
  add(written: ReadonlyMap<string, unknown>): boolean;
  /** The fields that are followed, the one that was written last at the end. */
  fields(): readonly string[];
}

/**
 * Makes one. It keeps a hash for each of 32 fields and one state of all of them to compare with: Brent's algorithm,
 * which finds a cycle of any length within about three of them, in memory that does not grow. So a field that flips
 * repeats, also when another takes turns with it; a counter does once it has wrapped; and a flag that flips beside a
 * counter does not.
 */
export function createRepeatingValues(): RepeatingValues {
  const values = new Map<string, string>();
  /** The state that later ones are compared with, how many runs ago that was, and after how many it is replaced. */
  let known: string | undefined;
  let since = 0;
  let limit = 1;
  /** How many runs a cycle takes; 0: none was found, or it was left. */
  let cycle = 0;
  let unknown = 0;

  const hash = (value: unknown): string => {
    try {
      return hashJson([value]).slice(0, hashLength);
    } catch {
      // A transform of the cache may leave what is no JSON: it is never the same.
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
        if (values.size <= maxFields) break;
        values.delete(field);
      }
      const state = hash(Object.fromEntries(values));
      since += 1;
      if (state === known) {
        // A cycle may come through one state several times.
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
