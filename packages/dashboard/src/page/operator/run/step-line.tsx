import type { ReconcileLine, ReconcileRead, ReconcileRequest } from '@kb/runtime/inspection';
import { Fragment, type ReactNode } from 'react';
import { ChangesList } from '../../difference/changes-list.tsx';
import { valueText } from '../../difference/value-text.ts';
import { NamedObject } from '../../kinds/object-link.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { formatDuration } from '../../parts/format-time.ts';
import { ruleOf } from '../findings/find-problems.ts';
import { MissingRule } from '../findings/missing-rule.tsx';
import { visibleText } from '../../text/visible-text.ts';
import styles from './run.module.css';
import { statusText } from './status-text.ts';

/** One thing that a run did: a read, a request, or a line of its log. */
export function StepLine(properties: {
  readonly step: ReconcileRead | ReconcileRequest | ReconcileLine;
  /** When the run began. */
  readonly start: number;
  readonly controller: string;
  /** Whether the error of the line is that of a request, which stands there already. */
  readonly isSaid: boolean;
}): ReactNode {
  const { step, start, controller, isSaid } = properties;
  return (
    <li className={styles['step']}>
      <span className={styles['offset']}>+{formatDuration(Math.max(0, step.time - start))}</span>
      <span className={styles['what']}>{stepKinds[step.type]}</span>
      <div className={styles['content']}>
        {step.type === 'reconcile-read' && <Read step={step} />}
        {step.type === 'reconcile-request' && <Request step={step} controller={controller} />}
        {step.type === 'reconcile-line' && <LogLine step={step} isSaid={isSaid} />}
      </div>
    </li>
  );
}

const stepKinds = { 'reconcile-read': 'read', 'reconcile-request': 'request', 'reconcile-line': 'log' } as const;

function Read({ step }: { readonly step: ReconcileRead }): ReactNode {
  const where = step.namespace === undefined ? '' : ` in ${step.namespace}`;
  const selected = step.selector === undefined ? '' : ` with ${step.selector}`;
  return (
    <span>
      {step.verb} {step.groupKind}{' '}
      {step.name === undefined ? (
        `${where}${selected}`
      ) : (
        <NamedObject groupKind={step.groupKind} namespace={step.namespace} name={step.name} />
      )}{' '}
      <span className={styles['quiet']}>
        {step.verb === 'get' ? (step.found === 0 ? 'not in the cache' : '') : `${step.found} found`}
      </span>
    </span>
  );
}

function Request(properties: { readonly step: ReconcileRequest; readonly controller: string }): ReactNode {
  const { step, controller } = properties;
  const resource = `${step.resource}${step.subresource === undefined ? '' : `/${step.subresource}`}`;
  const groupKind = step.group === '' ? step.kind : `${step.kind}.${step.group}`;
  return (
    <>
      <span>
        <strong>{step.verb}</strong> {resource}{' '}
        {step.name !== undefined && <NamedObject groupKind={groupKind} namespace={step.namespace} name={step.name} />}{' '}
        {step.saved ? (
          <Badge tone="neutral">not sent: it is so already</Badge>
        ) : (
          <>
            <Badge tone={toneOf(step)}>{statusText(step.status)}</Badge>{' '}
            <span className={styles['quiet']}>{formatDuration(step.durationMs)}</span>
          </>
        )}
      </span>
      {step.message !== undefined && (
        <p className={styles[isExpected(step) ? 'quiet' : 'error']}>{visibleText(step.message)}</p>
      )}
      {step.status === 403 && <MissingRule rule={ruleOf(step)} controller={controller} />}
      {step.changes && step.changes.length > 0 && (
        <details open={step.changes.length <= 6}>
          <summary>
            {step.changes.length} changed {step.changes.length === 1 ? 'field' : 'fields'}
          </summary>
          <ChangesList changes={step.changes} />
        </details>
      )}
      {step.changes?.length === 0 && !step.saved && <p className={styles['quiet']}>It changed nothing.</p>}
    </>
  );
}

function LogLine(properties: { readonly step: ReconcileLine; readonly isSaid: boolean }): ReactNode {
  const { step, isSaid } = properties;
  return (
    <span className={step.level === 'error' ? styles['error'] : step.level === 'debug' ? styles['quiet'] : undefined}>
      {visibleText(step.message)}{' '}
      {Object.entries(step.values).map(([name, value]) => (
        <Fragment key={name}>
          <code className={styles['field']}>
            {name}={valueText(value)}
          </code>{' '}
        </Fragment>
      ))}
      {step.error && (isSaid ? ' because of the answer above' : ` ${visibleText(step.error.message)}`)}
    </span>
  );
}

function toneOf(step: ReconcileRequest): Tone {
  const { status } = step;
  if (status === undefined) return 'bad';
  if (status < 400) return 'good';
  if (isExpected(step)) return 'neutral';
  return status === 404 || status === 409 ? 'busy' : 'bad';
}

/** That something is not there is an answer to a question, not an error. */
function isExpected({ verb, status }: ReconcileRequest): boolean {
  return status === 404 && verb === 'get';
}
