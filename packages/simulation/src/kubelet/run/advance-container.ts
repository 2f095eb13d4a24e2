import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { type Outlook, outlookOf } from '../options/outlook.ts';
import type { NodeSettings } from '../options/node-options.ts';
import { backOffMs, type ContainerRun, exited, terminated, type Termination } from './container-run.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';

/** An Event about a Pod, or about one of its containers. */
export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
}

/** What determines the next state of a container. */
export interface ContainerMoment {
  readonly pod: LivePod;
  readonly settings: NodeSettings;
  readonly now: number;
  /** When the container may start first. */
  readonly startsAt: number;
  /** Why it cannot be configured, by the names of containers: a missing ConfigMap or Secret. */
  readonly problems: ReadonlyMap<string, string>;
  /** The milliseconds until a failed attempt is repeated. */
  readonly retryMs: number;
}

/** The next state of a container, and when it changes again, in milliseconds since the epoch. */
export interface ContainerStep {
  readonly run: ContainerRun;
  readonly due: number;
  readonly events: readonly PodEvent[];
}

/** How long a failed pull is reported before the wait for the next one. */
const PULL_REPORT_MS = 1000;

/** Moves a container on by at most one state, so that each state is reported. */
export function advanceContainer(container: LiveContainer, run: ContainerRun, moment: ContainerMoment): ContainerStep {
  switch (run.state.is) {
    case 'running':
      return whileRunning(container, run, run.state.startedAt, moment);
    case 'terminated':
      return afterExit(container, run, run.state, moment);
    case 'waiting':
      return whileWaiting(container, run, moment);
  }
}

function whileRunning(
  container: LiveContainer,
  run: ContainerRun,
  startedAt: number,
  { pod, settings, now }: ContainerMoment,
): ContainerStep {
  const { exit } = outlookOf(pod, container, run.restartCount, settings);
  const exitsAt = exit === undefined ? Infinity : startedAt + exit.afterMs;
  if (exit !== undefined && exitsAt <= now) {
    const ended = terminated(run, exited(exit.code), now);
    return { run: ended, due: restarts(pod, container, exit.code) ? now : Infinity, events: [] };
  }
  return { run, due: Math.min(exitsAt, readinessOf(pod, container, run, { settings, now }).changesAt), events: [] };
}

function afterExit(
  container: LiveContainer,
  run: ContainerRun,
  ended: Termination,
  moment: ContainerMoment,
): ContainerStep {
  const { pod, now } = moment;
  if (pod.metadata.deletionTimestamp !== undefined || !restarts(pod, container, ended.exitCode)) {
    return { run, due: Infinity, events: [] };
  }
  const { exitCode, reason, message, startedAt, finishedAt } = ended;
  const last: Termination = {
    exitCode,
    reason,
    finishedAt,
    ...(message !== undefined && { message }),
    ...(startedAt !== undefined && { startedAt }),
  };
  const next: ContainerRun = { ...run, last, failures: run.failures + 1 };
  const wait = run.failures === 0 ? 0 : backOffMs(run.failures);
  if (finishedAt + wait <= now) return start(container, next, moment);
  const { namespace = '', name, uid } = pod.metadata;
  const place = `container ${container.name} in pod ${name}_${namespace}(${uid})`;
  const crashing = `back-off ${duration(wait)} restarting failed container=${container.name} pod=${name}_${namespace}(${uid})`;
  const until = finishedAt + wait;
  return {
    run: { ...next, state: { is: 'waiting', reason: 'CrashLoopBackOff', message: crashing, until } },
    due: until,
    events: [about(container, 'Warning', 'BackOff', `Back-off restarting failed ${place}`)],
  };
}

function whileWaiting(container: LiveContainer, run: ContainerRun, moment: ContainerMoment): ContainerStep {
  const { pod, settings, now } = moment;
  if (run.state.is !== 'waiting') return { run, due: Infinity, events: [] };
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  if (outlook.waiting !== undefined) {
    return { run: { ...run, state: { is: 'waiting', ...outlook.waiting } }, due: Infinity, events: [] };
  }
  const startsAt = run.state.until ?? moment.startsAt;
  if (startsAt > now) return { run, due: startsAt, events: [] };
  const { pullError } = outlook;
  if (pullError !== undefined) return failedPull(container, run, { pullError, now });
  const problem = moment.problems.get(container.name);
  if (problem === undefined) return start(container, run, moment);
  const until = now + moment.retryMs;
  return {
    run: { ...run, state: { is: 'waiting', reason: 'CreateContainerConfigError', message: problem, until } },
    due: until,
    events: [about(container, 'Warning', 'Failed', `Error: ${problem}`)],
  };
}

/** Reports a failed pull, then the wait for the next one, and so on. */
function failedPull(
  container: LiveContainer,
  run: ContainerRun,
  { pullError, now }: { readonly pullError: NonNullable<Outlook['pullError']>; readonly now: number },
): ContainerStep {
  const image = `"${container.image ?? ''}"`;
  const waiting = (reason: string, message: string, until: number, failedPulls: number): ContainerRun => ({
    ...run,
    state: { is: 'waiting', reason, message, until },
    failedPulls,
  });
  if (run.state.is === 'waiting' && run.state.reason === 'ErrImagePull') {
    const until = now - PULL_REPORT_MS + backOffMs(run.failedPulls);
    const message = `Back-off pulling image ${image}: ErrImagePull: ${pullError}`;
    return {
      run: waiting('ImagePullBackOff', message, until, run.failedPulls),
      due: until,
      events: [
        about(container, 'Normal', 'BackOff', `Back-off pulling image ${image}`),
        about(container, 'Warning', 'Failed', 'Error: ImagePullBackOff'),
      ],
    };
  }
  const until = now + PULL_REPORT_MS;
  return {
    run: waiting('ErrImagePull', pullError, until, run.failedPulls + 1),
    due: until,
    events: [
      about(container, 'Normal', 'Pulling', `Pulling image ${image}`),
      about(container, 'Warning', 'Failed', `Failed to pull image ${image}: ${pullError}`),
      about(container, 'Warning', 'Failed', 'Error: ErrImagePull'),
    ],
  };
}

function start(container: LiveContainer, before: ContainerRun, { pod, settings, now }: ContainerMoment): ContainerStep {
  const isRestart = before.last !== undefined;
  const run: ContainerRun = {
    ...before,
    state: { is: 'running', startedAt: now },
    restartCount: before.restartCount + (isRestart ? 1 : 0),
    failedPulls: 0,
  };
  const { exit } = outlookOf(pod, container, run.restartCount, settings);
  const exitsAt = exit === undefined ? Infinity : now + exit.afterMs;
  const image = `Container image "${container.image ?? ''}" already present on machine and can be accessed by the pod`;
  return {
    run,
    due: Math.min(exitsAt, readinessOf(pod, container, run, { settings, now }).changesAt),
    events: [
      about(container, 'Normal', 'Pulled', image),
      about(container, 'Normal', 'Created', 'Container created'),
      about(container, 'Normal', 'Started', 'Container started'),
    ],
  };
}

const about = (container: LiveContainer, type: PodEvent['type'], reason: string, message: string): PodEvent => ({
  type,
  reason,
  message,
  container: container.name,
});

/** A duration of whole seconds as Go prints it: `10s`, `2m40s`. */
function duration(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1000)];
  return `${minutes > 0 ? `${minutes}m` : ''}${seconds}s`;
}
