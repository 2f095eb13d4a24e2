import { controllerOf, equalJson, labelSelectorOf, matchesLabels } from '@kb/apimachinery';
import { replicaSets } from '@kb/kubernetes/apps/v1';
import { pods } from '@kb/kubernetes/core/v1';
import type { SimulationContext } from '../../api/simulation-context.ts';
import { claim } from '../shared/claim.ts';
import type { LivePod, LiveReplicaSet } from '../../shared/kinds.ts';
import { isActive, isTerminating } from '../../shared/pods.ts';
import { manageReplicas } from './manage-replicas.ts';
import { nextAvailability, replicaSetStatus } from './replica-set-status.ts';

/**
 * Runs the ReplicaSet controller: adopts and releases Pods, creates and deletes them, and counts them in the status.
 */
export function runReplicaSetController(context: SimulationContext): void {
  const client = context.client('kube-controller-manager');
  const recorder = context.recorder(client, 'replicaset-controller');
  const sets = context.informer(replicaSets);
  const podInformer = context.informer(pods);
  const setsOfOwner = sets.index((set) => [controllerOf(set)?.uid ?? '']);
  const podsOfController = podInformer.index((pod) => [controllerOf(pod)?.uid ?? orphansIn(pod.metadata.namespace)]);
  const queue = context.queue('replicaset-controller', [sets, podInformer], (key) => reconcile(key));

  sets.subscribe(({ before, after }) => queue.add(keyOf((after ?? before) as LiveReplicaSet)));
  podInformer.subscribe(({ before, after }) => {
    if (before !== undefined) enqueueController(before);
    if (after === undefined) return;
    if (controllerOf(after) !== undefined) enqueueController(after);
    else if (
      !equalJson(before?.metadata.labels, after.metadata.labels) ||
      before === undefined ||
      controllerOf(before)
    ) {
      enqueueMatching(after);
    }
  });

  function enqueueController(pod: LivePod): void {
    const controller = controllerOf(pod);
    if (controller?.kind !== 'ReplicaSet') return;
    const { namespace = '' } = pod.metadata;
    if (sets.get({ namespace, name: controller.name })?.metadata.uid === controller.uid) {
      queue.add(`${namespace}/${controller.name}`);
    }
  }

  function enqueueMatching(orphan: LivePod): void {
    for (const set of sets.list(orphan.metadata.namespace ?? '')) {
      if (matchesLabels(labelSelectorOf(set.spec.selector), orphan.metadata.labels)) queue.add(keyOf(set));
    }
  }

  /** The Pods of all ReplicaSets that the owner of this one has. */
  function* relatedPods(set: LiveReplicaSet): Iterable<LivePod> {
    const owner = controllerOf(set)?.uid;
    for (const sibling of owner === undefined ? [set] : setsOfOwner(owner))
      yield* podsOfController(sibling.metadata.uid);
  }

  async function reconcile(key: string): Promise<number | undefined> {
    const [namespace = '', name = ''] = key.split('/');
    const set = sets.get({ namespace, name });
    if (set === undefined) return undefined;
    const selector = labelSelectorOf(set.spec.selector);
    const own = [...podsOfController(set.metadata.uid)];
    const candidates = [...own, ...podsOfController(orphansIn(namespace))].filter(isActive);
    const active = await claim(
      { client, owner: set, ownerResource: replicaSets, selector, informer: podInformer },
      candidates,
    );
    const terminating = own.filter((pod) => isTerminating(pod) && matchesLabels(selector, pod.metadata.labels));
    const now = context.clock.now();
    const failure =
      set.metadata.deletionTimestamp === undefined
        ? await manageReplicas(set, active, {
            client,
            recorder,
            informer: podInformer,
            related: () => relatedPods(set),
            now,
          })
        : undefined;
    await writeStatus(set, { ...set, status: replicaSetStatus(set, { active, terminating, failure }, now) });
    if (failure !== undefined) throw failure;
    return nextAvailability(set, active, now);
  }

  async function writeStatus(before: LiveReplicaSet, after: LiveReplicaSet): Promise<void> {
    if (equalJson(before.status, after.status)) return;
    sets.observe(await client.update(replicaSets, after, 'status'));
  }
}

const orphansIn = (namespace: string | undefined): string => `orphans in ${namespace ?? ''}`;

const keyOf = ({ metadata: { namespace = '', name } }: LiveReplicaSet): string => `${namespace}/${name}`;
