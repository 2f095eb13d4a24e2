import { randomOf } from './random.ts';

/** Draws `count` of the names, or all if there are fewer. The order of two names does not depend on the others. */
export function drawNames(names: readonly string[], count: number, seed: number): readonly string[] {
  return names
    .map((name) => ({ name, place: randomOf(seed, name).next() }))
    .toSorted((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
