import type { EventNotQueued } from '@kb/runtime/inspection';
import type { ReactNode } from 'react';
import type { ObjectRef } from '../../../protocol/index.ts';
import { ChangedFields } from '../findings/changed-fields.tsx';
import { groupKind } from '../../kinds/find-kind.ts';
import { keyText } from '../log/operator-log.ts';
import { useOperatorLog } from '../log/use-operator-log.ts';
import { explainPredicate } from '../not-called/explain-predicate.ts';
import { formatAge } from '../../parts/format-time.ts';
import { now } from '../../parts/ticker.ts';
import { Link } from '../../route/link.tsx';
import { useStore } from '../../store/use-store.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './object.module.css';
import { type FilteredChange, type ObjectTrouble, troubleId, troublesAt } from './object-trouble.ts';

/** What the operator does wrong with an object; nothing if all is well. */
export function TroubleLines({ target }: { readonly target: ObjectRef }): ReactNode {
  const log = useOperatorLog();
  const time = useStore(now);
  const troubles = troublesAt(log, time).get(troubleId(groupKind(target.kind), target)) ?? [];
  if (troubles.length === 0) return null;
  return (
    <ul aria-label="The operator and this object" className={styles['trouble']}>
      {troubles.map((trouble) => (
        <li
          key={`${trouble.controller} ${trouble.kind}`}
          className={trouble.kind === 'filtered' ? styles['busy'] : styles['bad']}
        >
          {trouble.kind === 'filtered' ? (
            <FilteredLine event={trouble.event} target={target} />
          ) : (
            <TroubleLine trouble={trouble} />
          )}
        </li>
      ))}
    </ul>
  );
}

function FilteredLine({ event, target }: { readonly event: EventNotQueued; readonly target: ObjectRef }): ReactNode {
  const { controller, changed, detail } = event;
  return (
    <>
      <span className={styles['title']}>The last change</span> (<ChangedFields fields={changed} />) did not wake{' '}
      <Link to={{ view: 'operator', controller, key: keyText(target) }}>{controller}</Link>: the predicate{' '}
      {detail !== undefined && <code>{detail}</code>} filtered it. {explainPredicate(detail)}
    </>
  );
}

function TroubleLine({ trouble }: { readonly trouble: Exclude<ObjectTrouble, FilteredChange> }): ReactNode {
  const { controller } = trouble;
  const to = { view: 'operator', controller, key: keyText(trouble.key) } as const;
  if (trouble.kind === 'loop')
    return (
      <>
        <span className={styles['title']}>Endless loop:</span> <Link to={to}>{controller}</Link> is woken by its own
        write, {trouble.times} times in the last {formatAge(trouble.withinMs)}. Each run changes{' '}
        <ChangedFields fields={trouble.fields} />.
      </>
    );
  return (
    <>
      <span className={styles['title']}>Last reconcile failed</span>{' '}
      {trouble.count > 1 && `(${trouble.count} times in a row) `}in{' '}
      <Link to={{ ...to, run: trouble.run }}>{controller}</Link>: {visibleText(trouble.message)}
    </>
  );
}
