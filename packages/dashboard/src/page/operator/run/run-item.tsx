import type { ReconcileEnded } from '@kb/runtime/inspection';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { formatAge, formatDuration, formatTime } from '../../parts/format-time.ts';
import { now } from '../../parts/ticker.ts';
import { useStore } from '../../store/use-store.ts';
import type { Run } from '../log/operator-log.ts';
import { CauseDetail, CauseLine } from './cause-line.tsx';
import { visibleText } from '../../text/visible-text.ts';
import styles from './run.module.css';
import { StepLine } from './step-line.tsx';

/** A run on one line; open, with all that it did. */
export function RunItem(properties: {
  readonly run: Run;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  /** Whether it is the last run of its key. */
  readonly isLast?: boolean;
  /** How many runs it stands for, all woken by their own writes. */
  readonly loopOf?: number;
}): ReactNode {
  const { run, open, onToggle, isLast = false, loopOf = 1 } = properties;
  const { began, ended, steps } = run;
  const [first, ...others] = began.causes;
  return (
    <li className={styles['run']}>
      <button
        type="button"
        className={styles['head']}
        aria-expanded={open}
        onClick={() => {
          onToggle(!open);
        }}
      >
        <time className={styles['time']}>{formatTime(began.time)}</time>
        <span className={styles['result']}>
          {loopOf > 1 ? (
            <Badge tone="bad">{`loop ×${loopOf}`}</Badge>
          ) : (
            <Badge tone={toneOf(ended)}>{ended ? resultText(ended) : 'running'}</Badge>
          )}
        </span>
        <span className={styles['causes']}>
          {first ? <CauseLine cause={first} /> : 'no cause is known'}
          {others.length > 0 && <span className={styles['quiet']}> and {others.length} more</span>}
          {!open && ended?.error && <span className={styles['failure']}>{visibleText(ended.error.message)}</span>}
        </span>
        <span className={styles['numbers']}>
          {summaryOf(run)}
          {ended && ` ${formatDuration(ended.durationMs)}`}
        </span>
      </button>
      {open && (
        <div className={styles['detail']}>
          <h3>Woken by</h3>
          <ul>
            {began.causes.map((cause, place) => (
              <CauseDetail key={`${place} ${cause.text}`} cause={cause} />
            ))}
          </ul>
          <p className={styles['quiet']}>
            {began.waitedMs !== undefined && `waited ${formatDuration(began.waitedMs)} in the queue, `}
            {began.attempt > 0 && `attempt ${began.attempt + 1}, `}run {began.reconcileID}
          </p>
          <h3>What it did</h3>
          {steps.length === 0 && <p className={styles['quiet']}>It read nothing from the cache and sent no request.</p>}
          <ul>
            {steps.map((step, place) => (
              <StepLine
                key={`${place} ${step.time}`}
                step={step}
                start={began.time}
                controller={began.controller}
                isSaid={repeatsRequest(step, steps)}
              />
            ))}
          </ul>
          {ended?.leftOut !== undefined && (
            <p className={styles['quiet']}>{ended.leftOut} more were left out, because the run had so many.</p>
          )}
          {ended && <Ending run={run} ended={ended} isLast={isLast} />}
        </div>
      )}
    </li>
  );
}

function Ending(properties: {
  readonly run: Run;
  readonly ended: ReconcileEnded;
  readonly isLast: boolean;
}): ReactNode {
  const { run, ended, isLast } = properties;
  const message = ended.error?.message;
  const isSaid = run.steps.some((step) => step.type === 'reconcile-request' && step.message === message);
  return (
    <>
      <h3>Result</h3>
      <p>
        {resultText(ended)} after {formatDuration(ended.durationMs)}
        {ended.requeueAfterMs !== undefined && (
          <>
            , <NextRun at={ended.time + ended.requeueAfterMs} after={ended.requeueAfterMs} isLast={isLast} />
          </>
        )}
        {ended.retryAfterMs !== undefined && (
          <>
            , <NextRun at={ended.time + ended.retryAfterMs} after={ended.retryAfterMs} isLast={isLast} isRetry />
          </>
        )}
        {message !== undefined && isSaid && ', because of the refused request above'}
      </p>
      {message !== undefined && !isSaid && <p className={styles['error']}>{visibleText(message)}</p>}
      {ended.error?.stack !== undefined && <pre className={styles['stack']}>{ended.error.stack}</pre>}
    </>
  );
}

/** When the key is tried again: counted down as long as that is still to come. */
function NextRun(properties: {
  readonly at: number;
  readonly after: number;
  readonly isLast: boolean;
  readonly isRetry?: boolean;
}): ReactNode {
  const { at, after, isLast, isRetry = false } = properties;
  const time = useStore(now);
  const what = isRetry ? 'try' : 'run';
  if (isLast && at > time) return `next ${what} in ${formatAge(at - time)}`;
  if (isLast) return `next ${what} due`;
  return `the next ${what} was planned ${formatDuration(after)} later`;
}

/** Whether a line of the log says once more what the server answered. */
function repeatsRequest(step: Step, steps: readonly Step[]): boolean {
  if (step.type !== 'reconcile-line' || step.error === undefined) return false;
  const { message } = step.error;
  return steps.some((other) => other.type === 'reconcile-request' && other.message === message);
}

type Step = Run['steps'][number];

function summaryOf({ steps }: Run): string {
  const requests = steps.filter((step) => step.type === 'reconcile-request' && !step.saved).length;
  return requests === 0 ? '' : `${requests} ${requests === 1 ? 'request' : 'requests'},`;
}

function resultText({ result }: ReconcileEnded): string {
  return {
    'requeue-after': 'again later',
    'terminal-error': 'failed for good',
    error: 'failed',
    requeue: 'again',
    success: 'done',
    stopped: 'stopped',
  }[result];
}

function toneOf(ended: ReconcileEnded | undefined): Tone {
  if (!ended) return 'busy';
  if (ended.result === 'error' || ended.result === 'terminal-error') return 'bad';
  return ended.result === 'success' ? 'good' : 'neutral';
}
