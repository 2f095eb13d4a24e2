import type { ReactNode } from 'react';
import { MissingRule } from '../findings/missing-rule.tsx';
import { ruleOf } from '../findings/find-problems.ts';
import { keyText } from '../log/operator-log.ts';
import { Age } from '../../parts/age.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Link } from '../../route/link.tsx';
import { statusText } from '../run/status-text.ts';
import styles from './object.module.css';
import { isRefused, type ObjectWrites } from './object-writes.ts';

/** Which runs for other objects wrote the object, or tried to and were refused. */
export function WrittenBy({ writes }: { readonly writes: readonly ObjectWrites[] }): ReactNode {
  return (
    <ul aria-label="Runs that wrote it" className={styles['writes']}>
      {writes.map((one) => (
        <li key={one.id}>
          <Writes of={one} />
        </li>
      ))}
    </ul>
  );
}

function Writes({ of }: { readonly of: ObjectWrites }): ReactNode {
  const { controller, key, run, runs, request } = of;
  const refused = isRefused(of);
  const text = keyText(key);
  return (
    <>
      <p>
        <Badge tone={refused ? 'bad' : 'good'}>{statusText(request.status)}</Badge>{' '}
        {runs === 1 ? 'A run' : `${runs} runs`} of{' '}
        <Link to={{ view: 'operator', controller, key: text, run }}>
          {controller} {text}
        </Link>{' '}
        {refused ? 'tried to' : 'did'} {request.verb} it{runs === 1 ? ' ' : ', the last '}
        <Age since={request.time} /> ago.
      </p>
      {refused && request.message !== undefined && <p className={styles['error']}>{request.message}</p>}
      {request.status === 403 && <MissingRule rule={ruleOf(request)} controller={controller} />}
    </>
  );
}
