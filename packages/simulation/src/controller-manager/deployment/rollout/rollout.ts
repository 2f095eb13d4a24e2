import { type DeepReadonly, keyOf, type ObjectInput } from '@kb/apimachinery';
import { deployments, type ReplicaSet, replicaSets } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../../events/event-recorder.ts';
import { CONTROLLER_INDEX } from '../../../shared/controller-index.ts';
import type { LiveDeployment, LivePod, LiveReplicaSet } from '../../../shared/kinds.ts';

/**
 * The state of one reconcile of a Deployment, and the writes it can make. Each write is visible in the caches when its
 * promise resolves.
 */
export interface Rollout {
  /** The Deployment as the last write of this reconcile returned it. */
  deployment(): LiveDeployment;
  readonly now: number;
  /** The Pods of a ReplicaSet. */
  podsOf(set: LiveReplicaSet): Iterable<LivePod>;
  /** The cached ReplicaSet of this name, in the Deployment's namespace. */
  cached(name: string): LiveReplicaSet | undefined;
  createReplicaSet(set: DeepReadonly<ObjectInput<ReplicaSet>>): Promise<LiveReplicaSet>;
  updateReplicaSet(set: LiveReplicaSet): Promise<LiveReplicaSet>;
  deleteReplicaSet(set: LiveReplicaSet): Promise<void>;
  updateDeployment(deployment: LiveDeployment): Promise<void>;
  /** Updates the status subresource, which also accepts annotations, without incrementing the generation for them. */
  updateStatus(deployment: LiveDeployment): Promise<void>;
  record(type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** Options of {@link createRollout}. */
export interface RolloutOptions {
  readonly deployment: LiveDeployment;
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly now: number;
}

/** Creates the {@link Rollout} of one reconcile. */
export function createRollout({ client, recorder, now, ...options }: RolloutOptions): Rollout {
  let { deployment } = options;
  const { namespace } = deployment.metadata;
  return {
    deployment: () => deployment,
    now,
    podsOf: (set) => client.cached(pods).byIndex(CONTROLLER_INDEX, set.metadata.uid),
    cached: (name) => client.cached(replicaSets).get({ name, ...(namespace !== undefined && { namespace }) }),
    createReplicaSet: (set) => client.create(replicaSets, set),
    updateReplicaSet: (set) => client.update(replicaSets, set),
    deleteReplicaSet: async (set) => {
      await client.delete(replicaSets, keyOf(set), { preconditions: { uid: set.metadata.uid } });
    },
    updateDeployment: async (next) => {
      deployment = await client.update(deployments, next);
    },
    updateStatus: async (next) => {
      deployment = await client.updateStatus(deployments, next);
    },
    record: (type, reason, message) => recorder.record(deployment, type, reason, message),
  };
}
