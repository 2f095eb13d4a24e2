import type { LiveNode } from '../shared/kinds.ts';

/** The annotation of a Node that makes its kubelet report that it is not ready: `false`. */
export const NODE_READY = 'simulated-node/ready';

/** The annotation of a Node that stops its kubelet, as if the machine were gone: `true`. */
const NODE_STOPPED = 'simulated-node/stopped';

/** Whether the kubelet of a node reports Ready. */
export const reportsReady = ({ metadata }: LiveNode): boolean => metadata.annotations?.[NODE_READY] !== 'false';

/**
 * Whether the kubelet of a node is stopped: it renews no Lease, reports nothing, and starts and stops no containers. A
 * node without an object runs: the kubelet creates it.
 */
export const isStopped = (node: LiveNode | undefined): boolean => node?.metadata.annotations?.[NODE_STOPPED] === 'true';
