/** Random numbers of a seed: always the same. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  /** True so often. */
  chance(probability: number): boolean;
  /** One of them; undefined of none. */
  pick<T>(values: readonly T[]): T | undefined;
  /** `count` of them, or all, in their order. */
  sample<T>(values: readonly T[], count: number): T[];
}

/**
 * Makes random numbers of a seed, and of a name, so that what is random of one thing does not depend on what else there
 * is.
 */
export function randomOf(seed: number, name = ''): Random {
  let state = seed >>> 0;
  for (let index = 0; index < name.length; index += 1) state = (Math.imul(state, 31) + name.charCodeAt(index)) >>> 0;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
