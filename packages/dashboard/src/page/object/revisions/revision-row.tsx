import type { ReactNode } from 'react';
import type { ObjectRevision } from '../../../protocol/index.ts';
import { useWriter } from '../../operator/log/use-writer.ts';
import { Age } from '../../parts/age.tsx';
import { formatTime } from '../../parts/format-time.ts';
import { Link } from '../../route/link.tsx';
import { useRoute } from '../../route/location.ts';
import styles from './revisions.module.css';

/** A revision, with the choice whether it is compared. */
export function RevisionRow(properties: {
  readonly revision: ObjectRevision;
  /** Without a choice there is nothing to compare it with. */
  readonly choice?: {
    readonly isFrom: boolean;
    readonly isTo: boolean;
    readonly onFrom: (resourceVersion: string) => void;
    readonly onTo: (resourceVersion: string) => void;
  };
}): ReactNode {
  const { revision, choice } = properties;
  const { resourceVersion, change, manager, time } = revision;
  const reconcileID = useWriter(revision);
  const route = useRoute();
  const at = route.at === undefined ? {} : { at: route.at };
  const sides = choice
    ? ([
        ['from', choice.isFrom, choice.onFrom],
        ['to', choice.isTo, choice.onTo],
      ] as const)
    : [];
  return (
    <tr>
      {sides.map(([side, checked, choose]) => (
        <td key={side}>
          <input
            type="radio"
            name={side}
            aria-label={`${side} ${formatTime(time)}, version ${resourceVersion}`}
            checked={checked}
            onChange={() => {
              choose(resourceVersion);
            }}
          />
        </td>
      ))}
      <td>{formatTime(time)}</td>
      <td>
        <Age since={time} />
      </td>
      <td>{change}</td>
      <td>
        {reconcileID === undefined ? (
          manager
        ) : (
          <Link to={{ view: 'operator', run: reconcileID, ...at }}>{manager ?? 'a run'}</Link>
        )}
      </td>
      <td className={styles['version']}>{resourceVersion}</td>
    </tr>
  );
}
