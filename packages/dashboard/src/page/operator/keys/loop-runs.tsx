import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import type { Run } from '../log/operator-log.ts';
import styles from './keys.module.css';
import { RunItem } from '../run/run-item.tsx';

const FIRST_SHOWN = 50;

/** The runs of a loop as one line: the last of them, or the open one; the others on demand. */
export function LoopRuns(properties: {
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly open: string | undefined;
  readonly onOpen: (run: string | undefined) => void;
  readonly isLast: (run: Run) => boolean;
}): ReactNode {
  const { runs, open, onOpen, isLast } = properties;
  const [unfolded, setUnfolded] = useState(false);
  const opened = runs.find(({ began }) => began.reconcileID === open);
  const shown = opened ?? runs[0];
  if (!shown) return null;
  const item = (run: Run, loopOf?: number): ReactNode => (
    <RunItem
      key={run.began.reconcileID}
      run={run}
      open={open === run.began.reconcileID}
      isLast={isLast(run)}
      {...(loopOf !== undefined && { loopOf })}
      onToggle={(wanted) => {
        onOpen(wanted ? run.began.reconcileID : undefined);
      }}
    />
  );
  if (unfolded) return runs.slice(0, FIRST_SHOWN).map((run) => item(run));
  return (
    <>
      {item(shown, runs.length)}
      {opened && (
        <li className={styles['others']}>
          <Button
            onPress={() => {
              setUnfolded(true);
            }}
          >
            {`Show the last ${Math.min(runs.length, FIRST_SHOWN)} runs of the loop one by one`}
          </Button>
        </li>
      )}
    </>
  );
}
