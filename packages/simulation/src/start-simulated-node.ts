import type { Clock, Random, Transport } from '@kb/apimachinery';
import { createSimulationContext, type SimulationFailure } from './api/simulation-context.ts';
import type { SimulatedNodeOptions } from './kubelet/node-options.ts';
import { runSimulatedNode } from './kubelet/simulated-node.ts';

/** What every simulation runs on. */
export interface SimulationOptions {
  /**
   * The way to the API server: the embedded one, or a real control plane. Its user must be allowed everything that the
   * simulated components do.
   */
  readonly transport: Transport;
  readonly clock: Clock;
  /** Spreads the attempts to connect again. Default: they are not spread. */
  readonly random?: Random;
  /**
   * Hears of every failure; each is tried again. Default: what the server refuses passes in silence, bugs go to
   * standard error with their stacks.
   */
  readonly onError?: (failure: SimulationFailure) => void;
}

/** A simulation that runs. */
export interface Simulation {
  /**
   * Ends every request, watch and timer; resolves when nothing is left. Objects stay as they are. Can be called again.
   */
  stop(): Promise<void>;
}

/**
 * Starts a node that is not there: it registers itself, keeps its Lease, binds the Pods that wait for a scheduler,
 * reports them Running and Ready in their status, and removes them when they are deleted. No process runs, no image is
 * pulled, no probe is made. Alone it makes the Pods of a real control plane (kube-apiserver and
 * kube-controller-manager, without scheduler and kubelet) Ready; {@link startWorkloadSimulation} includes one.
 *
 * It is the scheduler for its own node only, and knows cordons, taints, node selectors and node affinity; it counts no
 * resources.
 */
export function startSimulatedNode(options: SimulationOptions & SimulatedNodeOptions): Simulation {
  const { transport, clock, random, onError, ...node } = options;
  const context = createSimulationContext({ transport, clock, random, onError });
  runSimulatedNode(context, node);
  return { stop: () => context.stop() };
}
