import type { DeepReadonly } from '@kb/apimachinery';
import type { LifecycleHandler } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import type { NodeSettings } from './node-options.ts';
import type { ContainerBehavior, LiveContainer } from './container-behavior.ts';

/** What one run of a container does, with every default. */
export interface Outlook {
  readonly startMs: number | undefined;
  /** How its process ends by itself; undefined: it runs until it is stopped. */
  readonly exit: { readonly code: number; readonly afterMs: number; readonly reason?: string } | undefined;
  readonly unready: boolean;
  readonly neverStarted: boolean;
  readonly unhealthyAfterMs: number | undefined;
  readonly pullError: string | undefined;
  readonly waiting: ContainerBehavior['waiting'];
  /** Why its process cannot be started. */
  readonly startError: string | undefined;
  /** How long its process takes to stop; undefined: as long as the node says. */
  readonly stopMs: number | undefined;
  /** What its hooks do, if it has them. */
  readonly postStart: HookOutlook | undefined;
  readonly preStop: HookOutlook | undefined;
}

/** What a hook of a container does. */
export interface HookOutlook {
  readonly ms: number;
  /** Why it fails. */
  readonly error: string | undefined;
}

/** Whether a container is a sidecar: an init container that keeps running. */
export const isSidecar = (container: LiveContainer): boolean => container.restartPolicy === 'Always';

/** Returns what the next run, or the current run, of a container does. */
export function outlookOf(
  pod: LivePod,
  container: LiveContainer,
  restartCount: number,
  settings: NodeSettings,
): Outlook {
  const behavior = settings.behaviorOf({ pod, container, restartCount });
  return {
    startMs: behavior.startMs,
    exit: exitOf(pod, container, { behavior, restartCount, settings }),
    unready: behavior.unready ?? false,
    neverStarted: behavior.neverStarted ?? false,
    unhealthyAfterMs: behavior.unhealthyAfterMs,
    pullError: behavior.pullError,
    waiting: behavior.waiting,
    startError: behavior.startError,
    stopMs: behavior.stopMs,
    postStart: hookOf(container.lifecycle?.postStart, behavior.postStartMs, behavior.postStartError),
    preStop: hookOf(container.lifecycle?.preStop, behavior.preStopMs, behavior.preStopError),
  };
}

/** A hook that sleeps takes as long as it says; the author says how long others take. */
const hookOf = (
  handler: DeepReadonly<LifecycleHandler> | undefined,
  ms: number | undefined,
  error: string | undefined,
): HookOutlook | undefined =>
  handler === undefined ? undefined : { ms: ms ?? 1000 * (handler.sleep?.seconds ?? 0), error };

function exitOf(
  pod: LivePod,
  container: LiveContainer,
  given: { readonly behavior: ContainerBehavior; readonly restartCount: number; readonly settings: NodeSettings },
): Outlook['exit'] {
  const { behavior, restartCount, settings } = given;
  if (behavior.oomAfterMs !== undefined) return { code: 137, afterMs: behavior.oomAfterMs, reason: 'OOMKilled' };
  if (behavior.runs) return undefined;
  const isInit = (pod.spec.initContainers ?? []).some(({ name }) => name === container.name);
  const { exitCode, exitAfterMs: afterMs = isInit ? settings.startMs : settings.exitMs } = behavior;
  if (exitCode === undefined) {
    if (pod.spec.ephemeralContainers?.some(({ name }) => name === container.name)) return undefined;
    const ends = isInit ? !isSidecar(container) : (container.restartPolicy ?? pod.spec.restartPolicy) !== 'Always';
    // Pods that predate a default have no policy.
    return ends && (isInit || pod.spec.restartPolicy !== undefined) ? { code: 0, afterMs } : undefined;
  }
  const codes = typeof exitCode === 'number' ? [exitCode] : exitCode;
  return { code: codes[Math.min(restartCount, codes.length - 1)] ?? 0, afterMs };
}
