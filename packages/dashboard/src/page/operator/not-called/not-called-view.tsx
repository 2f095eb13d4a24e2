import type { EventNotQueued } from '@kb/runtime/inspection';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../parts/message.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { EmptyNamespace } from '../../route/empty-namespace.tsx';
import type { OperatorRoute } from '../../route/route.ts';
import { keyText } from '../log/operator-log.ts';
import { NotCalledItem } from './not-called-item.tsx';
import styles from './not-called.module.css';
import { isStatusOnly } from './status-only.ts';

const MOST_SHOWN = 200;

/**
 * "Why was my reconcile not called?": events that woke nothing, equal ones together, newest first. A filtered status is
 * nearly always what the operator wrote itself: those are apart.
 */
export function NotCalledView(properties: {
  readonly events: readonly EventNotQueued[];
  readonly route: OperatorRoute;
}): ReactNode {
  const { events, route } = properties;
  const { namespace } = route;
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const here = events.filter(({ object }) => namespace === undefined || object?.namespace === namespace);
  const found = here.filter((event) => words.every((word) => textOfEvent(event).includes(word)));
  const isStatus = ({ reason, changed }: EventNotQueued): boolean => reason === 'filtered' && isStatusOnly(changed);
  const status = found.filter(isStatus);
  if (events.length > 0 && here.length === 0)
    return <EmptyNamespace title={`No such events in ${namespace}`} route={route} />;
  if (here.length === 0)
    return (
      <EmptyState title="Every event woke a reconciler">
        Events that a predicate filtered, or that a map function sent nowhere, appear here.
      </EmptyState>
    );
  return (
    <div>
      <Toolbar>
        <TextField label="Find an object" type="search" value={search} onChange={setSearch} />
        <p className={styles['quiet']}>
          These events reached the operator, and no reconciler was called for them. That is often as it should be.
        </p>
      </Toolbar>
      <EventList label="Events that woke nothing" events={found.filter((event) => !isStatus(event))} />
      {status.length > 0 && (
        <details className={styles['status']}>
          <summary>{status.length} of the status only, as after a write of the operator itself</summary>
          <EventList label="Events of the status" events={status} />
        </details>
      )}
      {found.length === 0 && <p className={styles['none']}>No such event is known of “{search}”.</p>}
    </div>
  );
}

function EventList({
  label,
  events,
}: {
  readonly label: string;
  readonly events: readonly EventNotQueued[];
}): ReactNode {
  const folded = foldEvents(events);
  if (folded.length === 0) return null;
  return (
    <ol aria-label={label}>
      {folded.slice(0, MOST_SHOWN).map(({ event, count }) => (
        // Not by its time: an open row stays open when the event comes again.
        <NotCalledItem key={`${event.source} ${textOfEvent(event)}`} event={event} count={count} />
      ))}
    </ol>
  );
}

interface FoldedEvent {
  readonly event: EventNotQueued;
  readonly count: number;
}

/** Newest first; those that differ in nothing but their time and values become one. */
function foldEvents(events: readonly EventNotQueued[]): FoldedEvent[] {
  const groups = new Map<string, { event: EventNotQueued; count: number }>();
  for (const event of events.toReversed()) {
    const text = textOfEvent(event);
    const known = groups.get(text);
    if (known) known.count += 1;
    else groups.set(text, { event, count: 1 });
  }
  return [...groups.values()];
}

/** All that can be searched for in an event. */
function textOfEvent({ controller, kind, object, event, changed, reason, detail }: EventNotQueued): string {
  const name = object ? keyText(object) : '';
  return [controller, kind, name, event, reason, detail, ...changed].join(' ').toLowerCase();
}
