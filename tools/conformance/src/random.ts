import { seededRandom } from '@kb/apimachinery';

/** A reproducible source of random choices. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the values; undefined if there are none. */
  pick<T>(values: readonly T[]): T | undefined;
  /** `count` of the values, or all, in their order. */
  sample<T>(values: readonly T[], count: number): T[];
}

/**
 * Makes a {@link Random} from a seed and a name: what is drawn for one thing does not depend on what is drawn for
 * others.
 */
export function randomOf(seed: number, name = ''): Random {
  let start = seed >>> 0;
  for (let index = 0; index < name.length; index += 1) start = (Math.imul(start, 31) + name.charCodeAt(index)) >>> 0;
  const next = seededRandom(start);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)],
    sample(values, count) {
      const chosen: (typeof values)[number][] = [];
      values.forEach((value, index) => {
        // Each of those that are left has the same chance to be among those that are still wanted.
        if (below(values.length - index) < count - chosen.length) chosen.push(value);
      });
      return chosen;
    },
  };
}
