import type { LivePod } from '../shared/kinds.ts';
import { behaviorFromAnnotations, type PodBehavior } from './pod-behavior.ts';

/** Options of a simulated node. */
export interface SimulatedNodeOptions {
  /** Default: `simulated`. */
  readonly name?: string;
  /** Labels in addition to those that every node has. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * The capacity, and the allocatable resources. Pods do not use them up. Default: 64 CPUs, 256Gi of memory, 1000 Pods.
   */
  readonly capacity?: Readonly<Record<string, string>>;
  /** The node's own address. Default: `192.0.2.1`, which is reserved for documentation. */
  readonly address?: string;
  /** The first two bytes of its Pods' addresses. Default: `10.244`. */
  readonly podNetwork?: string;
  /** The milliseconds until the containers of a Pod run and are ready. Default: 100. */
  readonly startMs?: number;
  /**
   * The milliseconds that containers take to stop, at most the Pod's grace period. Infinity: always the whole grace
   * period. Default: 100.
   */
  readonly stopMs?: number;
  /**
   * The interval between renewals of the node's Lease, in milliseconds. Default: 10 000, as a kubelet's;
   * kube-controller-manager marks a node as unreachable after 50 seconds.
   */
  readonly leaseRenewalMs?: number;
  /**
   * Returns the behavior of a Pod; called whenever the Pod changes. Default: {@link behaviorFromAnnotations}; without
   * annotations, a Pod starts after `startMs` and runs until it is deleted.
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
