import type { ReactNode } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import { Age } from '../parts/age.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';
import { visibleText } from '../text/visible-text.ts';
import styles from './lists.module.css';

/** The conditions of an object's status, as the operator wrote them. */
export function Conditions({ object }: { readonly object: ShownObject }): ReactNode {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return <p className={styles['none']}>Its status has no conditions.</p>;
  return (
    <ul className={styles['list']}>
      {conditions.map(({ type, status, reason, message, since }) => (
        <li key={type}>
          <Badge tone={toneOf(type, status)}>
            {type}: {status}
          </Badge>
          <span className={styles['reason']}>{reason}</span>
          {since !== undefined && (
            <span className={styles['when']}>
              <Age since={since} />
            </span>
          )}
          {message !== '' && <p className={styles['message']}>{visibleText(message)}</p>}
        </li>
      ))}
    </ul>
  );
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since?: number;
}

/** Reads conditions of any kind: what is not as it should be is left out. */
function conditionsOf(object: ShownObject): Condition[] {
  const status = 'status' in object ? object.status : undefined;
  const list = typeof status === 'object' && status !== null && 'conditions' in status ? status.conditions : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): Condition[] => {
    if (typeof item !== 'object' || item === null) return [];
    const field = (name: string): string => {
      const value: unknown = Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined;
      return typeof value === 'string' ? value : '';
    };
    const since = Date.parse(field('lastTransitionTime'));
    const [type, state, reason, message] = [field('type'), field('status'), field('reason'), field('message')];
    return [{ type, status: state, reason, message, ...(!Number.isNaN(since) && { since }) }];
  });
}

/** Names of conditions that are bad when they are true. */
const TROUBLE = /degraded|fail|pressure|stalled|unavailable|error|unschedulable/i;
const BUSY = /progressing|reconciling/i;

function toneOf(type: string, status: string): Tone {
  if (status === 'Unknown') return 'busy';
  if (TROUBLE.test(type)) return status === 'True' ? 'bad' : 'neutral';
  if (BUSY.test(type)) return 'neutral';
  return status === 'True' ? 'good' : 'bad';
}
