import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { isSidecar, outlookOf } from '../options/outlook.ts';
import type { NodeSettings } from '../options/node-options.ts';
import { advanceContainer, type ContainerMoment } from './advance-container.ts';
import type { PodEvent } from './pod-event.ts';
import { type ContainerRun, exited, neverRan, terminated } from './container-run.ts';
import { lastExit } from './pod-phase.ts';
import {
  allContainers,
  ephemeralContainers,
  initContainers,
  longRunning,
  type PodRun,
  runOf,
  withNewContainers,
} from './pod-run.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';

/** What determines the next states of a Pod's containers. */
export interface PodMoment {
  readonly pod: LivePod;
  readonly settings: NodeSettings;
  readonly now: number;
  readonly problems: PodProblems;
}

/** The ConfigMaps, Secrets and claims that a Pod needs and that are missing. */
export interface PodProblems {
  /** The whole message for each volume that cannot be mounted. */
  readonly volumes: ReadonlyMap<string, string>;
  /** The message for each container that cannot be configured. */
  readonly containers: ReadonlyMap<string, string>;
}

/** The next state of a Pod, and when it changes again, in milliseconds since the epoch. */
export interface PodStep {
  readonly run: PodRun;
  readonly due: number;
  readonly events: readonly PodEvent[];
}

/**
 * Moves the containers of a Pod on: runs the init containers one after the other, then the others, restarts those that
 * exited, and stops what runs beside them at the end. Fails the Pod at its deadline.
 */
export function advancePod(known: PodRun, moment: PodMoment): PodStep {
  const { pod, now } = moment;
  const before = withNewContainers(known, pod);
  const deadline = before.acceptedAt + 1000 * (pod.spec.activeDeadlineSeconds ?? Infinity);
  if (deadline <= now) return failAtDeadline(before, moment);
  const unmounted = mountVolumes(before, moment);
  if (unmounted !== undefined) return { ...unmounted, due: Math.min(unmounted.due, deadline) };
  const { run, due, events } = advanceContainers(before, moment);
  const isOver = pod.spec.containers.every((container) => {
    const { state } = runOf(run, container);
    return state.is === 'terminated' && (isDeleted(pod) || !restarts(pod, container, state.exitCode));
  });
  if (!isOver) return { run, due: Math.min(due, deadline), events };
  const beside = [...initContainers(pod).filter(isSidecar), ...ephemeralContainers(pod)];
  const stopped = stopContainers(run, beside, moment, false);
  return { run: stopped.run, due: Infinity, events: [...events, ...stopped.events] };
}

/** Ends the containers of a Pod. `killed`: after the grace period, instead of their own exit. */
export function stopPod(run: PodRun, moment: Omit<PodMoment, 'problems'>, killed: boolean): PodRun {
  const { pod } = moment;
  return stopContainers(withNewContainers(run, pod), allContainers(pod), moment, killed).run;
}

/** How long the longest preStop hook of the running containers sleeps, in milliseconds. Other hooks take no time. */
export function preStopMs(pod: LivePod, run: PodRun): number {
  const sleeps = longRunning(pod)
    .filter((container) => runOf(run, container).state.is === 'running')
    .map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0);
  return 1000 * Math.max(0, ...sleeps);
}

/** The Events about the running containers, when they have to stop. */
export const stopping = (run: PodRun, containers: readonly LiveContainer[]): PodEvent[] =>
  containers.flatMap((container): PodEvent[] => {
    if (runOf(run, container).state.is !== 'running') return [];
    const message = `Stopping container ${container.name}`;
    return [{ type: 'Normal', reason: 'Killing', message, container: container.name }];
  });

function advanceContainers(before: PodRun, moment: PodMoment): PodStep {
  const { pod, settings, now, problems } = moment;
  const containers = new Map(before.containers);
  const events: PodEvent[] = [];
  let due = Infinity;
  /** When the container before it let a container start; undefined for the first ones. */
  let released: number | undefined;

  const advance = (container: LiveContainer): ContainerRun => {
    const run = runOf(before, container);
    const { startMs } = outlookOf(pod, container, run.restartCount, settings);
    const startsAt =
      released === undefined ? before.acceptedAt + (startMs ?? settings.startMs) : released + (startMs ?? 0);
    const given: ContainerMoment = {
      pod,
      settings,
      now,
      startsAt,
      problems: problems.containers,
      retryMs: retryMs(before, now),
    };
    const step = advanceContainer(container, run, given);
    containers.set(container.name, step.run);
    events.push(...step.events);
    due = Math.min(due, step.due);
    return step.run;
  };

  const finish = (): PodStep => {
    const hasSandbox = before.hasSandbox || [...containers.values()].some(usesSandbox);
    return { run: { ...before, hasSandbox, containers }, due, events };
  };

  for (const container of initContainers(pod)) {
    const run = advance(container);
    const { started, ready } = readinessOf(pod, container, run, { settings, now });
    if (isSidecar(container) ? !started && !hasMainStarted(pod, before) : !ready) return finish();
    released = run.state.is === 'terminated' ? run.state.finishedAt : now;
  }
  for (const container of pod.spec.containers) advance(container);
  for (const container of ephemeralContainers(pod)) advance(container);
  return finish();
}

/** Whether the main containers have started before, so that a restart of a sidecar does not hold them back. */
const hasMainStarted = (pod: LivePod, run: PodRun): boolean =>
  pod.spec.containers.some((container) => {
    const { state, last } = runOf(run, container);
    return state.is !== 'waiting' || last !== undefined;
  });

/** Whether the state of a container shows that the kubelet has tried to start it. */
const usesSandbox = ({ state, last }: ContainerRun): boolean =>
  state.is !== 'waiting' || last !== undefined || state.until !== undefined;

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10_000;

/** The milliseconds until the kubelet tries again: as long as it has tried already, within limits. */
const retryMs = ({ acceptedAt }: PodRun, now: number): number =>
  Math.min(LONGEST_RETRY_MS, Math.max(FIRST_RETRY_MS, now - acceptedAt));

/** The next attempt, if volumes of the Pod cannot be mounted; undefined if they can. */
function mountVolumes(run: PodRun, { settings, now, problems }: PodMoment): PodStep | undefined {
  if (run.hasSandbox || problems.volumes.size === 0) return undefined;
  const dueAt = run.mountsAt ?? run.acceptedAt + settings.startMs;
  if (dueAt > now) return { run, due: dueAt, events: [] };
  const mountsAt = now + retryMs(run, now);
  const events = [...problems.volumes.values()].map((message): PodEvent => {
    return { type: 'Warning', reason: 'FailedMount', message };
  });
  return { run: { ...run, mountsAt }, due: mountsAt, events };
}

function failAtDeadline(before: PodRun, moment: PodMoment): PodStep {
  const message = 'Pod was active on the node longer than the specified deadline';
  const { run, events } = stopContainers(before, allContainers(moment.pod), moment, false);
  const failure = { reason: 'DeadlineExceeded', message };
  const deadline: PodEvent = { type: 'Normal', reason: failure.reason, message };
  return { run: { ...run, failure }, due: Infinity, events: [deadline, ...events] };
}

function stopContainers(
  run: PodRun,
  stopped: readonly LiveContainer[],
  { pod, settings, now }: Omit<PodMoment, 'problems'>,
  killed: boolean,
): { readonly run: PodRun; readonly events: readonly PodEvent[] } {
  const containers = new Map(run.containers);
  for (const container of stopped) {
    const own = runOf(run, container);
    if (own.state.is === 'terminated') continue;
    const { last } = own;
    if (own.state.is === 'waiting' && last !== undefined) {
      containers.set(container.name, { ...own, state: { is: 'terminated', ...last } });
    } else if (own.state.is === 'waiting') {
      containers.set(container.name, terminated(own, neverRan, now));
    } else {
      const { exit } = outlookOf(pod, container, own.restartCount, settings);
      const code = killed ? KILLED : exit === undefined ? 0 : INTERRUPTED;
      containers.set(container.name, terminated(own, exited(code), now));
    }
  }
  return { run: { ...run, containers }, events: stopping(run, stopped) };
}

/** The exit codes of a process that SIGKILL ends, and of one that SIGTERM ends before its work is done. */
const KILLED = 137;
const INTERRUPTED = 143;

const isDeleted = (pod: LivePod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** Whether a Pod has not started all of its containers yet, so that it still needs its ConfigMaps and Secrets. */
export const isStarting = (pod: LivePod, run: PodRun): boolean =>
  pod.spec.containers.some((container) => {
    const { state } = runOf(run, container);
    return state.is === 'waiting' && lastExit(run, container) === undefined;
  });
