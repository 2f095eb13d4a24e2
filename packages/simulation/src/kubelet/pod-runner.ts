import { equalJson, isNotFound, keyOf } from '@kb/apimachinery';
import { type Node, nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  objectPredicate,
  type ReconcileContext,
} from '@kb/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import { actAs } from '../identity/acting-user.ts';
import { nodeUser } from '../identity/component-users.ts';
import type { LiveNode, LivePod } from '../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../shared/node-index.ts';
import { isTerminal } from '../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../simulation.ts';
import { rejectionOf, rejectPod } from './admission/admit-pod.ts';
import type { NodePower } from './node-state.ts';
import type { Fleet, NodeSettings } from './options/node-options.ts';
import { type AddressPool, createAddressPool } from './pod-addresses.ts';
import type { PodEvent } from './run/pod-event.ts';
import { advancePod, endDeletedPod, isStarting, type PodProblems, type PodStep } from './run/advance-pod.ts';
import { missingSources } from './run/missing-sources.ts';
import { type PodPhase, phaseOf } from './run/pod-phase.ts';
import { type PodRun, podRunOf } from './run/pod-run.ts';
import { podStatus } from './status/pod-status.ts';

/** More than the starts of one namespace, which happen one after the other. */
const CONCURRENCY = 50;

/** The longest wait for a watch to deliver a start before the next Pod starts. */
const SEEN_WITHIN_MS = 1000;

/** The context of a reconcile, and the node of its Pod. */
interface NodeContext extends Pick<ReconcileContext, 'client' | 'now' | 'signal' | 'cluster'> {
  readonly settings: NodeSettings;
}

const nothingMissing: PodProblems = { volumes: new Map(), containers: new Map() };

/**
 * Creates a controller that acts as the kubelets of all nodes for the Pods bound to them: runs their containers as the
 * authors of images and Pods say, restarts them, reports all of it, and removes deleted Pods.
 */
export function podController({ recorders }: SimulationParts, fleet: Fleet, power: NodePower): Controller {
  const recordersByNode = new Map(
    [...fleet.keys()].map((node) => [node, recorders.for('kubelet', 'kubelet', { host: node })]),
  );
  const addresses = createAddressPool([...fleet.values()][0]?.podNetwork ?? '10.244');
  /** The Pods on the nodes, by uid. */
  const runs = new Map<string, PodRun>();
  /** Pods of a namespace start one at a time, as on a real node, so that watches see each start separately. */
  const turns = createTurns();

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue) => consider(object, queue),
    update: ({ object }, queue) => consider(object, queue),
    delete: ({ object: { metadata } }) => {
      runs.delete(metadata.uid);
      addresses.release(metadata.uid);
    },
  };

  function consider(pod: LivePod, queue: KeyQueue): void {
    const { podIP, hostIP } = pod.status ?? {};
    if (podIP !== undefined && podIP !== hostIP) addresses.reserve(pod.metadata.uid, podIP);
    queue.add(keyOf(pod));
  }

  /** Resolves with the milliseconds until the Pod changes by itself; undefined if it does not. */
  async function reconcile(pod: LivePod, given: ReconcileContext): Promise<number | undefined> {
    const { uid } = pod.metadata;
    const settings = fleet.get(pod.spec.nodeName ?? '');
    const node = given.client.cached(nodes).get({ name: settings?.name ?? '' });
    if (settings === undefined || power.isStopped(settings.name, node)) return undefined;
    const context = onNode(given, settings);
    const rejection = runs.has(uid) ? undefined : rejectionOf(pod, node, (other) => runs.has(other), given.client);
    if (rejection) return await rejectPod(pod, rejection, context, recordersByNode.get(settings.name));
    const run = runs.get(uid) ?? podRunOf(pod, context.now());
    runs.set(uid, run);
    if (pod.metadata.deletionTimestamp !== undefined) return await end(pod, run, context);
    return isTerminal(pod) ? undefined : await advance(pod, run, context);
  }

  async function advance(pod: LivePod, run: PodRun, context: NodeContext): Promise<number | undefined> {
    const { client, settings } = context;
    const problems = isStarting(pod, run) ? await missingSources(pod, client) : nothingMissing;
    const now = context.now();
    const step = advancePod(run, { pod, settings, now, problems });
    if (step.run.hasSandbox && !run.hasSandbox) {
      await turns(pod.metadata.namespace ?? '', () => start(pod, step, context));
    } else {
      await commit(pod, step, context);
    }
    return Number.isFinite(step.due) ? Math.max(1, step.due - now) : undefined;
  }

  /** Reports a step and records its Events. A failed report leaves the state as it was, for the next attempt. */
  async function commit(pod: LivePod, { run, events }: PodStep, context: NodeContext): Promise<void> {
    await report(pod, run, context, phaseOf(pod, run, { ending: false }), addresses);
    runs.set(pod.metadata.uid, run);
    record(recordersByNode.get(context.settings.name), pod, events);
  }

  /** Reports that the containers run, and waits a moment for the watch to deliver it. */
  async function start(pod: LivePod, step: PodStep, context: NodeContext): Promise<void> {
    const { client, cluster, signal } = context;
    const key = keyOf(pod);
    const latest = client.cached(pods).get(key);
    // The Pod's next event wakes this controller again.
    if (latest?.metadata.resourceVersion !== pod.metadata.resourceVersion) return;
    await commit(pod, step, context);
    await cluster()
      .cache.find(pods)
      ?.waitForWrites(key, { signal, timeout: SEEN_WITHIN_MS })
      .catch(() => undefined);
  }

  /**
   * Removes a deleted Pod after its grace period, or as soon as its containers have stopped. Resolves with the
   * remaining milliseconds.
   */
  async function end(pod: LivePod, run: PodRun, context: NodeContext): Promise<number | undefined> {
    const { uid, deletionGracePeriodSeconds: grace = 0 } = pod.metadata;
    const { settings, now } = context;
    const isOver = isTerminal(pod);
    if (grace === 0 && isOver) return undefined; // only finalizers keep it
    if (!isOver) {
      const moment = { pod, settings, now: now() };
      const step = endDeletedPod(run, moment);
      runs.set(uid, step.run);
      record(recordersByNode.get(settings.name), pod, step.events);
      if (Number.isFinite(step.due)) return step.due - moment.now;
      await report(pod, step.run, context, phaseOf(pod, step.run, { ending: true }), addresses);
    }
    if (grace === 0) return undefined;
    try {
      await context.client.delete(pods, keyOf(pod), { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return undefined;
  }

  return newController()
    .named('kubelet')
    .watches(pods, whenPodChanges, { predicates: [objectPredicate<Pod>((pod) => fleet.has(pod.spec.nodeName ?? ''))] })
    .watches(nodes, whenNodeRunsAgain(power))
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kubelet', CONCURRENCY))
    .reconcile(
      asReconciler(pods, async (pod, context) => ({
        requeueAfter: await actAs(nodeUser(pod.spec.nodeName ?? ''), () => reconcile(pod, context)),
      })),
    );
}

/** Pods that wait for their stopped node go on when it runs again. */
const whenNodeRunsAgain = (power: NodePower): EventHandler<Node> => ({
  create: ({ object }, queue, reads) => wakePods(object, queue, reads),
  update: ({ objectOld: before, object }, queue, reads) => {
    const { name } = object.metadata;
    if (power.isStopped(name, before) && !power.isStopped(name, object)) wakePods(object, queue, reads);
  },
});

function wakePods({ metadata }: LiveNode, queue: KeyQueue, { cached }: CachedReads): void {
  for (const pod of cached(pods).byIndex(NODE_INDEX, metadata.name)) queue.add(keyOf(pod));
}

/** Reports the state of a Pod, unless its status says the same already. */
async function report(
  pod: LivePod,
  run: PodRun,
  context: NodeContext,
  phase: PodPhase,
  addresses: AddressPool,
): Promise<void> {
  const { client, now, settings } = context;
  const { uid } = pod.metadata;
  const { address: hostIP } = settings;
  const podIP = !run.hasSandbox ? pod.status?.podIP : pod.spec.hostNetwork ? hostIP : addresses.addressOf(uid);
  // Fields that the node does not know are kept.
  const own = podStatus({ pod, run, settings, now: now() }, phase, { hostIP, podIP });
  const status = { ...pod.status, ...own };
  if (equalJson(withoutNulls(status), withoutNulls(pod.status))) return;
  await client.updateStatus(pods, { ...pod, status });
}

const onNode = ({ client, now, signal, cluster }: ReconcileContext, settings: NodeSettings): NodeContext => ({
  client,
  now,
  signal,
  cluster,
  settings,
});

function record(recorder: EventRecorder | undefined, pod: LivePod, events: readonly PodEvent[]): void {
  for (const { type, reason, message, container } of events) {
    const part = container === undefined ? {} : { fieldPath: `spec.${listOf(pod, container)}{${container}}` };
    recorder?.record(pod, type, reason, message, part);
  }
}

/** The field of a Pod's spec that has a container. */
function listOf({ spec }: LivePod, container: string): string {
  const lists = ['containers', 'initContainers', 'ephemeralContainers'] as const;
  return lists.find((list) => spec[list]?.some(({ name }) => name === container)) ?? 'containers';
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
