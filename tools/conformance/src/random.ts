import { seededRandom } from '@kb/apimachinery';

/** A reproducible source of random choices. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the values; undefined if there are none. */
  pick<T>(values: readonly T[]): T | undefined;
  /** Draws `count` of the values, or all if there are fewer, in their order. */
  sample<T>(values: readonly T[], count: number): T[];
}

/** Creates a {@link Random} from a seed and a name, so that the numbers of one purpose do not depend on others. */
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
        // Selection sampling: each remaining value is taken with probability (still wanted) / (remaining).
        if (below(values.length - index) < count - chosen.length) chosen.push(value);
      });
      return chosen;
    },
  };
}
