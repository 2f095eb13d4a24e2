import type { Controller } from '@kb/runtime';
import { nodeControllers } from './kubelet/node-registration.ts';
import { nodeSettings, type SimulatedNodeOptions } from './kubelet/node-options.ts';
import { podController } from './kubelet/pod-runner.ts';
import { scheduler } from './scheduler/scheduler.ts';
import { runSimulation, type Simulation, type SimulationOptions, type SimulationParts } from './simulation.ts';

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
  const running = { transport, clock, ...(random && { random }), ...(onError && { onError }) };
  return runSimulation(running, (parts) => simulatedNode(parts, node));
}

/** A node: its Node object and Lease, a scheduler that knows this one node, and a kubelet without containers. */
export function simulatedNode(parts: SimulationParts, options: SimulatedNodeOptions = {}): Controller[] {
  const settings = nodeSettings(options);
  return [...nodeControllers(settings), scheduler(parts, settings.name), podController(parts, settings)];
}
