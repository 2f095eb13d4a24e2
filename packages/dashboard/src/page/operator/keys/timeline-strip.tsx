import type { ReactNode } from 'react';
import { formatAge, formatTime } from '../../parts/format-time.ts';
import { now } from '../../parts/ticker.ts';
import { useStore } from '../../store/use-store.ts';
import styles from './keys.module.css';
import type { TimelineEntry } from './timeline.ts';

const WIDTH = 1000;
const MOST_MARKS = 400;

/** The last runs as marks over time, up to now: a loop is a wall of them, and silence is empty. */
export function TimelineStrip({ entries }: { readonly entries: readonly TimelineEntry[] }): ReactNode {
  const time = useStore(now);
  const shown = entries.slice(0, MOST_MARKS);
  const [newest, oldest] = [shown[0]?.time ?? 0, shown.at(-1)?.time ?? 0];
  if (shown.length < 2) return null;
  const end = Math.max(newest, time);
  const span = Math.max(end - oldest, 1);
  const counts = `${shown.length} entries in ${formatAge(newest - oldest)}, the last ${formatAge(end - newest)} ago`;
  const kinds = marks.filter(({ mark }) => shown.some((entry) => markOf(entry) === mark));
  return (
    <figure className={styles['strip']} aria-label={counts}>
      <svg viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map((entry, place) => (
          <rect
            // Entries of the same millisecond are possible, and have no other identity here.
            key={`${place} ${entry.time}`}
            className={styles[markOf(entry)]}
            x={((entry.time - oldest) / span) * (WIDTH - 4)}
            y={entry.type === 'run' ? 2 : 14}
            width={3}
            height={entry.type === 'run' ? 20 : 8}
          />
        ))}
      </svg>
      <figcaption className={styles['axis']}>
        <span>{formatTime(oldest).slice(0, 8)}</span>
        <span>{counts}</span>
        <span className={styles['legend']}>
          {kinds.map(({ mark, text }) => (
            <span key={mark}>
              <svg viewBox="0 0 3 10" aria-hidden="true">
                <rect className={styles[mark]} y={mark === 'skippedMark' ? 5 : 0} width={3} height={10} />
              </svg>{' '}
              {text}
            </span>
          ))}
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

type Mark = 'doneMark' | 'ownMark' | 'failedMark' | 'skippedMark';

const marks: readonly { readonly mark: Mark; readonly text: string }[] = [
  { mark: 'doneMark', text: 'run' },
  { mark: 'ownMark', text: 'run that its own write woke' },
  { mark: 'failedMark', text: 'failed run' },
  { mark: 'skippedMark', text: 'event that woke nothing' },
];

function markOf(entry: TimelineEntry): Mark {
  if (entry.type === 'not-called') return 'skippedMark';
  const { began, ended } = entry.run;
  if (ended?.result.includes('error')) return 'failedMark';
  return began.causes.some(({ writtenBy }) => writtenBy !== undefined) ? 'ownMark' : 'doneMark';
}
