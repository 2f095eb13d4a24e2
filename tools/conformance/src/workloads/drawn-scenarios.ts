import { drawNames } from '../drawing/draw-names.ts';
import type { Scenario } from './scenarios/scenario.ts';

/** How many scenarios of each group are drawn at least. */
const LEAST = 2;
/** How many of the scenarios that were recorded last are played too. */
const RECENT = 12;

/** What {@link drawnScenarios} chooses from, and how. */
export interface DrawnScenariosOptions {
  /** The scenarios of each controller. */
  readonly groups: Readonly<Record<string, readonly Scenario[]>>;
  /** How many of each group are drawn. */
  readonly share: number;
  /** Which part is drawn. */
  readonly part: number;
  /** Names of scenarios, those that were recorded last first. */
  readonly recorded: readonly string[];
}

/**
 * Chooses the scenarios that are played with every change: some of each controller, and those that were recorded last,
 * whichever they are. What is drawn of a controller does not depend on others.
 */
export function drawnScenarios({ groups, share, part, recorded }: DrawnScenariosOptions): readonly Scenario[] {
  const all = Object.values(groups).flat();
  const known = new Set(all.map(({ name }) => name));
  const chosen = new Set(recorded.filter((name) => known.has(name)).slice(0, RECENT));
  for (const group of Object.values(groups)) {
    const names = group.map(({ name }) => name);
    for (const name of drawNames(names, Math.max(LEAST, Math.ceil(names.length * share)), part)) chosen.add(name);
  }
  return all.filter(({ name }) => chosen.has(name));
}
