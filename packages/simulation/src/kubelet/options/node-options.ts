import { behaviorFromAnnotations, type ContainerBehavior, type ContainerContext } from './container-behavior.ts';
import { behaviorByImage, type ImageBehaviors } from './images.ts';

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
  /** The milliseconds until the first containers of a Pod run. Default: 100. */
  readonly startMs?: number;
  /**
   * The milliseconds that a container runs that exits by itself, unless its behavior says otherwise. Init containers:
   * `startMs`. Default: 1000.
   */
  readonly exitMs?: number;
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
  /** How the containers of images behave. Annotations of a Pod take precedence: {@link behaviorFromAnnotations}. */
  readonly images?: ImageBehaviors;
}

/** {@link SimulatedNodeOptions} with every default. */
export interface NodeSettings extends Required<SimulatedNodeOptions> {
  /** The behavior of one run of a container; called whenever its Pod changes, or its state is due to. */
  readonly behaviorOf: (context: ContainerContext) => ContainerBehavior;
}

/** Fills in the defaults. */
export function nodeSettings(options: SimulatedNodeOptions = {}): NodeSettings {
  const images = options.images ?? {};
  const byImage = behaviorByImage(images);
  return {
    name: 'simulated',
    labels: {},
    capacity: { cpu: '64', memory: '256Gi', pods: '1000' },
    address: '192.0.2.1',
    podNetwork: '10.244',
    startMs: 100,
    exitMs: 1000,
    stopMs: 100,
    leaseRenewalMs: 10_000,
    ...options,
    images,
    behaviorOf: (context) => ({ ...byImage(context), ...behaviorFromAnnotations(context) }),
  };
}
