import type { Taint } from '@kb/kubernetes/core/v1';
import { behaviorFromAnnotations } from './behavior-from-annotations.ts';
import type { ContainerBehavior, ContainerContext } from './container-behavior.ts';
import { behaviorByImage, type ImageBehaviors } from './images.ts';

/** What distinguishes one simulated node from another. */
export interface SimulatedNode {
  /** Default: `simulated`. With a `count`, the nodes are named `NAME-1`, `NAME-2` and so on. */
  readonly name?: string;
  /** The number of nodes like this. Default: one, without a number in its name. */
  readonly count?: number;
  /** Labels in addition to those that every node has. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The taints that it is registered with. Default: none. */
  readonly taints?: readonly Taint[];
  /**
   * The capacity, and the allocatable resources; `cpu`, `memory` and `pods` have defaults. Default: enough for any
   * test, 1000 CPUs, 4Ti of memory and 100 000 Pods.
   */
  readonly capacity?: Readonly<Record<string, string>>;
}

/** Options of the simulated nodes. */
export interface SimulatedNodeOptions extends Omit<SimulatedNode, 'count'> {
  /**
   * Several nodes, instead of the one that `name`, `labels`, `taints` and `capacity` describe. All behave alike
   * otherwise.
   */
  readonly nodes?: readonly SimulatedNode[];
  /** The address of the first node. Default: `192.0.2.1`, which is reserved for documentation. Others have the next. */
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

/** One of the nodes of {@link SimulatedNodeOptions}, with every default. */
export interface NodeSettings extends Required<Omit<SimulatedNodeOptions, 'nodes'>> {
  /** The behavior of one run of a container; called whenever its Pod changes, or its state is due to. */
  readonly behaviorOf: (context: ContainerContext) => ContainerBehavior;
}

/** The simulated nodes, by name. */
export type Fleet = ReadonlyMap<string, NodeSettings>;

/** Fills in the defaults of each node. Throws a TypeError if two nodes have one name. */
export function fleetOf({ nodes, address, ...shared }: SimulatedNodeOptions = {}): Fleet {
  const named = (nodes ?? [{}]).flatMap(({ count, name = 'simulated', ...node }) =>
    count === undefined
      ? [{ ...node, name }]
      : Array.from({ length: count }, (_, index) => ({ ...node, name: `${name}-${index + 1}` })),
  );
  const fleet = new Map<string, NodeSettings>();
  for (const node of named) {
    const own = nodes === undefined ? {} : node;
    const settings = nodeSettings({ ...shared, address: address ?? addressOf(0), ...own });
    if (fleet.has(settings.name)) throw new TypeError(`two simulated nodes have the name ${settings.name}`);
    fleet.set(settings.name, fleet.size === 0 ? settings : { ...settings, address: addressOf(fleet.size) });
  }
  return fleet;
}

/** The addresses of nodes: first the range for documentation, then the one for benchmarks of networks. */
function addressOf(index: number): string {
  return index < 254 ? `192.0.2.${index + 1}` : `198.18.${(index >> 8) & 255}.${index & 255}`;
}

const defaultCapacity = { cpu: '1000', memory: '4Ti', pods: '100000' };

function nodeSettings(options: Omit<SimulatedNodeOptions, 'nodes'>): NodeSettings {
  const images = options.images ?? {};
  const byImage = behaviorByImage(images);
  return {
    name: 'simulated',
    labels: {},
    taints: [],
    address: addressOf(0),
    podNetwork: '10.244',
    startMs: 100,
    exitMs: 1000,
    stopMs: 100,
    leaseRenewalMs: 10_000,
    ...options,
    capacity: { ...defaultCapacity, ...options.capacity },
    images,
    behaviorOf: (context) => ({ ...byImage(context), ...behaviorFromAnnotations(context) }),
  };
}
