import { type ReactNode, useState } from 'react';
import type { ObjectRef, ObjectRevision } from '../../../protocol/index.ts';
import { StateDifference } from '../../difference/state-difference.tsx';
import { compareVersions } from '../../history/live-history.ts';
import { formatTime } from '../../parts/format-time.ts';
import { EmptyState } from '../../parts/message.tsx';
import { RevisionRow } from './revision-row.tsx';
import styles from './revisions.module.css';

/**
 * The kept revisions of an object up to the shown time, and what differs between two of them: at first the last two.
 */
export function Revisions(properties: {
  readonly target: ObjectRef;
  readonly revisions: readonly ObjectRevision[];
  /** The resource version of the history that is shown. */
  readonly at: string | undefined;
}): ReactNode {
  const { target, revisions: all, at } = properties;
  const revisions =
    at === undefined ? all : all.filter(({ resourceVersion }) => compareVersions(resourceVersion, at) <= 0);
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const find = (version: string | undefined): ObjectRevision | undefined =>
    revisions.find(({ resourceVersion }) => resourceVersion === version);
  const to = find(chosen.to) ?? revisions.at(-1);
  const from = find(chosen.from) ?? revisions.at(-2);
  if (!to)
    return <EmptyState title="No revisions yet">They are kept from the moment on at which the page opened.</EmptyState>;
  return (
    <div className={styles['view']}>
      <section aria-label="Difference" className={styles['difference']}>
        {from ? (
          <>
            <h2>
              From {formatTime(from.time)} to {formatTime(to.time)}
            </h2>
            <StateDifference target={target} from={from.resourceVersion} to={to.resourceVersion} />
          </>
        ) : (
          <p>Only one revision is kept so far. What the next write changes is shown here.</p>
        )}
      </section>
      <div className={styles['revisions']}>
        {revisions.length < all.length && (
          <p className={styles['later']}>
            {all.length - revisions.length} later than the time that you look at: “Now” shows them.
          </p>
        )}
        <table className={styles['table']}>
          <thead>
            <tr>
              {from && <th scope="col">From</th>}
              {from && <th scope="col">To</th>}
              <th scope="col">Time</th>
              <th scope="col">Age</th>
              <th scope="col">Change</th>
              <th scope="col">By</th>
              <th scope="col" className={styles['version']}>
                Version
              </th>
            </tr>
          </thead>
          <tbody>
            {revisions.toReversed().map((revision) => (
              <RevisionRow
                key={`${revision.resourceVersion} ${revision.change}`}
                revision={revision}
                {...(from && {
                  choice: {
                    isFrom: revision === from,
                    isTo: revision === to,
                    onFrom: (version) => {
                      setChosen({ from: version, to: to.resourceVersion });
                    },
                    onTo: (version) => {
                      setChosen({ from: from.resourceVersion, to: version });
                    },
                  },
                })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
