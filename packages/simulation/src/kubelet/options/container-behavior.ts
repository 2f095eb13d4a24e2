import type { Connection, DeepReadonly, ProcessStreams } from '@kb/apimachinery';
import type { Container } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';

/** A container as the caches hold it. */
export type LiveContainer = DeepReadonly<Container>;

/**
 * The simulated behavior of a container. Without any field: a container that its Pod restarts always (the default of
 * Pods) and a sidecar run until they are stopped; a container of a Pod that runs once (`restartPolicy` OnFailure or
 * Never, as in Jobs) and an init container exit with code 0 after a short time.
 */
export interface ContainerBehavior {
  /**
   * The milliseconds until the container runs, from when it may start. Default: the node's `startMs` for the first
   * containers of a Pod; 0 for later ones and for restarts.
   */
  readonly startMs?: number;
  /** It runs until it is stopped, also in a Pod that runs once. */
  readonly runs?: boolean;
  /**
   * The exit code of its process. An array: the codes of the first run, the second run and so on; the last one is
   * repeated. The container then restarts with a back-off, or not, as its Pod demands.
   */
  readonly exitCode?: number | readonly number[];
  /** The milliseconds that its process runs before it exits. Default: the node's `exitMs`. */
  readonly exitAfterMs?: number;
  /** The container runs, but is never ready, as with a failing readiness probe. */
  readonly unready?: boolean;
  /** Its startup probe, if it has one, never succeeds: it is restarted again and again. */
  readonly neverStarted?: boolean;
  /**
   * The milliseconds that its process runs before its liveness and readiness probes fail: it is restarted, or no longer
   * ready. Without such probes nobody notices.
   */
  readonly unhealthyAfterMs?: number;
  /** The milliseconds that its process runs before it is killed for using too much memory: `OOMKilled`, code 137. */
  readonly oomAfterMs?: number;
  /** Its image cannot be pulled, for this reason: `ErrImagePull` and `ImagePullBackOff` alternate. */
  readonly pullError?: string;
  /** Its process cannot be started, for this reason: `RunContainerError`, and an end with code 128 (`StartError`). */
  readonly startError?: string;
  /** What its process writes to its termination log before it exits by itself: the message of the end. */
  readonly terminationMessage?: string;
  /**
   * The milliseconds that its process takes to stop after SIGTERM; SIGKILL ends it with its grace period. Default: the
   * node's `stopMs`, or, if a probe has failed, the whole grace period: such a process hangs.
   */
  readonly stopMs?: number;
  /**
   * The milliseconds that its postStart hook takes, if it has one: until then it is not reported as running. Default:
   * the time that a hook sleeps, 0 for others.
   */
  readonly postStartMs?: number;
  /** Its postStart hook, if it has one, fails for this reason: `PostStartHookError`, and a restart. */
  readonly postStartError?: string;
  /** How many milliseconds its preStop hook takes, if it has one. Default: as long as a hook sleeps, 0 for others. */
  readonly preStopMs?: number;
  /** Its preStop hook, if it has one, fails for this reason: an Event. */
  readonly preStopError?: string;
  /**
   * The container does not start, but waits for this reason, such as `{ reason: 'CreateContainerError', message: '…'
   * }`.
   */
  readonly waiting?: { readonly reason: string; readonly message?: string };
  /**
   * What it uses, as metrics report it: `{ cpu: '250m', memory: '64Mi' }`. Default: two fifths of the CPU and three
   * fifths of the memory that it requests, or 1m and 16Mi.
   */
  readonly usage?: { readonly cpu?: string; readonly memory?: string };
  /** What the container has printed when it starts: its log. Default: nothing. */
  readonly logs?: ContainerLogs | ((context: ContainerContext) => ContainerLogs);
  /**
   * What it prints while a client follows its log, or is attached to it; called for each of them. It must end when the
   * signal is aborted: when the client goes away, or the container ends. Default: nothing more.
   */
  readonly follow?: (context: ContainerContext, signal: AbortSignal) => AsyncIterable<OutputLine>;
  /**
   * What happens when a client runs a command in it (`kubectl exec`): a function, which returns the exit code, or a
   * table from programs to what stands in for them. Other programs are not in the container. Default: none is.
   */
  readonly exec?: Readonly<Record<string, CannedProgram | LocalProgram>> | ((process: ContainerProcess) => ExitCode);
  /**
   * What happens when a client attaches to its process (`kubectl attach`). Default: the client sees what {@link follow}
   * prints until the container ends.
   */
  readonly attach?: (process: ContainerProcess) => void | Promise<void>;
  /**
   * The ports on which it listens (`kubectl port-forward`, and proxies of the API server): a port of this machine's
   * loopback address that stands in for it, or a function that serves a connection. Default: none.
   */
  readonly ports?: Readonly<Record<number, number | ((connection: Connection) => void | Promise<void>)>>;
}

/** A line that a container prints. Its time is in milliseconds since the epoch; default: when the container started. */
export type OutputLine =
  string | { readonly text: string; readonly time?: number; readonly stream?: 'stdout' | 'stderr' };

/** Lines, or a text with several. */
export type ContainerLogs = string | readonly OutputLine[];

/** The exit code of a process. */
export type ExitCode = number | Promise<number>;

/** A program that always prints the same. */
export interface CannedProgram {
  /** Default: nothing. */
  readonly output?: string;
  /** What it prints as errors. Default: nothing. */
  readonly errors?: string;
  /** Default: 0. */
  readonly exitCode?: number;
}

/**
 * A program of this machine that runs in place of the container's, with the arguments that the client gives: only name
 * one that clients may run here. It has no terminal.
 */
export interface LocalProgram {
  /** The program, and its first arguments. */
  readonly run: readonly string[];
  /** Where it runs. Default: the folder of this process. */
  readonly directory?: string;
}

/** A process that a client has started in a container, or is attached to. */
export interface ContainerProcess extends ProcessStreams {
  readonly context: ContainerContext;
  /** The command and its arguments; empty for attach. */
  readonly command: readonly string[];
}

/** The run of a container that a {@link ContainerBehavior} is asked for. */
export interface ContainerContext {
  readonly pod: LivePod;
  readonly container: LiveContainer;
  /** How often the container was restarted in its Pod: 0 in its first run. */
  readonly restartCount: number;
}
