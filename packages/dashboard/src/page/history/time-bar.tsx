import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { formatTime } from '../parts/format-time.ts';
import { currentRoute, replaceRoute, useRoute } from '../route/location.ts';
import { placeOf, useHistory } from './live-history.ts';
import styles from './time-bar.module.css';
import { WriteText } from './write-text.tsx';

/** Between two positions of a dragged slider: the server need not compute each of them. */
const DRAG_MS = 80;

/** A slider over the writes of the history. The page shows the cluster as it was after the chosen write. */
export function TimeBar(): ReactNode {
  const { writes, failure } = useHistory();
  const route = useRoute();
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const last = writes.length - 1;
  const place = dragged ?? (route.at === undefined ? last : placeOf(writes, route.at));
  const write = writes[place];
  const choose = (next: number): void => {
    const wanted = Math.min(Math.max(next, 0), last);
    setDragged(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDragged(undefined);
      const at = writes[wanted]?.resourceVersion;
      if (at !== undefined) replaceRoute({ ...currentRoute(), at });
    }, DRAG_MS);
  };
  const toNow = (): void => {
    clearTimeout(timer.current);
    setDragged(undefined);
    leavePast();
  };
  const past = route.at !== undefined || dragged !== undefined;
  return (
    <section aria-label="Time" className={past ? styles['past'] : styles['bar']}>
      <Button
        label="One write back"
        disabled={place <= 0}
        onPress={() => {
          choose(place - 1);
        }}
      >
        ◀
      </Button>
      <input
        type="range"
        aria-label="Revision"
        aria-valuetext={write ? `${write.resourceVersion}, ${formatTime(write.time)}` : 'now'}
        className={styles['slider']}
        min={0}
        max={Math.max(last, 0)}
        value={Math.max(place, 0)}
        onChange={(event) => {
          choose(event.currentTarget.valueAsNumber);
        }}
      />
      <Button
        label="One write on"
        disabled={place >= last}
        onPress={() => {
          choose(place + 1);
        }}
      >
        ▶
      </Button>
      <Button kind={past ? 'primary' : 'plain'} disabled={!past} onPress={toNow}>
        Now
      </Button>
      <p className={styles['what']}>
        {failure?.message}
        {!failure && !past && 'You see the cluster as it is.'}
        {!failure && past && write && (
          <>
            As it was at <strong>{formatTime(write.time)}</strong>, after this write: <WriteText write={write} />
          </>
        )}
      </p>
    </section>
  );
}

/** What a link to the past shows of a cluster that keeps no history for the page. */
export function PastOfOther(): ReactNode {
  const { at } = useRoute();
  return (
    <section aria-label="Time" className={styles['past']}>
      <Button kind="primary" onPress={leavePast}>
        Now
      </Button>
      <p className={styles['what']}>
        As it was at revision {at}, if the server still has it. Only the embedded cluster of kb dev keeps its history.
      </p>
    </section>
  );
}

function leavePast(): void {
  const { at: _, ...rest } = currentRoute();
  replaceRoute(rest);
}
