import { type DeepReadonly, parseTime } from '@kb/apimachinery';
import type { ContainerStateTerminated, ContainerStatus } from '@kb/kubernetes/core/v1';
import type { ProbeKind } from '../probes/probe-failures.ts';

/** How one run of a container ended. Times are milliseconds since the epoch. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  /** Absent if the container never ran. */
  readonly startedAt?: number;
  readonly finishedAt: number;
  /** Set if it did not come up: what the container waits for, as long as it is going to be restarted. */
  readonly notUp?: { readonly reason: 'RunContainerError' | 'PostStartHookError'; readonly message: string };
}

/** How a running container is stopped. Times are milliseconds since the epoch. */
export interface ContainerStop {
  readonly at: number;
  readonly exitCode: number;
  /** When its preStop hook fails. */
  readonly hookFailsAt?: number;
}

/** A process that runs while its postStart hook does: its container is not reported as running yet. */
export interface PostStart {
  readonly startedAt: number;
  /** When the hook ends; with `stop`: when the process has been stopped because the hook failed. */
  readonly until: number;
  /** Why the hook fails. */
  readonly error?: string;
  readonly stop?: ContainerStop;
}

/** The state of a container on the node. Times are milliseconds since the epoch. */
export type ContainerState =
  | { readonly is: 'waiting'; readonly reason: string; readonly message?: string; readonly until?: number }
  | { readonly is: 'running'; readonly startedAt: number }
  | ({ readonly is: 'terminated' } & Termination);

/** A container on the node: what the kubelet remembers of it. */
export interface ContainerRun {
  readonly state: ContainerState;
  readonly restartCount: number;
  /** How its previous run ended. */
  readonly last?: Termination;
  /** How often it ended since it last ran for long: the number of waits of the back-off so far. */
  readonly failures: number;
  /** How often its image could not be pulled. */
  readonly failedPulls: number;
  /** How many failed attempts of each probe were reported in this run. */
  readonly probeFailures?: Readonly<Partial<Record<ProbeKind, number>>>;
  readonly postStart?: PostStart;
  /** Set while it is being stopped. */
  readonly stop?: ContainerStop;
}

/** Reads the state of a container from its status, as a kubelet does that was restarted. */
export function containerRunOf(status: DeepReadonly<ContainerStatus>): ContainerRun {
  const { state, lastState, restartCount } = status;
  const last = lastState?.terminated && terminationOf(lastState.terminated);
  const common = { restartCount, failures: restartCount, failedPulls: 0, ...(last && { last }) };
  if (state?.running) return { ...common, state: { is: 'running', startedAt: timeOf(state.running.startedAt) } };
  if (state?.terminated) return { ...common, state: { is: 'terminated', ...terminationOf(state.terminated) } };
  const { reason = '', message } = state?.waiting ?? {};
  const waiting = { is: 'waiting', reason, ...(message !== undefined && { message }) } as const;
  if (last !== undefined && (reason === 'RunContainerError' || reason === 'PostStartHookError')) {
    return { ...common, state: { is: 'terminated', ...last, notUp: { reason, message: message ?? '' } } };
  }
  if (reason !== 'CrashLoopBackOff' || last === undefined) return { ...common, state: waiting };
  const until = last.finishedAt + backOffMs(restartCount);
  return { ...common, failures: restartCount + 1, state: { ...waiting, until } };
}

function terminationOf(state: DeepReadonly<ContainerStateTerminated>): Termination {
  const { exitCode, reason = '', message, startedAt, finishedAt } = state;
  return {
    exitCode,
    reason,
    ...(message !== undefined && { message }),
    ...(typeof startedAt === 'string' && { startedAt: timeOf(startedAt) }),
    finishedAt: timeOf(finishedAt),
  };
}

const timeOf = (text: string | null | undefined): number => parseTime(text ?? '') ?? 0;

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** A container that ran for this long starts without a wait again. */
const LONG_RUN_MS = 2 * LONGEST_BACK_OFF_MS;

/** The wait of the kubelet's back-off after a number of failures: 10 seconds, doubled each time, at most 5 minutes. */
export const backOffMs = (failures: number): number =>
  Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(failures, 30) - 1));

/** Ends a container that runs, or that never ran. */
export function terminated(
  run: ContainerRun,
  how: Omit<Termination, 'startedAt' | 'finishedAt'>,
  now: number,
): ContainerRun {
  const startedAt = run.state.is === 'running' ? run.state.startedAt : undefined;
  const ranLong = startedAt !== undefined && now - startedAt >= LONG_RUN_MS;
  return {
    ...run,
    state: { is: 'terminated', ...how, ...(startedAt !== undefined && { startedAt }), finishedAt: now },
    failures: ranLong ? 0 : run.failures,
  };
}

/** How a process ends that exits by itself, or that is killed. Default reason: by its code. */
export const exited = (exitCode: number, reason?: string): Omit<Termination, 'startedAt' | 'finishedAt'> => ({
  exitCode,
  reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'),
});

/** How the kubelet reports a container that never ran, when its Pod ends. */
export const neverRan = {
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
} as const;
