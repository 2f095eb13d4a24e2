/**
 * Controllers and a node that make the objects of an API server work without a cluster. Each is a client of the API.
 */
export type { SimulatedNode, SimulatedNodeOptions } from './kubelet/options/node-options.ts';
export type {
  CannedProgram,
  ContainerBehavior,
  ContainerContext,
  ContainerLogs,
  ContainerProcess,
  ExitCode,
  LocalProgram,
  OutputLine,
} from './kubelet/options/container-behavior.ts';
export { createSimulatedContainers, type SimulatedContainersOptions } from './containers/simulated-containers.ts';
export type { ImageBehaviors } from './kubelet/options/images.ts';
export type { Simulation, SimulationFailure, SimulationOptions } from './simulation.ts';
export type { ComponentUser } from './identity/acting-user.ts';
export type { SignSecretToken } from './controller-manager/service-account-tokens/token-secrets.ts';
export { startSimulatedNode, type StartSimulatedNodeOptions } from './start-simulated-node.ts';
export { startWorkloadSimulation, type WorkloadSimulationOptions } from './start-workload-simulation.ts';
