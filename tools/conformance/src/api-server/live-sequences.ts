import { type Area, fullNameOf, recordingNameOf } from '@kb/apiserver/recorded';
import { drawNames } from '../draw-names.ts';

/** How many sequences of each area are drawn: a third, but at least one. */
const SHARE = 1 / 3;
/** Of how many of the areas that were recorded last all sequences are played. */
const RECENT = 8;

/** What {@link liveSequences} chooses from, and how. */
export interface LiveSequencesOptions {
  readonly areas: readonly Pick<Area, 'name' | 'sequences'>[];
  readonly seed: number;
  /** Names of recordings, those that were recorded last first, as `recordingNameOf` makes them. */
  readonly recorded: readonly string[];
}

/**
 * Chooses the sequences that are played on kube-apiserver with every change, as {@link fullNameOf} names them: some of
 * each area, drawn with the seed, and all of the areas that were recorded last. Without a real server, all are compared
 * with what was recorded from it. The draw of one sequence does not depend on others.
 */
export function liveSequences({ areas, seed, recorded }: LiveSequencesOptions): ReadonlySet<string> {
  const byRecording = new Map(areas.map((area) => [recordingNameOf(area), area]));
  const recent = recorded.flatMap((name) => byRecording.get(name) ?? []).slice(0, RECENT);
  const drawn = areas.flatMap((area) => {
    const names = namesIn(area);
    return drawNames(names, Math.ceil(names.length * SHARE), seed);
  });
  return new Set([...recent.flatMap(namesIn), ...drawn]);
}

function namesIn({ name: area, sequences }: Pick<Area, 'name' | 'sequences'>): readonly string[] {
  return sequences.map(({ name }) => fullNameOf(area, name));
}
