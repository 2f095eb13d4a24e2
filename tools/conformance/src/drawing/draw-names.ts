import { randomOf } from '../random.ts';

/**
 * Draws `count` of the names, or all if there are fewer. The names have a fixed order, which does not depend on others,
 * and each part has those that follow the names of the part before: after `names.length / count` parts each was drawn.
 */
export function drawNames(names: readonly string[], count: number, part: number): readonly string[] {
  if (count >= names.length) return names;
  const ordered = names
    .map((name) => ({ name, place: randomOf(0, name).next() }))
    .toSorted((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  const start = (part * count) % names.length;
  return [...ordered, ...ordered].slice(start, start + count);
}
