import type { Run } from '../log/operator-log.ts';
import type { TimelineEntry } from './timeline.ts';

/** What a line of the time line shows: an entry, or all runs of a loop that follow each other. */
export type TimelineLine =
  TimelineEntry | { readonly type: 'loop'; readonly time: number; readonly runs: readonly Run[] };

/** Puts runs of a loop together, newest first. Events of no run between them stay below their group. */
export function groupRuns(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  let group: { readonly text: string; readonly runs: Run[]; readonly place: number } | undefined;
  for (const entry of entries) {
    const text = entry.type === 'run' ? ownWrite(entry.run) : undefined;
    if (entry.type === 'run' && text !== undefined && group?.text === text) {
      group.runs.push(entry.run);
      lines[group.place] = { type: 'loop', time: lines[group.place]?.time ?? entry.time, runs: group.runs };
      continue;
    }
    if (entry.type === 'run') group = text === undefined ? undefined : { text, runs: [entry.run], place: lines.length };
    lines.push(entry);
  }
  return lines;
}

/** What woke a run, if that were only writes of the operator and all went well; undefined otherwise. */
function ownWrite({ began, ended }: Run): string | undefined {
  const { causes, controller } = began;
  if (causes.length === 0 || causes.some(({ writtenBy }) => writtenBy === undefined)) return undefined;
  if (ended?.error) return undefined;
  const texts = causes.map(({ type, source, changed }) => [type, source, ...changed].join(' '));
  return [controller, ...new Set(texts)].join('\n');
}
