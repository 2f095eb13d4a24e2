import type { LivePod } from '../shared/kinds.ts';

/** The simulated behavior of one Pod. */
export interface PodBehavior {
  /** The milliseconds until the containers run and are ready. Default: the node's `startMs`. */
  readonly startMs?: number;
  /**
   * The containers do not run, but wait for this reason, such as `{ reason: 'ImagePullBackOff', message: 'Back-off
   * pulling image "x"' }`.
   */
  readonly waiting?: { readonly reason: string; readonly message?: string };
  /** The containers run, but are not ready, as with a failing readiness probe. */
  readonly unready?: boolean;
}

/** Annotations that set the behavior of a Pod, usually in its template. They may change during its lifetime. */
const START_MS = 'simulated-node/start-ms';
const WAITING = 'simulated-node/waiting';
const READY = 'simulated-node/ready';

/**
 * Reads a Pod's behavior from its annotations, so that a test can have slow, stuck and failing Pods on any simulated
 * node:
 *
 * - `simulated-node/start-ms: "5000"`: it starts after that time;
 * - `simulated-node/waiting: ImagePullBackOff`: its containers wait for that reason;
 * - `simulated-node/ready: "false"`: its containers run and are not ready.
 */
export function behaviorFromAnnotations({ metadata: { annotations = {} } }: LivePod): PodBehavior {
  const { [START_MS]: startMs = '', [WAITING]: reason = '', [READY]: ready } = annotations;
  return {
    ...(/^\d{1,9}$/.test(startMs) && { startMs: Number(startMs) }),
    ...(reason !== '' && { waiting: { reason } }),
    ...(ready === 'false' && { unready: true }),
  };
}
