/**
 * Controllers and a node that make the objects of an API server work without a cluster. Each is a client of the API.
 */
export type { SimulatedNodeOptions } from './kubelet/node-options.ts';
export { behaviorFromAnnotations, type PodBehavior } from './kubelet/pod-behavior.ts';
export type { Simulation, SimulationFailure, SimulationOptions } from './simulation.ts';
export { startSimulatedNode } from './start-simulated-node.ts';
export { startWorkloadSimulation, type WorkloadSimulationOptions } from './start-workload-simulation.ts';
