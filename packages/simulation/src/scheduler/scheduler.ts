import { equalJson, formatTime, isConflict, isNotFound } from '@kb/apimachinery';
import { nodes, pods } from '@kb/kubernetes/core/v1';
import type { SimulationContext } from '../api/simulation-context.ts';
import type { LivePod } from '../shared/kinds.ts';
import type { NodeSettings } from '../kubelet/node-options.ts';
import { type LiveNode, waitsForScheduling, whyUnschedulable } from './scheduling-rules.ts';

/** Binds Pods that wait for the scheduler to the node, or tells them why not. */
export function runBinder(context: SimulationContext, { name }: NodeSettings): void {
  const client = context.client('kube-scheduler');
  const recorder = context.recorder(client, 'default-scheduler');
  const podInformer = context.informer(pods);
  const nodeInformer = context.informer(nodes);
  /** Pods that were bound, until the watch tells of it. */
  const bound = new Set<string>();
  const queue = context.queue('default-scheduler', [podInformer, nodeInformer], (key) => reconcile(key));

  podInformer.subscribe(({ before, after }) => {
    if (after !== undefined && waitsForScheduling(after)) queue.add(keyOf(after));
    else bound.delete((after ?? before)?.metadata.uid ?? '');
  });
  nodeInformer.subscribe(({ before, after }) => {
    if (after?.metadata.name !== name) return;
    // What keeps Pods away may be gone.
    const same = equalJson([before?.spec, before?.metadata.labels], [after.spec, after.metadata.labels]);
    if (!same) for (const pod of podInformer.list()) if (waitsForScheduling(pod)) queue.add(keyOf(pod));
  });

  async function reconcile(key: string): Promise<undefined> {
    const [namespace = '', podName = ''] = key.split('/');
    const pod = podInformer.get({ namespace, name: podName });
    const node = nodeInformer.get({ name });
    if (pod === undefined || node === undefined || !waitsForScheduling(pod) || bound.has(pod.metadata.uid)) return;
    const reason = whyUnschedulable(pod, node);
    await (reason === undefined ? bind(pod, node) : refuse(pod, `0/1 nodes are available: ${reason}.`));
  }

  async function bind(pod: LivePod, node: LiveNode): Promise<void> {
    const { namespace, name: podName, uid } = pod.metadata;
    try {
      await client.post(pods, pod.metadata, 'binding', {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: podName, ...(namespace !== undefined && { namespace }), uid },
        target: { kind: 'Node', name: node.metadata.name },
      });
    } catch (error) {
      // Bound to another node, deleted, or gated since: the watch will tell.
      if (isConflict(error) || isNotFound(error)) return;
      throw error;
    }
    bound.add(uid);
    const message = `Successfully assigned ${namespace ?? ''}/${podName} to ${node.metadata.name}`;
    recorder.record(pod, 'Normal', 'Scheduled', message);
  }

  async function refuse(pod: LivePod, message: string): Promise<void> {
    const conditions = pod.status?.conditions ?? [];
    const before = conditions.find(({ type }) => type === 'PodScheduled');
    if (before?.status === 'False' && before.reason === 'Unschedulable' && before.message === message) return;
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      lastTransitionTime: formatTime(context.clock.now()),
    };
    const others = conditions.filter(({ type }) => type !== 'PodScheduled');
    const status = { ...pod.status, conditions: [...others, condition] };
    podInformer.observe(await client.update(pods, { ...pod, status }, 'status'));
    recorder.record(pod, 'Warning', 'FailedScheduling', message);
  }
}

const keyOf = ({ metadata: { namespace = '', name } }: LivePod): string => `${namespace}/${name}`;
