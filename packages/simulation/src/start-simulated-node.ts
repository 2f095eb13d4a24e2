import type { Controller } from '@kb/runtime';
import { createNodePower } from './kubelet/node-state.ts';
import { nodeControllers } from './kubelet/node-registration.ts';
import { type Fleet, fleetOf, type SimulatedNodeOptions } from './kubelet/options/node-options.ts';
import { podController } from './kubelet/pod-runner.ts';
import { provisionerControllers } from './provisioner/provisioner.ts';
import { scheduler } from './scheduler/scheduler.ts';
import { runSimulation, type Simulation, type SimulationOptions, type SimulationParts } from './simulation.ts';

/**
 * Starts simulated nodes, one by default: they register themselves, renew their Leases, report how the containers of
 * their Pods run, end and are restarted, and remove Pods that are deleted; a scheduler binds pending Pods to them. They
 * run no process, pull no image and probe nothing. By themselves they make the Pods of a real control plane
 * (kube-apiserver and kube-controller-manager, without scheduler and kubelet) Ready; {@link startWorkloadSimulation}
 * includes them.
 */
export function startSimulatedNode(options: StartSimulatedNodeOptions): Simulation {
  const { transport, transportFor, clock, random, onError, scheduler: schedules = true, ...node } = options;
  const running = {
    transport,
    clock,
    ...(transportFor && { transportFor }),
    ...(random && { random }),
    ...(onError && { onError }),
  };
  const fleet = fleetOf(node);
  return runSimulation(running, (parts) => [...kubelets(parts, fleet), ...(schedules ? [scheduler(parts)] : [])]);
}

/** Options of {@link startSimulatedNode}. */
export interface StartSimulatedNodeOptions extends SimulationOptions, SimulatedNodeOptions {
  /** False: without the scheduler, because the control plane has one. Default: true. */
  readonly scheduler?: boolean;
}

/** Creates the controllers of nodes and their scheduler. */
export function simulatedNode(parts: SimulationParts, options: SimulatedNodeOptions = {}): Controller[] {
  return [...kubelets(parts, fleetOf(options)), scheduler(parts)];
}

/** Creates the controllers of nodes: their Node objects and Leases, and kubelets without containers. */
function kubelets(parts: SimulationParts, fleet: Fleet): Controller[] {
  const power = createNodePower();
  return [...nodeControllers(fleet, power), podController(parts, fleet, power), ...provisionerControllers(parts)];
}
