import type { InspectedCause } from '@kb/runtime/inspection';
import { Fragment, type ReactNode } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Link } from '../../route/link.tsx';
import styles from './run.module.css';

/** Why a run began, with the fields that changed; a write of the operator itself is said. */
export function CauseLine({ cause }: { readonly cause: InspectedCause }): ReactNode {
  return (
    <span className={styles['cause']}>
      {withoutFields(cause)}{' '}
      {cause.changed.map((path) => (
        <Fragment key={path}>
          <code className={styles['field']}>{path}</code>{' '}
        </Fragment>
      ))}
      {cause.writtenBy !== undefined && <Badge tone="busy">own write</Badge>}
      {cause.resync && <Badge tone="neutral">resync</Badge>}
    </span>
  );
}

/** The text ends with the fields, which stand beside it as marks. */
function withoutFields({ text, changed }: InspectedCause): string {
  const end = changed[0] === undefined ? -1 : text.indexOf(`: ${changed[0]}`);
  return end === -1 ? text : text.slice(0, end);
}

/** Where a cause came from, for the detail of a run. */
export function CauseDetail({ cause }: { readonly cause: InspectedCause }): ReactNode {
  return (
    <li>
      <CauseLine cause={cause} /> {cause.source !== '' && <span className={styles['quiet']}>from {cause.source}</span>}{' '}
      {cause.writtenBy !== undefined && (
        <Link to={{ view: 'operator', run: cause.writtenBy }}>the run that wrote it</Link>
      )}
    </li>
  );
}
