import type { EventNotQueued } from '@kb/runtime/inspection';
import { Fragment, type ReactNode, useState } from 'react';
import { ChangesList } from '../../difference/changes-list.tsx';
import { NamedObject } from '../../kinds/object-link.tsx';
import { Badge } from '../../parts/badge.tsx';
import { formatTime } from '../../parts/format-time.ts';
import { keyText } from '../log/operator-log.ts';
import { useWriter } from '../log/use-writer.ts';
import { Link } from '../../route/link.tsx';
import { explainPredicate } from './explain-predicate.ts';
import styles from './not-called.module.css';
import { isStatusOnly } from './status-only.ts';

/** An event that woke nothing, and why; open, with the values that changed, who wrote them, and the predicate. */
export function NotCalledItem(properties: { readonly event: EventNotQueued; readonly count?: number }): ReactNode {
  const { event, count = 1 } = properties;
  const [open, setOpen] = useState(false);
  const isStatus = event.reason === 'filtered' && isStatusOnly(event.changed);
  return (
    <li className={styles['entry']}>
      <button
        type="button"
        className={styles['item']}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <time className={styles['time']}>{formatTime(event.time)}</time>
        <span>
          <Badge tone={event.reason === 'failed' ? 'bad' : isStatus ? 'neutral' : 'busy'}>not called</Badge>
        </span>
        <span className={styles['what']}>
          {event.kind} {event.object && keyText(event.object)} {verbs[event.event]}{' '}
          {event.changed.map((path) => (
            <Fragment key={path}>
              <code className={styles['field']}>{path}</code>{' '}
            </Fragment>
          ))}
          <span className={isStatus ? styles['quiet'] : styles['why']}>{whyNot(event)}</span>
          {count > 1 && <strong> ×{count}</strong>}
        </span>
      </button>
      {open && <Detail event={event} />}
    </li>
  );
}

function Detail({ event }: { readonly event: EventNotQueued }): ReactNode {
  const { kind, object, changes, changed, reason, detail, source } = event;
  const meaning = reason === 'filtered' ? explainPredicate(detail) : undefined;
  return (
    <div className={styles['detail']}>
      {changes && changes.length > 0 && <ChangesList changes={changes} />}
      {changed.length === 0 && <p className={styles['quiet']}>It is no update, so no fields changed.</p>}
      {meaning !== undefined && (
        <p>
          <code>{detail}</code>: {meaning}
        </p>
      )}
      <Writer event={event} />
      <p className={styles['quiet']}>
        from {source} {object && <NamedObject groupKind={kind} namespace={object.namespace} name={object.name} />}
      </p>
    </div>
  );
}

/** Whether the operator itself wrote what the event brought. */
function Writer({ event }: { readonly event: EventNotQueued }): ReactNode {
  const { uid = '', resourceVersion = '' } = event;
  const run = useWriter({ uid, resourceVersion });
  if (resourceVersion === '') return null;
  if (run === undefined) return <p className={styles['quiet']}>No known run of this operator wrote it.</p>;
  return (
    <p>
      Written by the operator itself, in <Link to={{ view: 'operator', run }}>this run</Link>.
    </p>
  );
}

const verbs: Record<EventNotQueued['event'], string> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  generic: 'sent',
};

/** Why a controller was not called, in one sentence. */
function whyNot({ controller, reason, detail }: EventNotQueued): string {
  const named = detail === undefined ? '' : ` “${detail}”`;
  switch (reason) {
    case 'filtered':
      return `did not wake ${controller}: the predicate${named} filtered the event.`;
    case 'mapped-to-nothing':
      return `did not wake ${controller}: the map function${named} returned no reconcile request for it.`;
    case 'no-owner':
      return `did not wake ${controller}: it has no owner of the kind that the controller reconciles${detail === undefined ? '' : ` (${detail})`}.`;
    case 'failed':
      return `did not wake ${controller}: the predicate or map function threw${named}.`;
  }
}
