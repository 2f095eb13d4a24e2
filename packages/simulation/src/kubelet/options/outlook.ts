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
  };
}

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
