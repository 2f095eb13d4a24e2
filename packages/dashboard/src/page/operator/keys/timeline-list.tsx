import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useHeld } from '../../parts/use-held.ts';
import type { Run } from '../log/operator-log.ts';
import { NotCalledItem } from '../not-called/not-called-item.tsx';
import { RunItem } from '../run/run-item.tsx';
import { groupRuns, type TimelineLine } from './group-runs.ts';
import styles from './keys.module.css';
import { LoopRuns } from './loop-runs.tsx';
import type { TimelineEntry } from './timeline.ts';
import { TimelineStrip } from './timeline-strip.tsx';

const FIRST_SHOWN = 100;

/**
 * A time line: a strip to see the rhythm, and the entries, newest first. While a run is open or the pointer is over
 * them the entries stand still, and newer ones are counted.
 */
export function TimelineList(properties: {
  readonly entries: readonly TimelineEntry[];
  /** The run that is open. */
  readonly open: string | undefined;
  readonly onOpen: (run: string | undefined) => void;
}): ReactNode {
  const { entries, open, onOpen } = properties;
  const [most, setMost] = useState(FIRST_SHOWN);
  const [isPointed, setPointed] = useState(false);
  const held = useHeld(entries, {
    isHeld: isPointed || open !== undefined,
    newest: entries[0],
    isAfter: (entry, other) => entry.time > other.time,
    // A link may lead to a run that is newer.
    wanted: entries.find((entry) => entry.type === 'run' && entry.run.began.reconcileID === open),
  });
  const lines = groupRuns(held.items);
  const latest = latestRuns(entries);
  const line = (each: TimelineLine): ReactNode => {
    if (each.type === 'not-called')
      return <NotCalledItem key={`${each.time} ${each.event.controller} ${each.event.source}`} event={each.event} />;
    const runs = each.type === 'loop' ? each.runs : [each.run];
    const shared = { open, onOpen, isLast: (run: Run) => latest.has(run) };
    // The oldest run of a loop stays the same while it grows.
    if (each.type === 'loop') return <LoopRuns key={runs.at(-1)?.began.reconcileID} runs={runs} {...shared} />;
    const id = each.run.began.reconcileID;
    return (
      <RunItem
        key={id}
        run={each.run}
        open={open === id}
        isLast={latest.has(each.run)}
        onToggle={(wanted) => {
          onOpen(wanted ? id : undefined);
        }}
      />
    );
  };
  return (
    <div
      onPointerEnter={() => {
        setPointed(true);
      }}
      onPointerLeave={() => {
        setPointed(false);
      }}
    >
      {held.newer > 0 && (
        <div className={styles['newer']}>
          <Button onPress={held.showNewer}>{`Show ${held.newer} new`}</Button>
        </div>
      )}
      <TimelineStrip entries={entries} />
      <ol aria-label="Time line">{lines.slice(0, most).map(line)}</ol>
      {lines.length > most && (
        <Button
          kind="quiet"
          onPress={() => {
            setMost(most + FIRST_SHOWN);
          }}
        >
          {lines.length - most} older ones
        </Button>
      )}
    </div>
  );
}

/** The last run of each controller: only of these it is known what comes next. */
function latestRuns(entries: readonly TimelineEntry[]): ReadonlySet<Run> {
  const latest = new Map<string, Run>();
  for (const entry of entries) {
    if (entry.type !== 'run') continue;
    const { controller } = entry.run.began;
    if (!latest.has(controller)) latest.set(controller, entry.run);
  }
  return new Set(latest.values());
}
