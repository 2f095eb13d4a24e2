import type { EventNotQueued } from '@kb/runtime/inspection';
import { type ReactNode, useState } from 'react';
import { Age } from '../../parts/age.tsx';
import { EmptyState } from '../../parts/message.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { now } from '../../parts/ticker.ts';
import { EmptyNamespace } from '../../route/empty-namespace.tsx';
import { Link } from '../../route/link.tsx';
import type { OperatorRoute } from '../../route/route.ts';
import { useStore } from '../../store/use-store.ts';
import { filteredBy } from '../findings/filtered-changes.ts';
import { keyProblems } from '../findings/find-problems.ts';
import { type KeyLog, keyText } from '../log/operator-log.ts';
import styles from './keys.module.css';

const MOST_SHOWN = 300;

/** The keys that were reconciled, the last one first. */
export function KeyList(properties: {
  readonly keys: readonly KeyLog[];
  /** The changes that a predicate filtered, by the ids of their keys. */
  readonly filtered: ReadonlyMap<string, EventNotQueued>;
  /** How many there are of all namespaces. */
  readonly total: number;
  readonly route: OperatorRoute;
}): ReactNode {
  const { keys, filtered, total, route } = properties;
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = keys.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
  const shown = found.toSorted((a, b) => lastTime(b) - lastTime(a)).slice(0, MOST_SHOWN);
  if (keys.length === 0 && total > 0) return <EmptyNamespace title={`No runs in ${route.namespace}`} route={route} />;
  if (keys.length === 0)
    return <EmptyState title="Nothing was reconciled yet">Runs appear here as they happen.</EmptyState>;
  return (
    <div className={styles['list']}>
      <TextField
        label="Find an object"
        type="search"
        value={search}
        onChange={setSearch}
        className={styles['search']}
      />
      <ul>
        {shown.map((known) => (
          <KeyLine key={known.id} known={known} filtered={filtered.get(known.id)} route={route} />
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className={styles['quiet']}>and {found.length - MOST_SHOWN} more: search for them</p>
      )}
      {found.length === 0 && <p className={styles['quiet']}>No object has “{search}” in it.</p>}
    </div>
  );
}

function KeyLine(properties: {
  readonly known: KeyLog;
  readonly filtered: EventNotQueued | undefined;
  readonly route: OperatorRoute;
}): ReactNode {
  const { known, filtered, route } = properties;
  const { run: _, ...rest } = route;
  const time = useStore(now);
  const problems = new Set(keyProblems(known, time).map(({ kind }) => kind));
  const { look, sign, state } = problems.has('failing')
    ? { look: 'failed', sign: '▲', state: 'failed' }
    : problems.has('loop')
      ? { look: 'failed', sign: '↻', state: 'endless loop' }
      : filtered
        ? { look: 'filtered', sign: '⊘', state: `last change ${filteredBy(filtered)}` }
        : { look: 'done', sign: '●', state: 'done' };
  const text = keyText(known.key);
  return (
    <li>
      <Link
        to={{ ...rest, controller: known.controller, key: text }}
        current={route.controller === known.controller && route.key === text}
        className={styles['key']}
      >
        <span className={styles[look]} role="img" aria-label={state} title={state}>
          {sign}
        </span>
        <span className={styles['name']}>{text}</span>
        <span className={styles['quiet']} title={`${known.count} runs; how long ago the last one was`}>
          ×{known.count} <Age since={lastTime(known)} />
        </span>
        <span className={styles['controller']}>{known.controller}</span>
      </Link>
    </li>
  );
}

function lastTime({ runs }: KeyLog): number {
  return runs.at(-1)?.began.time ?? 0;
}
