import type { Node } from '@kb/kubernetes/core/v1';
import type { EventHandler } from '@kb/runtime';
import type { LiveNode } from '../shared/kinds.ts';

/** The annotation of a Node that makes its kubelet report that it is not ready: `false`. */
export const NODE_READY = 'simulated-node/ready';

/** The annotation of a Node that stops its kubelet, as if the machine were gone: `true`. */
const NODE_STOPPED = 'simulated-node/stopped';

/** Whether the kubelet of a node reports Ready. */
export const reportsReady = ({ metadata }: LiveNode): boolean => metadata.annotations?.[NODE_READY] !== 'false';

/** Whether the annotation of a node stops its kubelet. */
const hasStopped = ({ metadata }: LiveNode): boolean => metadata.annotations?.[NODE_STOPPED] === 'true';

/** Which kubelets are stopped: those renew no Lease, report nothing, and start and stop no containers. */
export interface NodePower {
  /**
   * Asks whether a kubelet is stopped. One without an object runs, and creates it, unless it was stopped when its
   * object was deleted: then it stays stopped until the object is created again.
   */
  isStopped(name: string, node: LiveNode | undefined): boolean;
  /** Keeps up with the nodes that come and go. */
  readonly handler: EventHandler<Node>;
}

/** Creates {@link NodePower} of running kubelets. */
export function createNodePower(): NodePower {
  const deletedWhileStopped = new Set<string>();
  return {
    isStopped: (name, node) => (node === undefined ? deletedWhileStopped.has(name) : hasStopped(node)),
    handler: {
      create: ({ object }) => {
        deletedWhileStopped.delete(object.metadata.name);
      },
      delete: ({ object }) => {
        if (hasStopped(object)) deletedWhileStopped.add(object.metadata.name);
      },
    },
  };
}
