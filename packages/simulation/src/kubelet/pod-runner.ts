import { equalJson, isNotFound, keyOf } from '@kb/apimachinery';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  objectPredicate,
  type ReconcileContext,
} from '@kb/runtime';
import type { LivePod } from '../shared/kinds.ts';
import { isTerminal } from '../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../simulation.ts';
import type { ContainerPhase } from './container-statuses.ts';
import type { NodeSettings } from './node-options.ts';
import { createAddressPool } from './pod-addresses.ts';
import { podStatus, reportedPhase } from './pod-status.ts';

/** More than the starts of one namespace, which happen one after the other. */
const CONCURRENCY = 50;

/** The longest wait for a watch to deliver a start before the next Pod starts. */
const SEEN_WITHIN_MS = 1000;

/**
 * Creates a controller that acts as the kubelet for the Pods bound to the node: reports them as waiting, running or
 * terminated, and removes deleted ones. It restarts nothing.
 */
export function podController({ recorders }: SimulationParts, settings: NodeSettings): Controller {
  const { name, address: hostIP, stopMs } = settings;
  const recorder = recorders.for('kubelet', 'kubelet', name);
  const addresses = createAddressPool(settings.podNetwork);
  /** When containers start and stop, by the Pod's uid, in milliseconds since the epoch. */
  const startsAt = new Map<string, number>();
  const stopsAt = new Map<string, number>();
  /** Pods of a namespace start one at a time, as on a real node, so that watches see each start separately. */
  const turns = createTurns();

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue) => consider(object, queue),
    update: ({ object }, queue) => consider(object, queue),
    delete: ({ object: { metadata } }) => {
      startsAt.delete(metadata.uid);
      stopsAt.delete(metadata.uid);
      addresses.release(metadata.uid);
    },
  };

  function consider(pod: LivePod, queue: KeyQueue): void {
    const { podIP } = pod.status ?? {};
    if (podIP !== undefined && podIP !== hostIP) addresses.reserve(pod.metadata.uid, podIP);
    queue.add(keyOf(pod));
  }

  async function reconcile(pod: LivePod, context: ReconcileContext): Promise<number> {
    if (pod.spec.nodeName !== name) return 0;
    if (pod.metadata.deletionTimestamp !== undefined) return await end(pod, context);
    return isTerminal(pod) ? 0 : await run(pod, context);
  }

  /** Reports the current state of the Pod. Resolves with the milliseconds until it starts, if it has to wait. */
  async function run(pod: LivePod, context: ReconcileContext): Promise<number> {
    const behavior = settings.behaviorOf(pod);
    const reported = reportedPhase(pod);
    const { uid } = pod.metadata;
    if (behavior.waiting !== undefined) {
      await report(pod, { phase: 'waiting', ...behavior.waiting }, context);
      return 0;
    }
    const now = context.now();
    const due = startsAt.get(uid) ?? now + (behavior.startMs ?? settings.startMs);
    startsAt.set(uid, due);
    if (reported !== 'running' && due > now) {
      const reason = pod.spec.initContainers?.length ? 'PodInitializing' : 'ContainerCreating';
      await report(pod, { phase: 'waiting', reason }, context);
      return due - now;
    }
    const running = { phase: 'running', ready: !behavior.unready } as const;
    if (reported === 'running') {
      await report(pod, running, context);
      return 0;
    }
    await turns(pod.metadata.namespace ?? '', () => start(pod, running, context));
    return 0;
  }

  /** Reports that the containers run, and waits a moment for the watch to deliver it. */
  async function start(pod: LivePod, running: ContainerPhase, context: ReconcileContext): Promise<void> {
    const { client, cluster, signal } = context;
    const key = keyOf(pod);
    const latest = client.cached(pods).get(key);
    // The Pod's next event wakes this controller again.
    if (latest?.metadata.resourceVersion !== pod.metadata.resourceVersion) return;
    await report(pod, running, context);
    await cluster()
      .cache.find(pods)
      ?.waitForWrites(key, { signal, timeout: SEEN_WITHIN_MS })
      .catch(() => undefined);
    for (const { name: container } of pod.spec.containers) {
      recorder.record(pod, 'Normal', 'Started', `Container started: ${container} (simulated: no process runs)`);
    }
  }

  /**
   * Removes a deleted Pod after its grace period, or as soon as its containers have stopped. Resolves with the
   * remaining milliseconds.
   */
  async function end(pod: LivePod, context: ReconcileContext): Promise<number> {
    const { uid, deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
    if (grace === 0) return 0; // only finalizers keep it
    const now = context.now();
    const isNew = !stopsAt.has(uid);
    const due = Math.min(stopsAt.get(uid) ?? Infinity, now + Math.min(stopMs, grace * 1000));
    stopsAt.set(uid, due);
    if (isNew && reportedPhase(pod) === 'running') {
      for (const { name: container } of pod.spec.containers) {
        recorder.record(pod, 'Normal', 'Killing', `Stopping container ${container}`);
      }
    }
    if (due > now) return due - now;
    if (reportedPhase(pod) === 'running') await report(pod, { phase: 'terminated' }, context);
    try {
      await context.client.delete(pods, keyOf(pod), { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return 0;
  }

  async function report(pod: LivePod, phase: ContainerPhase, { client, now }: ReconcileContext): Promise<void> {
    const { uid } = pod.metadata;
    const podIP =
      phase.phase !== 'running' ? pod.status?.podIP : pod.spec.hostNetwork ? hostIP : addresses.addressOf(uid);
    // Fields that the node does not know are kept.
    const status = { ...pod.status, ...podStatus(pod, phase, { hostIP, podIP }, now()) };
    if (equalJson(withoutNulls(status), withoutNulls(pod.status))) return;
    await client.updateStatus(pods, { ...pod, status });
  }

  return newController()
    .named('kubelet')
    .watches(pods, whenPodChanges, { predicates: [objectPredicate<Pod>((pod) => pod.spec.nodeName === name)] })
    .withOptions(optionsOf('kubelet', CONCURRENCY))
    .reconcile(asReconciler(pods, async (pod, context) => ({ requeueAfter: await reconcile(pod, context) })));
}

/** Removes nulls: the API server writes unset times as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

/** Runs tasks of one name one after the other, and tasks of different names concurrently. Rejects as the task does. */
type Turns = (name: string, work: () => Promise<void>) => Promise<void>;

/** Creates {@link Turns}. */
export function createTurns(): Turns {
  const latest = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = latest.get(name);
    const own = (async () => {
      await before?.catch(() => undefined);
      await work();
    })();
    latest.set(name, own);
    try {
      await own;
    } finally {
      if (latest.get(name) === own) latest.delete(name);
    }
  };
}
