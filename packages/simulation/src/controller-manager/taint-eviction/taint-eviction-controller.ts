import { type DeepReadonly, equalJson, isNotFound, keyOf, type ObjectKey } from '@kb/apimachinery';
import { type Node, nodes, type Pod, pods, type Toleration } from '@kb/kubernetes/core/v1';
import { type Controller, type EventHandler, newController, type ReconcileContext } from '@kb/runtime';
import { announceDisruption } from '../../shared/disruption.ts';
import type { LiveNode } from '../../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { type LiveTaint, tolerates } from '../../shared/taints.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';

/** A Pod that is going to be evicted. */
interface Eviction {
  /** When the first taint was noticed that it tolerates for a time. */
  readonly since: number;
  readonly at: number;
}

const reason = { reason: 'DeletionByTaintManager', message: 'Taint manager: deleting due to NoExecute taint' };

const textOf = ({ namespace = '', name }: ObjectKey): string => `${namespace}/${name}`;

/**
 * Creates a controller that deletes Pods from nodes with `NoExecute` taints: at once, or after the time for which they
 * tolerate them. A time that has begun is not changed by other taints or tolerations, except that the taints vanish.
 */
export function taintEvictionController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'taint-eviction-controller');
  const evictions = new Map<string, Eviction>();

  function record(key: ObjectKey, what: string): void {
    // Like the original, it does not know the uid.
    const { namespace = '', name } = key;
    const metadata = { namespace, name, uid: '', resourceVersion: '', creationTimestamp: '' };
    const about = { apiVersion: 'v1', kind: 'Pod', metadata };
    recorder.record(about, 'Normal', 'TaintManagerEviction', `${what} Pod ${textOf(key)}`);
  }

  function cancel(key: ObjectKey): void {
    if (evictions.delete(textOf(key))) record(key, 'Cancelling deletion of');
  }

  async function evict(key: ObjectKey, { client, now }: ReconcileContext): Promise<void> {
    evictions.delete(textOf(key));
    record(key, 'Marking for deletion');
    try {
      const pod = await client.get(pods, key);
      await announceDisruption(client, pod, reason, now());
      await client.delete(pods, key);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async function reconcile(context: ReconcileContext): Promise<{ readonly requeueAfter?: number }> {
    const { key, client } = context;
    const now = context.now();
    const eviction = evictions.get(textOf(key));
    const pod = client.cached(pods).get(key);
    if (pod === undefined) {
      cancel(key);
      return {};
    }
    const node = client.cached(nodes).get({ name: pod.spec.nodeName ?? '' });
    const taints = node === undefined ? [] : noExecuteTaints(node);
    // The evictions from a node go on when its object is deleted.
    if (taints.length === 0 && (node !== undefined || eviction === undefined)) {
      cancel(key);
      return {};
    }
    const tolerated = node === undefined ? Infinity : toleratedMs(taints, pod.spec.tolerations);
    if (eviction !== undefined && eviction.at <= now) await evict(key, context);
    else if (tolerated === 0) {
      cancel(key);
      await evict(key, context);
    } else if (tolerated === Infinity && node !== undefined) cancel(key);
    else {
      const planned = eviction ?? { since: now, at: now + tolerated };
      evictions.set(textOf(key), planned);
      return { requeueAfter: planned.at - now };
    }
    return {};
  }

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue, { cached }) => {
      const node = cached(nodes).get({ name: object.spec.nodeName ?? '' });
      if (node !== undefined && noExecuteTaints(node).length > 0) queue.add(keyOf(object));
    },
    update: ({ objectOld: before, object }, queue, { cached }) => {
      const isMoved = before.spec.nodeName !== object.spec.nodeName;
      if (!isMoved && equalJson(before.spec.tolerations, object.spec.tolerations)) return;
      const node = cached(nodes).get({ name: object.spec.nodeName ?? '' });
      if (node !== undefined && noExecuteTaints(node).length > 0) queue.add(keyOf(object));
    },
    delete: ({ object }, queue) => {
      if (evictions.has(textOf(keyOf(object)))) queue.add(keyOf(object));
    },
  };

  return newController()
    .named('taint-eviction-controller')
    .watches(pods, whenPodChanges)
    .watches(nodes, whenTaintsChange)
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(reconcile);
}

const noExecuteTaints = ({ spec }: LiveNode): readonly LiveTaint[] =>
  (spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');

const whenTaintsChange: EventHandler<Node> = {
  create: ({ object }, queue, { cached }) => {
    if (noExecuteTaints(object).length === 0) return;
    for (const pod of cached(pods).byIndex(NODE_INDEX, object.metadata.name)) queue.add(keyOf(pod));
  },
  update: ({ objectOld: before, object }, queue, { cached }) => {
    if (equalJson(noExecuteTaints(before), noExecuteTaints(object))) return;
    for (const pod of cached(pods).byIndex(NODE_INDEX, object.metadata.name)) queue.add(keyOf(pod));
  },
};

/**
 * Returns how many milliseconds a Pod may stay on a node with these taints: the shortest time of the tolerations that
 * apply, the first one for each taint; 0 if a taint is not tolerated; Infinity if all are tolerated without a limit.
 */
export function toleratedMs(
  taints: readonly LiveTaint[],
  tolerations: readonly DeepReadonly<Toleration>[] = [],
): number {
  let shortest = Infinity;
  for (const taint of taints) {
    const used = tolerations.find((toleration) => tolerates(toleration, taint));
    if (used === undefined) return 0;
    const { tolerationSeconds } = used;
    if (tolerationSeconds !== undefined) shortest = Math.min(shortest, Math.max(0, tolerationSeconds) * 1000);
  }
  return shortest;
}
