import type { WebhookCall } from '@kb/runtime/inspection';
import type { ReactNode } from 'react';
import { ChangesList } from '../../difference/changes-list.tsx';
import { NamedObject } from '../../kinds/object-link.tsx';
import { Badge } from '../../parts/badge.tsx';
import { formatDuration, formatTime } from '../../parts/format-time.ts';
import { EmptyState } from '../../parts/message.tsx';
import { visibleText } from '../../text/visible-text.ts';
import styles from './state.module.css';

const MOST_SHOWN = 200;

/** The calls of the operator's webhooks: what they changed or refused. */
export function WebhooksView({ calls }: { readonly calls: readonly WebhookCall[] }): ReactNode {
  if (calls.length === 0)
    return (
      <EmptyState title="No webhook was called yet">Calls appear here with what they changed or refused.</EmptyState>
    );
  return (
    <ol className={styles['calls']} aria-label="Calls of webhooks">
      {calls
        .toReversed()
        .slice(0, MOST_SHOWN)
        .map((call, place) => (
          <li key={`${calls.length - place} ${call.time}`}>
            <p className={styles['call']}>
              <time className={styles['quiet']}>{formatTime(call.time)}</time>
              <Badge tone={call.allowed ? 'good' : 'bad'}>{call.allowed ? 'allowed' : 'refused'}</Badge>
              {call.kind} {call.operation}{' '}
              {call.object && (
                <NamedObject groupKind={call.groupKind} namespace={call.object.namespace} name={call.object.name} />
              )}
              {call.dryRun && <Badge tone="neutral">dry run</Badge>}
              <span className={styles['quiet']}>
                {call.path} {call.user !== undefined && `for ${call.user}`} {formatDuration(call.durationMs)}
              </span>
            </p>
            {call.message !== undefined && (
              <p className={call.allowed ? undefined : styles['refused']}>{visibleText(call.message)}</p>
            )}
            {call.warnings.map((warning) => (
              <p key={warning}>Warning: {warning}</p>
            ))}
            {call.changes.length > 0 && <ChangesList changes={call.changes} />}
          </li>
        ))}
    </ol>
  );
}
