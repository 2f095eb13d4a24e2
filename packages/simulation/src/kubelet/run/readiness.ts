import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { isSidecar, outlookOf } from '../options/outlook.ts';
import type { NodeSettings } from '../options/node-options.ts';
import type { ContainerRun } from './container-run.ts';
import { initContainers } from './pod-run.ts';
import { actsAt, failingProbes, succeedsAfter } from '../probes/probe-failures.ts';

/** What the probes of a container have found. */
export interface Readiness {
  /** The startup probe has succeeded, or there is none. */
  readonly started: boolean;
  readonly ready: boolean;
  /** When this changes next, in milliseconds since the epoch. */
  readonly changesAt: number;
}

/**
 * Computes whether a container is started and ready. Its probes succeed at the first attempts after their initial
 * delays, unless its behavior says otherwise. An init container is ready when it has completed.
 */
export function readinessOf(
  pod: LivePod,
  container: LiveContainer,
  run: ContainerRun,
  given: {
    readonly settings: NodeSettings;
    readonly now: number;
  },
): Readiness {
  const { settings, now } = given;
  const { state } = run;
  const isInit = !isSidecar(container) && initContainers(pod).some(({ name }) => name === container.name);
  if (state.is === 'terminated') {
    return { started: false, ready: isInit && state.exitCode === 0, changesAt: Infinity };
  }
  if (state.is === 'waiting') return { started: false, ready: false, changesAt: Infinity };
  const outlook = outlookOf(pod, container, run.restartCount, settings);
  if (outlook.neverStarted && container.startupProbe !== undefined) {
    return { started: false, ready: false, changesAt: Infinity };
  }
  const startedAt = state.startedAt + succeedsAfter(container.startupProbe);
  if (startedAt > now) return { started: false, ready: false, changesAt: startedAt };
  if (isInit || outlook.unready) return { started: true, ready: false, changesAt: Infinity };
  const readyAt = Math.max(startedAt, state.startedAt + succeedsAfter(container.readinessProbe));
  const failing = failingProbes(container, outlook, state.startedAt).find(({ kind }) => kind === 'Readiness');
  const lostAt = failing === undefined ? Infinity : actsAt(failing);
  if (lostAt <= now || (failing?.firstAt ?? Infinity) <= readyAt) {
    return { started: true, ready: false, changesAt: Infinity };
  }
  return { started: true, ready: readyAt <= now, changesAt: readyAt > now ? readyAt : lostAt };
}
