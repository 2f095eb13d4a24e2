import type { Controller } from '@kb/runtime';
import { nodeControllers } from './kubelet/node-registration.ts';
import { nodeSettings, type SimulatedNodeOptions } from './kubelet/options/node-options.ts';
import { podController } from './kubelet/pod-runner.ts';
import { provisionerControllers } from './provisioner/provisioner.ts';
import { scheduler } from './scheduler/scheduler.ts';
import { runSimulation, type Simulation, type SimulationOptions, type SimulationParts } from './simulation.ts';

/**
 * Starts a simulated node: it registers itself, renews its Lease, binds pending Pods, reports how their containers run,
 * end and are restarted, and removes them when they are deleted. It runs no process, pulls no image and probes nothing.
 * By itself it makes the Pods of a real control plane (kube-apiserver and kube-controller-manager, without scheduler
 * and kubelet) Ready; {@link startWorkloadSimulation} includes one.
 *
 * It schedules Pods to its own node only, and respects cordons, taints, node selectors and node affinity, but not
 * resource requests.
 */
export function startSimulatedNode(options: SimulationOptions & SimulatedNodeOptions): Simulation {
  const { transport, clock, random, onError, ...node } = options;
  const running = { transport, clock, ...(random && { random }), ...(onError && { onError }) };
  return runSimulation(running, (parts) => simulatedNode(parts, node));
}

/**
 * Creates the controllers of a node: its Node object and Lease, a scheduler for this node, and a kubelet without
 * containers.
 */
export function simulatedNode(parts: SimulationParts, options: SimulatedNodeOptions = {}): Controller[] {
  const settings = nodeSettings(options);
  return [
    ...nodeControllers(settings),
    scheduler(parts, settings.name),
    podController(parts, settings),
    ...provisionerControllers(parts),
  ];
}
