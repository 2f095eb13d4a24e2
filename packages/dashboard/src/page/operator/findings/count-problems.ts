import { useContext, useEffect, useMemo } from 'react';
import { OperatorLogContext } from '../log/use-operator-log.ts';
import { now } from '../../parts/ticker.ts';
import { useStore } from '../../store/use-store.ts';
import { findProblems } from './find-problems.ts';

/** How many problems the operator has, counted once a second. */
export function useProblemCount(): number {
  const live = useContext(OperatorLogContext);
  useEffect(() => live?.start(), [live]);
  const time = useStore(now);
  return useMemo(() => (live ? findProblems(live.log, time).length : 0), [live, time]);
}

/** `1 problem`, `2 problems`. */
export function countedProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}
