import { useContext, useEffect, useSyncExternalStore } from 'react';
import type { ObjectRef } from '../../../protocol/index.ts';
import { groupKind } from '../../kinds/find-kind.ts';
import { filteredBy } from '../findings/filtered-changes.ts';
import { OperatorLogContext } from '../log/use-operator-log.ts';
import type { Tab } from '../../parts/tabs.tsx';
import { now } from '../../parts/ticker.ts';
import { type ObjectTrouble, troubleId, troublesAt } from './object-trouble.ts';

/** What the operator does wrong with an object, in a few words each. */
export interface TroubleWords {
  /** Its worst runs. */
  readonly runs: string | undefined;
  /** Who filtered its last change. */
  readonly filtered: string | undefined;
}

/** Returns {@link TroubleWords}; the component renders again when the words change. Without a `kind`, none. */
export function useTroubleWords(kind: string | undefined, namespace: string | undefined, name: string): TroubleWords {
  const live = useContext(OperatorLogContext);
  const troubles = (): readonly ObjectTrouble[] =>
    (kind !== undefined && live && troublesAt(live.log, now.get()).get(troubleId(kind, { namespace, name }))) || [];
  const runs = useSyncExternalStore(now.subscribe, () => {
    const worst = troubles().find((trouble) => trouble.kind !== 'filtered');
    return worst && words[worst.kind];
  });
  const filtered = useSyncExternalStore(now.subscribe, () => {
    const change = troubles().find((trouble) => trouble.kind === 'filtered');
    return change && `last change ${filteredBy(change.event)}`;
  });
  return { runs, filtered };
}

const words = { loop: 'endless loop', failing: 'last reconcile failed' } as const;

/** How many runs went wrong, or events woke nothing, of an object; none for undefined. */
export function useTroubleCount(target: ObjectRef | undefined): Pick<Tab, 'count' | 'tone'> {
  const live = useContext(OperatorLogContext);
  useEffect(() => {
    if (target) live?.start();
  }, [live, target !== undefined]);
  const countOf = (isFiltered: boolean): number => {
    if (!target || !live) return 0;
    const found = troublesAt(live.log, now.get()).get(troubleId(groupKind(target.kind), target)) ?? [];
    return found
      .filter(({ kind }) => (kind === 'filtered') === isFiltered)
      .reduce((sum, trouble) => sum + timesOf(trouble), 0);
  };
  const count = useSyncExternalStore(now.subscribe, () => countOf(false));
  const filtered = useSyncExternalStore(now.subscribe, () => countOf(true));
  if (count > 0) return { count, tone: 'bad' };
  return filtered > 0 ? { count: filtered, tone: 'busy' } : {};
}

function timesOf(trouble: ObjectTrouble): number {
  if (trouble.kind === 'filtered') return 1;
  return trouble.kind === 'loop' ? trouble.times : trouble.count;
}
