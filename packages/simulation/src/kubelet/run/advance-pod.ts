import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { isSidecar, outlookOf } from '../options/outlook.ts';
import type { NodeSettings } from '../options/node-options.ts';
import { advanceContainer } from './advance-container.ts';
import type { ContainerRun } from './container-run.ts';
import type { ContainerMoment } from './container-step.ts';
import type { PodEvent } from './pod-event.ts';
import { lastExit } from './pod-phase.ts';
import {
  allContainers,
  ephemeralContainers,
  initContainers,
  type PodEnding,
  type PodRun,
  runOf,
  withNewContainers,
} from './pod-run.ts';
import { readinessOf } from './readiness.ts';
import { restarts } from './restart-policy.ts';
import { beginToStop, graceOf, shortenStops, type StopMoment, whileStopping } from './stop-containers.ts';

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
  if (before.ending !== undefined) return endPod(before, before.ending, moment);
  const deadline = before.acceptedAt + 1000 * (pod.spec.activeDeadlineSeconds ?? Infinity);
  if (deadline <= now) return failAtDeadline(before, moment);
  const unmounted = mountVolumes(before, moment);
  if (unmounted !== undefined) return { ...unmounted, due: Math.min(unmounted.due, deadline) };
  const { run, due, events } = advanceContainers(before, moment);
  const isOver = pod.spec.containers.every((container) => {
    const { state, postStart } = runOf(run, container);
    const ended = state.is === 'terminated' && postStart === undefined;
    return ended && (isDeleted(pod) || !restarts(pod, container, state.exitCode));
  });
  if (!isOver) return { run, due: Math.min(due, deadline), events };
  const beside = [...initContainers(pod).filter(isSidecar), ...ephemeralContainers(pod)];
  const ended = beginToEnd(run, { notBefore: now, graceMs: graceOf(pod) }, { ...moment, stopped: beside });
  return { ...ended, events: [...events, ...ended.events] };
}

/**
 * Moves the containers of a Pod on that is being deleted, within its grace period. At the end all of them have ended,
 * and it is due at no time.
 */
export function endDeletedPod(known: PodRun, moment: Omit<StopMoment, 'graceMs'>): PodStep {
  const { pod, settings, now } = moment;
  const graceMs = graceOf(pod);
  const run = withNewContainers(known, pod);
  const before = run.ending;
  const notBefore = now + Math.min(settings.stopMs, graceMs);
  if (before === undefined) {
    const stopped = allContainers(pod);
    // A probe may have begun to stop one of them, with a longer grace period.
    return beginToEnd(shortenStops(run, { now, graceMs }), { notBefore, graceMs }, { ...moment, stopped });
  }
  if (graceMs >= before.graceMs) return endPod(run, before, moment);
  const ending = { ...before, graceMs, notBefore: Math.min(before.notBefore, now + graceMs) };
  return endPod(shortenStops(run, { now, graceMs }), ending, moment);
}

/** Begins to stop containers of a Pod, whose end is the end of the Pod. */
function beginToEnd(
  before: PodRun,
  ending: PodEnding,
  { stopped, ...moment }: Omit<StopMoment, 'graceMs'> & { readonly stopped: readonly LiveContainer[] },
): PodStep {
  const { run, events } = beginToStop(before, stopped, { ...moment, graceMs: ending.graceMs });
  const step = endPod(run, ending, moment);
  return { ...step, events: [...events, ...step.events] };
}

/** Moves the containers of a Pod on that are being stopped. A failure is reported when all have ended. */
function endPod(before: PodRun, ending: PodEnding, moment: Omit<StopMoment, 'graceMs'>): PodStep {
  const { pod, now } = moment;
  const containers = new Map(before.containers);
  const events: PodEvent[] = [];
  let due = ending.notBefore > now ? ending.notBefore : Infinity;
  for (const container of allContainers(pod)) {
    const step = whileStopping(container, runOf(before, container), moment);
    containers.set(container.name, step.run);
    events.push(...step.events);
    due = Math.min(due, step.due);
  }
  const run = { ...before, ending, containers };
  const { failure } = ending;
  return { run: due === Infinity && failure !== undefined ? { ...run, failure } : run, due, events };
}

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
  let isHeld = false;
  for (const container of pod.spec.containers) {
    // The kubelet starts containers one after the other, and waits for the hook of each.
    if (isHeld && runOf(before, container).state.is !== 'running') continue;
    isHeld = advance(container).postStart !== undefined || isHeld;
  }
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
const usesSandbox = ({ state, last, postStart }: ContainerRun): boolean =>
  state.is !== 'waiting' || last !== undefined || state.until !== undefined || postStart !== undefined;

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
  const { pod, now } = moment;
  const message = 'Pod was active on the node longer than the specified deadline';
  const failure = { reason: 'DeadlineExceeded', message };
  const deadline: PodEvent = { type: 'Normal', reason: failure.reason, message };
  const ending = { failure, notBefore: now, graceMs: graceOf(pod) };
  const step = beginToEnd(before, ending, { ...moment, stopped: allContainers(pod) });
  return { ...step, events: [deadline, ...step.events] };
}

const isDeleted = (pod: LivePod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** Whether a Pod has not started all of its containers yet, so that it still needs its ConfigMaps and Secrets. */
export const isStarting = (pod: LivePod, run: PodRun): boolean =>
  pod.spec.containers.some((container) => {
    const { state } = runOf(run, container);
    return state.is === 'waiting' && lastExit(run, container) === undefined;
  });
