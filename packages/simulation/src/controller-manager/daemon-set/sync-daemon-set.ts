import { daemonSets, type DaemonSetStatus } from '@kb/kubernetes/apps/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { nextAvailability } from '../../shared/pods.ts';
import { deleteRevisions } from '../shared/history/revision-control.ts';
import { createPod, deletePod, podFromTemplate } from '../shared/pod-control.ts';
import { slowStartEach } from '../shared/slow-start.ts';
import { daemonPodTemplate, type LiveDaemonSet } from './daemon-pod.ts';
import { revisionsToDelete, syncDaemonRevisions } from './daemon-revisions.ts';
import { countNodes, countsDiffer } from './daemon-set-status.ts';
import type { FailedPodBackOff } from './failed-pods.ts';
import { placementsOf } from './placement.ts';
import { type DaemonView, type EndedPod, planPods, type PodPlan } from './plan-pods.ts';
import { podsOnNodes } from './pods-on-nodes.ts';
import { planUpdate } from './rolling-update.ts';

/** What a sync of a DaemonSet works with. */
export interface DaemonTools {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
  readonly backOff: FailedPodBackOff;
  readonly now: number;
}

/** The most Pods that one sync creates, and the most that it deletes. */
const BURST = 250;

/**
 * Syncs a DaemonSet: its revisions, its Pods, the limit of its history, and its status. Resolves with the milliseconds
 * until it has to be looked at again; undefined if that is not known. Rejects with the first error, after the status is
 * written.
 */
export async function syncDaemonSet(
  set: LiveDaemonSet,
  { nodes, claimed }: { readonly nodes: readonly LiveNode[]; readonly claimed: readonly LivePod[] },
  tools: DaemonTools,
): Promise<number | undefined> {
  if (set.metadata.deletionTimestamp !== undefined) return undefined;
  const { client, now } = tools;
  const { hash, old } = await syncDaemonRevisions(set, claimed, client);
  const view = { set, nodes, byNode: podsOnNodes(claimed), placementOf: placementsOf(set), hash, now };
  let wait: number | undefined;
  let failure: unknown;
  try {
    wait = await arrangePods(view, tools);
    await deleteRevisions(revisionsToDelete(set, old, claimed), client);
  } catch (error) {
    failure = error;
  }
  await writeStatus(view, client);
  if (failure !== undefined) throw failure;
  const available = nextAvailability(claimed, set.spec.minReadySeconds ?? 0, now);
  return wait === undefined || available === undefined ? (wait ?? available) : Math.min(wait, available);
}

/**
 * Creates and deletes Pods, and takes the next step of an update if nothing else was to do. Resolves with the
 * milliseconds until a failed Pod may be removed.
 */
async function arrangePods(view: DaemonView, tools: DaemonTools): Promise<number | undefined> {
  const { create, remove, ended } = planPods(view);
  const removal = removeEnded(view, ended, tools);
  const plan = { create, remove: [...remove, ...removal.pods] };
  if (plan.create.length + plan.remove.length > 0) await carryOut(view, plan, tools);
  else if (view.set.spec.updateStrategy?.type === 'RollingUpdate') await carryOut(view, planUpdate(view), tools);
  return removal.wait;
}

/** Chooses the ended Pods that are removed now, and records why. */
function removeEnded(
  { set }: DaemonView,
  ended: readonly EndedPod[],
  { recorder, backOff, now }: DaemonTools,
): { readonly pods: readonly LivePod[]; readonly wait: number | undefined } {
  const pods: LivePod[] = [];
  let wait: number | undefined;
  for (const { pod, node } of ended) {
    const about = `daemon pod ${pod.metadata.namespace ?? ''}/${pod.metadata.name} on node ${node}`;
    if (pod.status?.phase === 'Failed') {
      const key = `${set.metadata.uid}/${set.status?.observedGeneration ?? 0}/${node}`;
      const left = backOff.waitFor(key, now);
      if (left > 0) {
        wait = Math.min(wait ?? left, left);
        continue;
      }
      recorder.record(set, 'Warning', 'FailedDaemonPod', `Found failed ${about}, will try to kill it`);
    } else {
      recorder.record(set, 'Normal', 'SucceededDaemonPod', `Found succeeded ${about}, will try to delete it`);
    }
    pods.push(pod);
  }
  return { pods, wait };
}

async function carryOut({ set, hash }: DaemonView, plan: PodPlan, tools: DaemonTools): Promise<void> {
  const { failure } = await slowStartEach(plan.create.slice(0, BURST), (node) =>
    createPod(set, podFromTemplate(set, daemonPodTemplate(set, hash, node)), tools),
  );
  const results = await Promise.allSettled(plan.remove.slice(0, BURST).map((pod) => deletePod(set, pod, tools)));
  const refused = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure;
  if (refused !== undefined) throw refused.reason;
}

async function writeStatus(view: DaemonView, client: ReconcileClient): Promise<void> {
  const { set } = view;
  const counts = countNodes(view);
  if (!countsDiffer(set, counts)) return;
  const { updatedNumberScheduled, numberAvailable, numberUnavailable, ...always } = counts;
  const sometimes = { updatedNumberScheduled, numberAvailable, numberUnavailable };
  const stored = Object.fromEntries(Object.entries(sometimes).filter(([, count]) => count !== 0));
  const { collisionCount, conditions } = set.status ?? {};
  const status: DaemonSetStatus = {
    ...always,
    ...stored,
    ...(collisionCount !== undefined && { collisionCount }),
    ...(conditions && { conditions: conditions.map((condition) => ({ ...condition })) }),
  };
  await client.updateStatus(daemonSets, { ...set, status });
}
