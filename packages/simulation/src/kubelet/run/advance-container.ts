import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { outlookOf } from '../options/outlook.ts';
import type { NodeSettings } from '../options/node-options.ts';
import { backOffMs, type ContainerRun, exited, terminated, type Termination } from './container-run.ts';
import { imageProblem } from './image-problem.ts';
import { failedPull, refuseImage } from './missing-image.ts';
import { about, type PodEvent } from './pod-event.ts';
import { actsAt, type FailingProbe, failingProbes, failureMessage, failuresBy, nextFailure } from './probe-failures.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';

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

/** The exit code of a process that SIGKILL ends. */
const KILLED = 137;

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
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  const { exit } = outlook;
  const exitsAt = exit === undefined ? Infinity : startedAt + exit.afterMs;
  if (exit !== undefined && exitsAt <= now) {
    const ended = terminated(run, exited(exit.code, exit.reason), now);
    return { run: ended, due: restarts(pod, container, exit.code) ? now : Infinity, events: [] };
  }
  const failing = failingProbes(container, outlook, startedAt);
  const events = failing.flatMap((probe) => reportFailures(container, run, probe, { pod, now }));
  const fatal = failing.find((probe) => probe.kind !== 'Readiness' && actsAt(probe) <= now);
  if (fatal !== undefined) return killUnhealthy(container, run, fatal, { pod, now, events });
  const counts = Object.fromEntries(failing.map((probe) => [probe.kind, failuresBy(probe, now)]));
  return {
    run: failing.length === 0 ? run : { ...run, probeFailures: counts },
    due: Math.min(
      exitsAt,
      readinessOf(pod, container, run, { settings, now }).changesAt,
      ...failing.map((probe) => nextFailure(probe, now)),
    ),
    events,
  };
}

/** The Events about the failed attempts of a probe since the last report. */
function reportFailures(
  container: LiveContainer,
  { probeFailures }: ContainerRun,
  probe: FailingProbe,
  { pod, now }: Pick<ContainerMoment, 'pod' | 'now'>,
): PodEvent[] {
  const fresh = failuresBy(probe, now) - (probeFailures?.[probe.kind] ?? 0);
  const message = failureMessage(probe, container, pod.status?.podIP ?? '');
  return Array.from({ length: Math.max(0, fresh) }, () => about(container, 'Warning', 'Unhealthy', message));
}

/** Kills a container whose probe has failed too often. A process that hangs does not stop by itself. */
function killUnhealthy(
  container: LiveContainer,
  run: ContainerRun,
  { kind }: FailingProbe,
  { pod, now, events }: Pick<ContainerMoment, 'pod' | 'now'> & Pick<ContainerStep, 'events'>,
): ContainerStep {
  const returns = restarts(pod, container, KILLED);
  const failed = `Container ${container.name} failed ${kind.toLowerCase()} probe`;
  const killing = about(container, 'Normal', 'Killing', returns ? `${failed}, will be restarted` : failed);
  const { probeFailures: _reported, ...kept } = run;
  return { run: terminated(kept, exited(KILLED), now), due: returns ? now : Infinity, events: [...events, killing] };
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
  const wrong = imageProblem(container, outlook.pullError !== undefined);
  if (wrong !== undefined) return refuseImage(container, run, wrong);
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

function start(container: LiveContainer, before: ContainerRun, { pod, settings, now }: ContainerMoment): ContainerStep {
  const isRestart = before.last !== undefined;
  const { probeFailures: _reported, ...kept } = before;
  const run: ContainerRun = {
    ...kept,
    state: { is: 'running', startedAt: now },
    restartCount: before.restartCount + (isRestart ? 1 : 0),
    failedPulls: 0,
  };
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  const exitsAt = outlook.exit === undefined ? Infinity : now + outlook.exit.afterMs;
  const failing = failingProbes(container, outlook, now);
  const image = `Container image "${container.image ?? ''}" already present on machine and can be accessed by the pod`;
  return {
    run,
    due: Math.min(
      exitsAt,
      readinessOf(pod, container, run, { settings, now }).changesAt,
      ...failing.map(({ firstAt }) => firstAt),
    ),
    events: [
      about(container, 'Normal', 'Pulled', image),
      about(container, 'Normal', 'Created', 'Container created'),
      about(container, 'Normal', 'Started', 'Container started'),
    ],
  };
}

/** A duration of whole seconds as Go prints it: `10s`, `2m40s`. */
function duration(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1000)];
  return `${minutes > 0 ? `${minutes}m` : ''}${seconds}s`;
}
