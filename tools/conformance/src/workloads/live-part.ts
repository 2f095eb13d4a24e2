import { drawNames } from '../draw-names.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** How many scenarios of each group are drawn: a tenth, but at least this many. */
const LEAST = 2;
const SHARE = 1 / 10;
/** How many of the scenarios that were recorded last are played too. */
const RECENT = 12;

/** What {@link livePart} chooses from, and how. */
export interface LivePartOptions {
  /** The scenarios of each controller. */
  readonly groups: Readonly<Record<string, readonly Scenario[]>>;
  readonly seed: number;
  /** Names of scenarios, those that were recorded last first. */
  readonly recorded: readonly string[];
}

/**
 * Chooses the scenarios that are played on a real control plane with every change: some of each controller, drawn with
 * the seed, and those that were recorded last, whichever they are. The draw of one scenario does not depend on others.
 */
export function livePart({ groups, seed, recorded }: LivePartOptions): readonly Scenario[] {
  const all = Object.values(groups).flat();
  const known = new Set(all.map(({ name }) => name));
  const chosen = new Set(recorded.filter((name) => known.has(name)).slice(0, RECENT));
  for (const group of Object.values(groups)) {
    const names = group.map(({ name }) => name);
    for (const name of drawNames(names, Math.max(LEAST, Math.ceil(names.length * SHARE)), seed)) chosen.add(name);
  }
  return all.filter(({ name }) => chosen.has(name));
}
