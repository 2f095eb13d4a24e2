import type { LivePod } from '../shared/kinds.ts';

/** What the simulated node pretends about one Pod. */
export interface PodBehavior {
  /** After how many milliseconds the containers run and are ready. Default: the node's `startMs`. */
  readonly startMs?: number;
  /**
   * The containers do not run: they wait for this reason, such as
   * `{ reason: 'ImagePullBackOff', message: 'Back-off pulling image "x"' }`.
   */
  readonly waiting?: { readonly reason: string; readonly message?: string };
  /** The containers run, but are not ready, as with a readiness probe that fails. */
  readonly unready?: boolean;
}

/** Annotations of a Pod (mostly through its template) that say how it behaves. They may change while it is there. */
const START_MS = 'simulated-node/start-ms';
const WAITING = 'simulated-node/waiting';
const READY = 'simulated-node/ready';

/**
 * What a Pod's own annotations say of its behavior, so that a test can have slow, stuck and failing Pods on every node
 * that is simulated:
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
