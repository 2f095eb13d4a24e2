import { controllerOf, type DeepReadonly, keyOf, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import type { ReplicaSetStatus } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  controllerFor,
  type ReconcileClient,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import { CONTROLLER_INDEX, filedByController, orphansIn } from '../../shared/controller-index.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { isActive, isTerminating, nextAvailability } from '../../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { claim } from '../shared/claim.ts';
import { manageReplicas } from './manage-replicas.ts';
import { replicaSetStatus } from './replica-set-status.ts';

/** A kind of objects that keep a number of equal Pods. */
export interface ReplicaKind<T extends KubernetesObject> {
  /** The name of its controller, in Events too. */
  readonly component: string;
  readonly resource: Resource<T>;
  /** Returns an object as a ReplicaSet, which keeps its kind and metadata. */
  readonly asReplicaSet: (object: DeepReadonly<T>) => LiveReplicaSet;
  /** Writes the status of an object if it differs. */
  readonly writeStatus: (
    object: DeepReadonly<T>,
    status: ReplicaSetStatus,
    client: ReconcileClient,
  ) => Promise<unknown>;
}

/**
 * Creates the controller of a kind: adopts and releases Pods, creates and deletes them, and counts
 * them in the status.
 */
export function replicaController<T extends KubernetesObject>(
  kind: ReplicaKind<T>,
  { recorders }: SimulationParts,
): Controller {
  const { component, resource, asReplicaSet, writeStatus } = kind;
  const recorder = recorders.for('kube-controller-manager', component);

  async function reconcile(object: DeepReadonly<T>, context: ReconcileContext): Promise<ReconcileResult> {
    const { client } = context;
    const set = asReplicaSet(object);
    const cachedPods = client.cached(pods);
    const selector = labelSelectorOf(set.spec.selector);
    const own = cachedPods.byIndex(CONTROLLER_INDEX, set.metadata.uid);
    const orphans = cachedPods.byIndex(CONTROLLER_INDEX, orphansIn(set.metadata.namespace));
    const candidates = [...own, ...orphans].filter(isActive);
    const active = await claim(
      { client, owner: object, ownerResource: resource, selector, resource: pods },
      candidates,
    );
    const terminating = own.filter((pod) => isTerminating(pod) && matchesLabels(selector, pod.metadata.labels));
    const now = context.now();
    const failure =
      set.metadata.deletionTimestamp === undefined
        ? await manageReplicas(set, active, { client, recorder, related: () => relatedPods(kind, object, client), now })
        : undefined;
    await writeStatus(object, replicaSetStatus(set, { active, terminating, failure }, now), client);
    if (failure !== undefined) throw failure;
    return { requeueAfter: nextAvailability(active, set.spec.minReadySeconds ?? 0, now) };
  }

  return controllerFor(resource)
    .named(component)
    .owns(pods)
    .watches(pods, (pod, reads) => ownersOfOrphan(kind, pod, reads))
    .indexes(pods, CONTROLLER_INDEX, filedByController)
    .indexes(resource, CONTROLLER_INDEX, filedByController)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(resource, reconcile));
}

/** The objects that may adopt a Pod without a controller. */
function ownersOfOrphan<T extends KubernetesObject>(
  { resource, asReplicaSet }: ReplicaKind<T>,
  pod: LivePod,
  { cached }: CachedReads,
): ReturnType<typeof keyOf>[] {
  if (controllerOf(pod) !== undefined) return [];
  return cached(resource)
    .list({ namespace: pod.metadata.namespace ?? '' })
    .filter((object) => matchesLabels(labelSelectorOf(asReplicaSet(object).spec.selector), pod.metadata.labels))
    .map((object) => keyOf(object));
}

/** The Pods of all objects of the kind with the same owner as this one. */
function relatedPods<T extends KubernetesObject>(
  { resource }: ReplicaKind<T>,
  object: DeepReadonly<T>,
  { cached }: CachedReads,
): LivePod[] {
  const owner = controllerOf(object)?.uid;
  const siblings = owner === undefined ? [object] : cached(resource).byIndex(CONTROLLER_INDEX, owner);
  return siblings.flatMap((sibling) => cached(pods).byIndex(CONTROLLER_INDEX, sibling.metadata.uid));
}
