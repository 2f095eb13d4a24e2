import type { DeepReadonly, ObjectInput } from '@kb/apimachinery';
import { type Deployment, deployments, type ReplicaSet, replicaSets } from '@kb/kubernetes/apps/v1';
import type { ApiClient } from '../../../api/api-client.ts';
import type { EventRecorder } from '../../../api/event-recorder.ts';
import type { Informer } from '../../../api/informer.ts';
import type { LiveDeployment, LivePod, LiveReplicaSet } from '../../../shared/kinds.ts';

/**
 * One turn of the Deployment controller on one Deployment: what it knows, and the writes it can make. Every write is in
 * the caches when it returns.
 */
export interface Rollout {
  /** The Deployment as the last write of this turn answered it. */
  deployment(): LiveDeployment;
  readonly now: number;
  /** The Pods of a ReplicaSet. */
  podsOf(set: LiveReplicaSet): Iterable<LivePod>;
  /** A ReplicaSet of the Deployment's namespace as the cache has it. */
  cached(name: string): LiveReplicaSet | undefined;
  createReplicaSet(set: DeepReadonly<ObjectInput<ReplicaSet>>): Promise<LiveReplicaSet>;
  updateReplicaSet(set: LiveReplicaSet): Promise<LiveReplicaSet>;
  deleteReplicaSet(set: LiveReplicaSet): Promise<void>;
  updateDeployment(deployment: LiveDeployment): Promise<void>;
  /** Through the status subresource, which also takes annotations and does not count a generation for them. */
  updateStatus(deployment: LiveDeployment): Promise<void>;
  record(type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** What a {@link Rollout} is made from. */
export interface RolloutOptions {
  readonly deployment: LiveDeployment;
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly deployments: Informer<Deployment>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly podsOf: Rollout['podsOf'];
  readonly now: number;
}

/** Starts a turn. */
export function createRollout(options: RolloutOptions): Rollout {
  const { client, recorder, podsOf, now } = options;
  let { deployment } = options;
  return {
    deployment: () => deployment,
    now,
    podsOf,
    cached: (name) => options.replicaSets.get({ namespace: deployment.metadata.namespace ?? '', name }),
    createReplicaSet: async (set) => options.replicaSets.observe(await client.create(replicaSets, set)),
    updateReplicaSet: async (set) => options.replicaSets.observe(await client.update(replicaSets, set)),
    deleteReplicaSet: async (set) => {
      // What the cache holds now stays there until the watch tells of the end: the ReplicaSet may have finalizers.
      await client.delete(replicaSets, set.metadata, { preconditions: { uid: set.metadata.uid } });
    },
    updateDeployment: async (next) => {
      deployment = options.deployments.observe(await client.update(deployments, next));
    },
    updateStatus: async (next) => {
      deployment = options.deployments.observe(await client.update(deployments, next, 'status'));
    },
    record: (type, reason, message) => recorder.record(deployment, type, reason, message),
  };
}
