import type { ReactNode } from 'react';
import { Age } from '../../parts/age.tsx';
import { Badge } from '../../parts/badge.tsx';
import { formatAge } from '../../parts/format-time.ts';
import { EmptyState } from '../../parts/message.tsx';
import { now } from '../../parts/ticker.ts';
import { Link } from '../../route/link.tsx';
import { useStore } from '../../store/use-store.ts';
import { keyId, keyText, type OperatorLog } from '../log/operator-log.ts';
import styles from './state.module.css';
import { WakingSources } from './waking-sources.tsx';
import { whyWaiting } from './explain-state.ts';

/** The controllers with their queues, what waits and why, the caches, and who leads. */
export function ControllersView({ log }: { readonly log: OperatorLog }): ReactNode {
  const { description, state } = log;
  if (!description) return <EmptyState title="The operator has not started yet" />;
  return (
    <div className={styles['view']}>
      <table className={styles['table']}>
        <caption>Controllers</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Reconciles</th>
            <th scope="col">Woken by</th>
            <th scope="col" title="Objects whose reconcile starts as soon as a worker is free">
              Queued
            </th>
            <th scope="col" title="Reconciles that run now, of those that may run at once">
              Running
            </th>
            <th scope="col" title="Objects that are reconciled at a later time: after a failure, or because they asked">
              Waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {description.controllers.map((controller) => {
            const { name, groupKind, workers } = controller;
            const queue = state?.controllers.find((one) => one.name === name);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{groupKind}</td>
                <td>
                  <WakingSources controller={controller} />
                </td>
                <td>{queue?.depth ?? 0}</td>
                <td>
                  {queue?.running ?? 0} of {workers}
                </td>
                <td>{queue?.waitingCount ?? 0}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Waiting log={log} />
      <Caches log={log} />
      <p>
        {state?.leader
          ? `${state.leader.isThis ? 'This operator leads' : `${state.leader.holder} leads`} (lease ${state.leader.lease}).`
          : 'The operator takes part in no leader election: it runs without a lease.'}
      </p>
      {(log.dropped.runs > 0 || log.dropped.records > 0) && (
        <p className={styles['quiet']}>
          {log.dropped.runs} runs and {log.dropped.records} records of others were left out, because there were too
          many: the operator is not slowed for this page.
        </p>
      )}
    </div>
  );
}

function Waiting({ log }: { readonly log: OperatorLog }): ReactNode {
  const time = useStore(now);
  const waiting = (log.state?.controllers ?? []).flatMap(({ name, waiting: keys }) =>
    keys.map((one) => ({ name, ...one })),
  );
  if (waiting.length === 0) return null;
  return (
    <table className={styles['table']}>
      <caption>Reconcile requests that wait</caption>
      <thead>
        <tr>
          <th scope="col" title="A reconcile request names the object to reconcile">
            Object
          </th>
          <th scope="col">Controller</th>
          <th scope="col">Next run</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {waiting.slice(0, 100).map(({ name, key, at, attempt }) => (
          <tr key={keyId(name, key)}>
            <th scope="row">
              <Link to={{ view: 'operator', controller: name, key: keyText(key) }}>{keyText(key)}</Link>
            </th>
            <td>{name}</td>
            <td>{at <= time ? 'now' : `in ${formatAge(at - time)}`}</td>
            <td>
              {attempt === 0 ? (
                whyWaiting(log, name, key)
              ) : (
                <Badge tone="bad">{`failed ${attempt} times in a row`}</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Caches({ log }: { readonly log: OperatorLog }): ReactNode {
  const caches = log.state?.caches ?? [];
  if (caches.length === 0) return null;
  return (
    <table className={styles['table']}>
      <caption>
        Caches{log.state && <span className={styles['quiet']}> as of {<Age since={log.state.time} />} ago</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Namespace</th>
          <th scope="col">Objects</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {caches.map(({ cluster, groupKind, namespace, objects, synced, error }) => (
          <tr key={`${cluster} ${groupKind} ${namespace}`}>
            <th scope="row">{groupKind}</th>
            <td>{namespace ?? 'all'}</td>
            <td>{objects}</td>
            <td>
              <Badge tone={synced ? 'good' : 'bad'}>{synced ? 'synced' : 'not synced'}</Badge> {error}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
