import type { LivePod } from '../shared/kinds.ts';
import { behaviorFromAnnotations, type PodBehavior } from './pod-behavior.ts';

/** How a simulated node is, and behaves. Everything has a default. */
export interface SimulatedNodeOptions {
  /** Default: `simulated`. */
  readonly name?: string;
  /** Labels beside those that every node has. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * What `kubectl describe node` shows as capacity and as allocatable. Nothing is counted against it. Default: 64 CPUs,
   * 256Gi of memory, 1000 Pods.
   */
  readonly capacity?: Readonly<Record<string, string>>;
  /** The node's own address. Default: `192.0.2.1`, an address for documentation. */
  readonly address?: string;
  /** The first two numbers of its Pods' addresses. Default: `10.244`. */
  readonly podNetwork?: string;
  /** After how many milliseconds the containers of a Pod run and are ready. Default: 100. */
  readonly startMs?: number;
  /**
   * How long containers take to end when they are asked to, in milliseconds; never longer than the Pod's grace period.
   * Infinity: always all of it. Default: 100.
   */
  readonly stopMs?: number;
  /**
   * How often the node renews its Lease, in milliseconds. Default: 10 000, as a kubelet does; kube-controller-manager
   * gives a node up after 50 seconds.
   */
  readonly leaseRenewalMs?: number;
  /**
   * How a Pod behaves; asked whenever the Pod changes. Default: as its annotations say ({@link
   * behaviorFromAnnotations}); without them it starts after `startMs` and runs until it is deleted.
   */
  readonly behaviorOf?: (pod: LivePod) => PodBehavior;
}

/** {@link SimulatedNodeOptions} with every default. */
export type NodeSettings = Required<SimulatedNodeOptions>;

/** Fills in the defaults. */
export function nodeSettings(options: SimulatedNodeOptions = {}): NodeSettings {
  return {
    name: 'simulated',
    labels: {},
    capacity: { cpu: '64', memory: '256Gi', pods: '1000' },
    address: '192.0.2.1',
    podNetwork: '10.244',
    startMs: 100,
    stopMs: 100,
    leaseRenewalMs: 10_000,
    behaviorOf: behaviorFromAnnotations,
    ...options,
  };
}
