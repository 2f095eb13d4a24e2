import { type DeepReadonly, equalJson } from '@kb/apimachinery';
import { replicaSets } from '@kb/kubernetes/apps/v1';
import { type ReplicationController, replicationControllers } from '@kb/kubernetes/core/v1';
import type { Controller } from '@kb/runtime';
import type { LiveReplicaSet } from '../../shared/kinds.ts';
import type { SimulationParts } from '../../simulation.ts';
import { replicaController } from './replica-controller.ts';

/** Creates the controllers of ReplicaSets and of the older ReplicationControllers. */
export const replicaControllers = (parts: SimulationParts): Controller[] => [
  replicaController(
    {
      component: 'replicaset-controller',
      resource: replicaSets,
      asReplicaSet: (set) => set,
      writeStatus: async (set, status, client) => {
        if (!equalJson(set.status, status)) await client.updateStatus(replicaSets, { ...set, status });
      },
    },
    parts,
  ),
  replicaController(
    {
      component: 'replication-controller',
      resource: replicationControllers,
      asReplicaSet: controllerAsSet,
      writeStatus: async (controller, { terminatingReplicas: _terminating, ...status }, client) => {
        if (equalJson(controller.status, status)) return;
        await client.updateStatus(replicationControllers, { ...controller, status });
      },
    },
    parts,
  ),
];

/** Returns a ReplicationController as a ReplicaSet of another kind: only its selector is written differently. */
function controllerAsSet(controller: DeepReadonly<ReplicationController>): LiveReplicaSet {
  const { selector = {}, ...spec } = controller.spec ?? {};
  return { ...controller, spec: { ...spec, selector: { matchLabels: selector } } };
}
