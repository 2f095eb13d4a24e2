import type { LivePod } from '../../shared/kinds.ts';
import type { LiveContainer } from '../options/container-behavior.ts';
import { isSidecar } from '../options/outlook.ts';
import { initContainers, longRunning, type PodRun, runOf } from './pod-run.ts';
import { restarts } from './restart-policy.ts';

/** The phase of a Pod that a kubelet reports. */
export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/**
 * Computes the phase of a Pod from the states of its containers. `ending`: none of them restarts, whatever its policy.
 */
export function phaseOf(pod: LivePod, run: PodRun, { ending }: { readonly ending: boolean }): PodPhase {
  if (run.failure !== undefined) return 'Failed';
  const inits = initContainers(pod).filter((container) => !isSidecar(container));
  const initExits = inits.map((container) => lastExit(run, container));
  if (inits.some((container, index) => failsForGood(pod, container, initExits[index], ending))) return 'Failed';
  if (initExits.some((code) => code !== 0)) return ending ? 'Failed' : 'Pending';
  const states = longRunning(pod).map((container) => ({ container, ...runOf(run, container) }));
  if (states.some(({ state, last }) => state.is === 'waiting' && last === undefined))
    return ending ? 'Failed' : 'Pending';
  if (states.some(({ state }) => state.is === 'running')) return 'Running';
  const exits = pod.spec.containers.map((container) => ({ container, code: lastExit(run, container) ?? 0 }));
  if (!ending && exits.some(({ container, code }) => restarts(pod, container, code))) return 'Running';
  return exits.every(({ code }) => code === 0) ? 'Succeeded' : 'Failed';
}

/** The exit code of the run of a container that ended last; undefined if none has ended. */
export function lastExit(run: PodRun, container: LiveContainer): number | undefined {
  const { state, last } = runOf(run, container);
  if (state.is === 'terminated') return state.exitCode;
  return state.is === 'waiting' ? last?.exitCode : undefined;
}

function failsForGood(pod: LivePod, container: LiveContainer, code: number | undefined, ending: boolean): boolean {
  return code !== undefined && code !== 0 && (ending || !restarts(pod, container, code));
}
