import { useContext, useEffect, useMemo } from 'react';
import type { Tone } from '../../parts/badge.tsx';
import { now } from '../../parts/ticker.ts';
import { useStore } from '../../store/use-store.ts';
import type { OperatorLog } from '../log/operator-log.ts';
import { OperatorLogContext } from '../log/use-operator-log.ts';
import { findProblems } from './find-problems.ts';

/** What every view says about the operator. */
export interface OperatorMark {
  readonly text: string;
  readonly tone: Tone;
}

/** What is to be said about the operator, looked at once a second; undefined if all is well. */
export function useOperatorMark(): OperatorMark | undefined {
  const live = useContext(OperatorLogContext);
  useEffect(() => live?.start(), [live]);
  const time = useStore(now);
  return useMemo(() => (live ? markOf(live.log, time) : undefined), [live, time]);
}

/** That it does not run says more than what was wrong while it ran. */
function markOf(log: OperatorLog, time: number): OperatorMark | undefined {
  const { state, notLoaded, hanging } = log.process ?? {};
  if (state === 'backing-off' || state === 'ended') return { text: 'crashed', tone: 'bad' };
  if (state === 'paused') return { text: 'paused', tone: 'busy' };
  if (hanging !== undefined) return { text: 'hangs', tone: 'bad' };
  if (notLoaded !== undefined) return { text: 'not loaded', tone: 'bad' };
  const count = findProblems(log, time).length;
  return count > 0 ? { text: countedProblems(count), tone: 'bad' } : undefined;
}

/** `1 problem`, `2 problems`. */
export function countedProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}
