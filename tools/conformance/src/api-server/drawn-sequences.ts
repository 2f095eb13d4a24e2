import { type Area, fullNameOf, recordingNameOf } from '@kb/apiserver/recorded';
import { drawNames } from '../drawing/draw-names.ts';

/** How many sequences of each area are played on kube-apiserver: a third, but at least one. */
const LIVE_SHARE = 1 / 3;
/** How many areas are compared with their recordings: an eighth. The tests of `@kb/apiserver` compare all. */
const RECORDED_SHARE = 1 / 8;
/** Of how many of the areas that were recorded last all sequences are played. */
const RECENT = 8;

/** What is chosen from, and how. */
export interface DrawnSequencesOptions {
  readonly areas: readonly Pick<Area, 'name' | 'sequences'>[];
  /** Which part is drawn. */
  readonly part: number;
  /** Names of recordings, those that were recorded last first, as `recordingNameOf` makes them. */
  readonly recorded: readonly string[];
}

/**
 * Chooses the sequences that are played on kube-apiserver with every change, as {@link fullNameOf} names them: some of
 * each area, and all of the areas that were recorded last. What is drawn of an area does not depend on others.
 */
export function liveSequences({ areas, part, recorded }: DrawnSequencesOptions): ReadonlySet<string> {
  const drawn = areas.flatMap((area) => {
    const names = namesIn(area);
    return drawNames(names, Math.ceil(names.length * LIVE_SHARE), part);
  });
  return new Set([...recentAreas(areas, recorded).flatMap(namesIn), ...drawn]);
}

/**
 * Chooses the sequences whose recorded answers are compared with every change: whole areas, because each has its own
 * server, some of them drawn, and those that were recorded last.
 */
export function recordedSequences({ areas, part, recorded }: DrawnSequencesOptions): ReadonlySet<string> {
  const names = areas.map(({ name }) => name);
  const drawn = new Set(drawNames(names, Math.ceil(names.length * RECORDED_SHARE), part));
  return new Set([...recentAreas(areas, recorded), ...areas.filter(({ name }) => drawn.has(name))].flatMap(namesIn));
}

type NamedArea = DrawnSequencesOptions['areas'][number];

function recentAreas(areas: readonly NamedArea[], recorded: readonly string[]): readonly NamedArea[] {
  const byRecording = new Map(areas.map((area) => [recordingNameOf(area), area]));
  return recorded.flatMap((name) => byRecording.get(name) ?? []).slice(0, RECENT);
}

function namesIn({ name: area, sequences }: NamedArea): readonly string[] {
  return sequences.map(({ name }) => fullNameOf(area, name));
}
