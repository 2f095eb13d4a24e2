import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { HistoryWrite } from '../../protocol/index.ts';
import { ChangesList } from '../difference/changes-list.tsx';
import { type Comparison, useComparison } from '../difference/state-difference.tsx';
import { Button } from '../parts/button.tsx';
import { formatTime } from '../parts/format-time.ts';
import { FailureMessage, Loading } from '../parts/message.tsx';
import { currentRoute, replaceRoute } from '../route/location.ts';
import styles from './history-view.module.css';
import { WriteText } from './write-text.tsx';

/** Field paths that a row has room for. */
const MOST_PATHS = 3;

/** A write with the fields that it changed; pressed, with their values. */
export function WriteRow(properties: {
  readonly write: HistoryWrite;
  /** The resource version of the write before, of any object; undefined when that is no longer kept. */
  readonly before: string | undefined;
  readonly chosen: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const { write, before, chosen, open, onToggle } = properties;
  const row = useRef<HTMLLIElement>(null);
  const seen = useSeen(row);
  const isUpdate = write.change === 'updated';
  const states = { target: write.ref, from: before ?? '', to: write.resourceVersion };
  const comparison = useComparison(states, before !== undefined && seen && (isUpdate || open));
  const time = formatTime(write.time);
  // The slider chooses a write that may be far down.
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <li ref={row} className={chosen ? styles['chosen'] : undefined} aria-current={chosen ? 'true' : undefined}>
      <div className={styles['write']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={open}
          aria-label={`What changed at ${time}`}
          onClick={onToggle}
        >
          {open ? '▾' : '▸'} <time>{time}</time>
        </button>
        <WriteText write={write} />
        {isUpdate && <Paths comparison={comparison} />}
        <span className={styles['go']}>
          <Button
            label={`Show the cluster at ${time}, version ${write.resourceVersion}`}
            onPress={() => {
              replaceRoute({ ...currentRoute(), at: write.resourceVersion });
            }}
          >
            Show cluster at this time
          </Button>
        </span>
      </div>
      {open && (
        <div className={styles['changes']}>
          <Changes comparison={comparison} known={before !== undefined} />
        </div>
      )}
    </li>
  );
}

function Paths({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const paths = comparison.result?.changes.map(({ path }) => path) ?? [];
  if (paths.length === 0) return null;
  return (
    <span className={styles['paths']}>
      <code>{paths.slice(0, MOST_PATHS).join(', ')}</code>
      {paths.length > MOST_PATHS && ` and ${paths.length - MOST_PATHS} more`}
    </span>
  );
}

function Changes({ comparison, known }: { readonly comparison: Comparison; readonly known: boolean }): ReactNode {
  if (!known) return <p>What was before it is no longer kept.</p>;
  if (comparison.failure) return <FailureMessage failure={comparison.failure} />;
  if (!comparison.result) return <Loading what="the changes" />;
  return <ChangesList changes={comparison.result.changes} />;
}

/** Whether an element was on the screen: what is not need not be compared. */
function useSeen(element: React.RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return seen;
}
