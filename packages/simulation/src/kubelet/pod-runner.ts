import { equalJson, isNotFound } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { ApiClient } from '../api/api-client.ts';
import type { SimulationContext } from '../api/simulation-context.ts';
import type { LivePod } from '../shared/kinds.ts';
import { isTerminal } from '../shared/pods.ts';
import type { ContainerPhase } from './container-statuses.ts';
import type { NodeSettings } from './node-options.ts';
import { createAddressPool } from './pod-addresses.ts';
import { podStatus, reportedPhase } from './pod-status.ts';

/**
 * Plays the kubelet for the Pods that are bound to the node: reports them waiting, running, ended; and removes those
 * that are deleted. Restarts nothing.
 */
export function runPods(context: SimulationContext, client: ApiClient, settings: NodeSettings): void {
  const { name, address: hostIP, stopMs } = settings;
  const { clock } = context;
  const recorder = context.recorder(client, 'kubelet', name);
  const informer = context.informer(pods);
  const addresses = createAddressPool(settings.podNetwork);
  /** When containers start and stop, by the Pod's uid, in milliseconds since the epoch. */
  const startsAt = new Map<string, number>();
  const stopsAt = new Map<string, number>();
  const queue = context.queue('kubelet', [informer], (key) => reconcile(key));

  informer.subscribe(({ before, after }) => {
    const pod = after ?? before;
    if (pod?.spec.nodeName !== name) return;
    const { uid, namespace = '', name: podName } = pod.metadata;
    if (after === undefined) forget(uid);
    else {
      const { podIP } = after.status ?? {};
      if (podIP !== undefined && podIP !== hostIP) addresses.reserve(uid, podIP);
      queue.add(`${namespace}/${podName}`);
    }
  });

  function forget(uid: string): void {
    startsAt.delete(uid);
    stopsAt.delete(uid);
    addresses.release(uid);
  }

  async function reconcile(key: string): Promise<number | undefined> {
    const [namespace = '', podName = ''] = key.split('/');
    const pod = informer.get({ namespace, name: podName });
    if (pod?.spec.nodeName !== name) return undefined;
    if (pod.metadata.deletionTimestamp !== undefined) return await end(pod);
    return isTerminal(pod) ? undefined : await run(pod);
  }

  /** Reports the Pod as it should be by now. Answers in how many milliseconds it starts, if it has to wait for that. */
  async function run(pod: LivePod): Promise<number | undefined> {
    const behavior = settings.behaviorOf(pod);
    const reported = reportedPhase(pod);
    const { uid } = pod.metadata;
    if (behavior.waiting !== undefined) return await report(pod, { phase: 'waiting', ...behavior.waiting });
    const due = startsAt.get(uid) ?? clock.now() + (behavior.startMs ?? settings.startMs);
    startsAt.set(uid, due);
    const left = due - clock.now();
    if (reported !== 'running' && left > 0) {
      const reason = pod.spec.initContainers?.length ? 'PodInitializing' : 'ContainerCreating';
      await report(pod, { phase: 'waiting', reason });
      return left;
    }
    await report(pod, { phase: 'running', ready: !behavior.unready });
    if (reported === 'running') return undefined;
    for (const { name: container } of pod.spec.containers) {
      recorder.record(pod, 'Normal', 'Started', `Container started: ${container} (simulated: no process runs)`);
    }
    return undefined;
  }

  /**
   * Ends a Pod that is deleted: after its grace period, or as soon as its containers have stopped. Answers how many
   * milliseconds that still takes.
   */
  async function end(pod: LivePod): Promise<number | undefined> {
    const { uid, deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
    if (grace === 0) return undefined; // only finalizers hold it
    const isNew = !stopsAt.has(uid);
    const due = Math.min(stopsAt.get(uid) ?? Infinity, clock.now() + Math.min(stopMs, grace * 1000));
    stopsAt.set(uid, due);
    if (isNew && reportedPhase(pod) === 'running') {
      for (const { name: container } of pod.spec.containers) {
        recorder.record(pod, 'Normal', 'Killing', `Stopping container ${container}`);
      }
    }
    if (due > clock.now()) return due - clock.now();
    if (reportedPhase(pod) === 'running') await report(pod, { phase: 'terminated' });
    try {
      await client.delete(pods, pod.metadata, { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return undefined;
  }

  async function report(pod: LivePod, phase: ContainerPhase): Promise<undefined> {
    const { uid } = pod.metadata;
    const podIP =
      phase.phase !== 'running' ? pod.status?.podIP : pod.spec.hostNetwork ? hostIP : addresses.addressOf(uid);
    // Over what others report: a field that the node does not know stays.
    const status = { ...pod.status, ...podStatus(pod, phase, { hostIP, podIP }, clock.now()) };
    if (equalJson(withoutNulls(status), withoutNulls(pod.status))) return;
    informer.observe(await client.update(pods, { ...pod, status }, 'status'));
  }
}

/** The API server writes times that nobody has set as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
