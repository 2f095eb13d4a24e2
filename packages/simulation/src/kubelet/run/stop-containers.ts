import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import type { NodeSettings } from '../options/node-options.ts';
import { isSidecar, outlookOf } from '../options/outlook.ts';
import { type ContainerRun, type ContainerStop, exited, neverRan, terminated } from './container-run.ts';
import { about, type PodEvent } from './pod-event.ts';
import { initContainers, type PodRun, runOf } from './pod-run.ts';
import { terminationMessage } from './termination-message.ts';

/** What determines how containers stop. */
export interface StopMoment {
  readonly pod: LivePod;
  readonly settings: NodeSettings;
  readonly now: number;
  /** The milliseconds that they have, unless their order or a hook takes longer. */
  readonly graceMs: number;
}

/** The exit codes of a process that SIGKILL ends, and of one that SIGTERM ends before its work is done. */
const KILLED = 137;
const INTERRUPTED = 143;

/** The least time of the kubelet between SIGTERM and SIGKILL, also after a hook that used up the grace period. */
const SHORTEST_GRACE_MS = 2000;

const DEFAULT_GRACE_SECONDS = 30;

/** The grace period of a Pod's containers, in milliseconds, unless a deletion or a probe names another. */
export const graceOf = ({ metadata, spec }: LivePod): number =>
  1000 * (metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS);

/**
 * Begins to stop containers: those that run end later, as {@link whileStopping} says, the others now. In a Pod with
 * sidecars, these wait for the other containers, and then for those sidecars that came after them.
 */
export function beginToStop(
  run: PodRun,
  stopped: readonly LiveContainer[],
  moment: StopMoment,
): { readonly run: PodRun; readonly events: readonly PodEvent[] } {
  const { pod, now } = moment;
  const sidecars = initContainers(pod).filter(isSidecar);
  const [last, first] = partition(stopped, (container) => sidecars.includes(container));
  const containers = new Map(run.containers);
  let turn = now;
  const begin = (container: LiveContainer): number => {
    const own = beginOne(container, runOf(run, container), moment, turn);
    containers.set(container.name, own);
    return own.stop?.at ?? now;
  };
  turn = Math.max(now, ...first.map(begin));
  for (const sidecar of last.toReversed()) turn = Math.max(turn, begin(sidecar));
  const events = stopped
    .filter((container) => containers.get(container.name)?.stop !== runOf(run, container).stop)
    .map((container) => about(container, 'Normal', 'Killing', `Stopping container ${container.name}`));
  return { run: { ...run, containers }, events };
}

function beginOne(container: LiveContainer, run: ContainerRun, moment: StopMoment, turn: number): ContainerRun {
  const { state, last, postStart, stop } = run;
  if (stop !== undefined) return run;
  if (state.is === 'running' || postStart !== undefined) {
    const { postStart: _ended, ...up } = run;
    const running =
      postStart === undefined ? up : { ...up, state: { is: 'running', startedAt: postStart.startedAt } as const };
    return { ...running, stop: stopOf(container, run, { ...moment, turn }) };
  }
  if (state.is === 'terminated') {
    const { notUp: _restarted, ...ended } = state;
    return { ...run, state: ended };
  }
  if (last !== undefined) return { ...run, state: { is: 'terminated', ...last } };
  return terminated(run, neverRan, moment.now);
}

/**
 * Computes how a running container stops: its preStop hook runs, then it gets SIGTERM, in its `turn`, and SIGKILL when
 * the grace period is over. `hangs`: it does not react to SIGTERM, unless its author says so.
 */
export function stopOf(
  container: LiveContainer,
  { restartCount }: Pick<ContainerRun, 'restartCount'>,
  moment: StopMoment & { readonly turn?: number; readonly hangs?: boolean },
): ContainerStop {
  const { pod, settings, now, graceMs, turn = now, hangs = false } = moment;
  const outlook = outlookOf(pod, container, restartCount, settings);
  const { ms: hookMs, error } = outlook.preStop ?? { ms: 0, error: undefined };
  const hookEnds = now + Math.min(hookMs, graceMs);
  const begins = Math.min(Math.max(hookEnds, turn), now + graceMs);
  const killedAt = Math.max(now + graceMs, begins + SHORTEST_GRACE_MS);
  const stopsAt = begins + (outlook.stopMs ?? (hangs ? Infinity : settings.stopMs));
  const stops = stopsAt <= killedAt;
  return {
    at: stops ? stopsAt : killedAt,
    exitCode: stops ? (outlook.exit === undefined ? 0 : INTERRUPTED) : KILLED,
    ...(error !== undefined && hookMs <= graceMs && { hookFailsAt: hookEnds }),
  };
}

/** Lets the containers that are stopping end after a shorter grace period, in milliseconds from now. */
export function shortenStops(run: PodRun, { now, graceMs }: Pick<StopMoment, 'now' | 'graceMs'>): PodRun {
  const last = now + Math.max(graceMs, SHORTEST_GRACE_MS);
  const containers = [...run.containers].map(([name, own]): [string, ContainerRun] => {
    const late = own.state.is === 'running' && own.stop !== undefined && own.stop.at > last;
    return [name, late ? { ...own, stop: { ...own.stop, at: last, exitCode: KILLED } } : own];
  });
  return { ...run, containers: new Map(containers) };
}

/** Moves a container on that is stopping: reports a hook that failed, and ends the container in time. */
export function whileStopping(
  container: LiveContainer,
  run: ContainerRun,
  moment: Omit<StopMoment, 'graceMs'>,
): { readonly run: ContainerRun; readonly due: number; readonly events: readonly PodEvent[] } {
  const { pod, settings, now } = moment;
  const { stop, ...kept } = run;
  if (stop === undefined) return { run, due: Infinity, events: [] };
  const { hookFailsAt = Infinity, ...rest } = stop;
  const failed = hookFailsAt <= now;
  const events = failed ? [about(container, 'Warning', 'FailedPreStopHook', 'PreStopHook failed')] : [];
  if (stop.at > now) {
    return {
      run: { ...run, stop: failed ? rest : stop },
      due: Math.min(stop.at, failed ? Infinity : hookFailsAt),
      events,
    };
  }
  const message = terminationMessage({ pod, container, settings, run }, { exitCode: stop.exitCode, byItself: false });
  return { run: terminated(kept, { ...exited(stop.exitCode), ...message }, stop.at), due: Infinity, events };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], second: T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
