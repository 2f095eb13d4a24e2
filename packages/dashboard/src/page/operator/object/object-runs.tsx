import { type ReactNode, useMemo, useState } from 'react';
import type { ObjectRef } from '../../../protocol/index.ts';
import { groupKind } from '../../kinds/find-kind.ts';
import { EmptyState } from '../../parts/message.tsx';
import { now } from '../../parts/ticker.ts';
import { useStore } from '../../store/use-store.ts';
import { timelineOf } from '../keys/timeline.ts';
import { TimelineList } from '../keys/timeline-list.tsx';
import { useOperatorLog } from '../log/use-operator-log.ts';
import { writesTo } from './object-writes.ts';
import { whyNoRuns } from '../state/explain-state.ts';
import { WrittenBy } from './written-by.tsx';

/** The runs of the operator for one object, the events of it that woke nothing, and the runs that wrote it. */
export function ObjectRuns({ target }: { readonly target: ObjectRef }): ReactNode {
  const log = useOperatorLog();
  const [open, setOpen] = useState<string | undefined>(undefined);
  const { name, namespace, kind } = target;
  const key = { name, ...(namespace !== undefined && { namespace }) };
  const entries = timelineOf(log, { key, groupKind: groupKind(kind) });
  const time = useStore(now);
  const isKnown = log.process !== undefined;
  // Once a second is enough, and as soon as the first runs are there.
  const writes = useMemo(() => {
    const shown = entries.flatMap((entry) => (entry.type === 'run' ? [entry.run.began.reconcileID] : []));
    return writesTo(log, target, new Set(shown));
  }, [isKnown, time, name, namespace, kind.group, kind.resource]);
  return (
    <>
      {writes.length > 0 && <WrittenBy writes={writes} />}
      {entries.length > 0 && <TimelineList entries={entries} open={open} onOpen={setOpen} />}
      {entries.length === 0 && (
        <EmptyState title="No reconcile for this object">
          {writes.length > 0 && 'It has no runs of its own: runs for other objects wrote it, or tried to. '}
          {whyNoRuns(log, kind)}
        </EmptyState>
      )}
    </>
  );
}
