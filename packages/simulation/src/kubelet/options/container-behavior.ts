import type { DeepReadonly } from '@kb/apimachinery';
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
  /** Its image cannot be pulled, for this reason: `ErrImagePull` and `ImagePullBackOff` alternate. */
  readonly pullError?: string;
  /**
   * The container does not start, but waits for this reason, such as `{ reason: 'CreateContainerError', message: '…'
   * }`.
   */
  readonly waiting?: { readonly reason: string; readonly message?: string };
}

/** The run of a container that a {@link ContainerBehavior} is asked for. */
export interface ContainerContext {
  readonly pod: LivePod;
  readonly container: LiveContainer;
  /** How often the container was restarted in its Pod: 0 in its first run. */
  readonly restartCount: number;
}

/** Annotations that set the behavior of a Pod's containers, usually in its template. They may change at any time. */
const PREFIX = 'simulated-node/';

/**
 * Reads the behavior of a container from the annotations of its Pod, so that a test can have slow, stuck and failing
 * Pods on any simulated node:
 *
 * - `simulated-node/start-ms`, such as `5000`: it starts after that time;
 * - `simulated-node/exit-code`, such as `1`, or `1,0`: its process exits with 1, or first with 1 and then with 0;
 * - `simulated-node/exit-after-ms`, such as `5000`: its process exits after that time, with code 0 by default;
 * - `simulated-node/runs`, `true`: it runs until it is stopped;
 * - `simulated-node/ready`, `false`: it runs and is not ready;
 * - `simulated-node/pull-error`, such as `not found`: its image cannot be pulled;
 * - `simulated-node/waiting`, such as `CreateContainerError`: it waits for that reason.
 *
 * They apply to the containers of the Pod that are not init containers; with the name of a container, as in
 * `simulated-node/exit-code.migrate`, to that container only. Values of another form are ignored.
 */
export function behaviorFromAnnotations({ pod, container }: Omit<ContainerContext, 'restartCount'>): ContainerBehavior {
  const { annotations } = pod.metadata;
  if (annotations === undefined) return {};
  const isMain = pod.spec.containers.some(({ name }) => name === container.name);
  const read = (key: string): string =>
    annotations[`${PREFIX}${key}.${container.name}`] ?? (isMain ? annotations[`${PREFIX}${key}`] : undefined) ?? '';
  const [startMs, exitAfterMs] = [milliseconds(read('start-ms')), milliseconds(read('exit-after-ms'))];
  const exitCode = exitCodes(read('exit-code')) ?? (exitAfterMs === undefined ? undefined : 0);
  const [reason, pullError] = [read('waiting'), read('pull-error')];
  return {
    ...(startMs !== undefined && { startMs }),
    ...(exitCode !== undefined && { exitCode }),
    ...(exitAfterMs !== undefined && { exitAfterMs }),
    ...(read('runs') === 'true' && { runs: true }),
    ...(read('ready') === 'false' && { unready: true }),
    ...(pullError !== '' && { pullError }),
    ...(reason !== '' && { waiting: { reason } }),
  };
}

const milliseconds = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

const exitCodes = (text: string): readonly number[] | undefined =>
  /^\d{1,3}(?:,\d{1,3}){0,99}$/.test(text) ? text.split(',').map(Number) : undefined;
