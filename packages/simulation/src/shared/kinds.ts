import type { DeepReadonly } from '@kb/apimachinery';
import type { Deployment, ReplicaSet } from '@kb/kubernetes/apps/v1';
import type { Node, Pod } from '@kb/kubernetes/core/v1';

/** A Deployment as the caches hold it. */
export type LiveDeployment = DeepReadonly<Deployment>;
/** A ReplicaSet as the caches hold it. */
export type LiveReplicaSet = DeepReadonly<ReplicaSet>;
/** A Node as the caches hold it. */
export type LiveNode = DeepReadonly<Node>;
/** A Pod as the caches hold it. */
export type LivePod = DeepReadonly<Pod>;
