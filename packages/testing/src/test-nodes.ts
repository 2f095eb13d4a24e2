import { isNotFound } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { nodes } from '@kb/kubernetes/core/v1';

/** The simulated nodes of a test environment. */
export interface TestNodes {
  /**
   * Stops the kubelet of a node, as when its machine fails. Some 50 seconds later, the node is marked as unreachable
   * and its Pods as not ready; unless it was the last node that worked, its Pods are evicted when their tolerations
   * end, by default 5 minutes later.
   */
  stop(name: string): Promise<void>;
  /** Starts it again, also if its object was deleted: its Pods go on, or end if they were deleted. */
  start(name: string): Promise<void>;
}

const STOPPED = 'simulated-node/stopped';

/** Creates {@link TestNodes} that annotate the Node objects. The methods reject as the client does. */
export function createTestNodes(client: Client): TestNodes {
  const annotate = async (name: string, value: string | null): Promise<void> => {
    await client.patch(nodes, { name }, { type: 'merge', value: { metadata: { annotations: { [STOPPED]: value } } } });
  };
  return {
    stop: (name) => annotate(name, 'true'),
    start: async (name) => {
      try {
        await annotate(name, null);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await client.create(nodes, { metadata: { name } });
      }
    },
  };
}
