import {
  controllerOf,
  type DeepReadonly,
  equalJson,
  formatTime,
  isConflict,
  keyOf,
  messageOfThrown,
  type ObjectKey,
  parseTime,
} from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { type Pod, type PodCondition, pods } from '@kb/kubernetes/core/v1';
import { podDisruptionBudgets, type PodDisruptionBudgetStatus } from '@kb/kubernetes/policy/v1';
import {
  asReconciler,
  type CachedReads,
  type Controller,
  newController,
  objectPredicate,
  type Predicate,
  type ReconcileClient,
  type ReconcileContext,
  type ReconcileResult,
} from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import {
  filedByLabels,
  filedBySelector,
  LABEL_INDEX,
  selectedPods,
  SELECTOR_INDEX,
  selectorKeys,
} from '../../shared/label-index.ts';
import { isReady, isTerminal } from '../../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { goSelector } from '../shared/go-selector.ts';
import { budgetStatus, failedStatus, type LiveBudget, pendingDisruptions } from './budget-status.ts';
import { countPods } from './expected-pods.ts';
import { ownersInCache, scaleReader } from './scale-of-owner.ts';

/**
 * Creates the controllers of PodDisruptionBudgets: one that computes their status, and one that withdraws stale
 * conditions of Pods.
 */
export function disruptionControllers({ recorders }: SimulationParts, catalog: ResourceCatalog): Controller[] {
  const recorder = recorders.for('kube-controller-manager', 'controllermanager');

  /** Computes the status of a budget, and reports on the way what is odd about its Pods. */
  async function compute(
    budget: LiveBudget,
    client: ReconcileClient,
    now: number,
  ): Promise<{ status: DeepReadonly<PodDisruptionBudgetStatus>; recheckIn: number | undefined }> {
    const { namespace = '' } = budget.metadata;
    const selected = selectedPods(client, namespace, labelSelectorOf(budget.spec?.selector));
    if (selected.length === 0) recorder.record(budget, 'Normal', 'NoPods', 'No matching pods found');
    const counted = await countPods(budget, selected, scaleReader(client, catalog)).catch((error: unknown) => {
      const message = `Failed to calculate the number of expected pods: ${messageOfThrown(error)}`;
      recorder.record(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
      throw error;
    });
    if (counted.unmanaged.length > 0) recorder.record(budget, 'Warning', 'UnmanagedPods', unmanagedPods(budget));
    const disruptions = pendingDisruptions(budget, selected, now);
    for (const pod of disruptions.overdue) {
      // The original names the namespace twice.
      const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      recorder.record(pod, 'Warning', 'NotDeleted', message);
    }
    const status = budgetStatus(budget, selected, counted, disruptions, now);
    return { status, recheckIn: disruptions.recheckIn };
  }

  async function reconcile(budget: LiveBudget, { client, now }: ReconcileContext): Promise<ReconcileResult> {
    const write = async (status: DeepReadonly<PodDisruptionBudgetStatus>): Promise<void> => {
      if (!equalJson(status, budget.status)) await client.updateStatus(podDisruptionBudgets, { ...budget, status });
    };
    try {
      const { status, recheckIn } = await compute(budget, client, now());
      await write(status);
      return { requeueAfter: recheckIn };
    } catch (error) {
      if (isConflict(error)) throw error;
      await write(failedStatus(budget, messageOfThrown(error), now()));
      return {};
    }
  }

  const budgets = newController()
    .named('disruption')
    .watches(podDisruptionBudgets, (budget) => [keyOf(budget)])
    .watches(
      pods,
      (pod, reads) => {
        const covering = budgetsOf(pod, reads);
        const [first, second] = covering;
        if (first !== undefined && second !== undefined) {
          recorder.record(pod, 'Warning', 'MultiplePodDisruptionBudgets', multipleBudgets(pod, first.name));
        }
        return covering;
      },
      { predicates: [changesBudgets] },
    )
    .reads(...ownersInCache)
    .indexes(pods, LABEL_INDEX, filedByLabels)
    .indexes(podDisruptionBudgets, SELECTOR_INDEX, ({ metadata: { namespace = '' }, spec }) =>
      filedBySelector(namespace, labelSelectorOf(spec?.selector)),
    )
    .withOptions(optionsOf('kube-controller-manager', 1))
    .reconcile(asReconciler(podDisruptionBudgets, reconcile));
  return [budgets, staleConditionController()];
}

/** The message about a budget that covers Pods without a controller, although it counts the replicas of controllers. */
function unmanagedPods({ spec }: LiveBudget): string {
  const found = `Pods selected by this PodDisruptionBudget (selector: ${goSelector(spec?.selector)}) were found to be unmanaged.`;
  const effect =
    'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior.';
  const remedy = 'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
  return `${found} ${effect} ${remedy}`;
}

/** The message about a Pod that several budgets cover. */
function multipleBudgets({ metadata: { namespace = '', name } }: LivePod, chosen: string): string {
  return `Pod "${namespace}"/"${name}" matches multiple PodDisruptionBudgets.  Chose "${chosen}" arbitrarily.`;
}

/** Returns the keys of the budgets that cover a Pod, by name. */
function budgetsOf(pod: LivePod, { cached }: CachedReads): ObjectKey[] {
  return selectorKeys(pod)
    .flatMap((key) => cached(podDisruptionBudgets).byIndex(SELECTOR_INDEX, key))
    .filter(({ spec }) => matchesLabels(labelSelectorOf(spec?.selector), pod.metadata.labels))
    .map(keyOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Ignores updates of Pods that no budget counts. */
const changesBudgets: Predicate<Pod> = (event) => {
  if (event.type !== 'update') return true;
  const seen = (pod: LivePod): unknown => [
    pod.metadata.labels,
    pod.metadata.deletionTimestamp,
    controllerOf(pod)?.uid,
    isReady(pod),
  ];
  return !equalJson(seen(event.objectOld), seen(event.object));
};

/** How long a Pod may announce a disruption before its deletion begins. */
const STALE_MS = 120_000;

/** Creates a controller that withdraws the condition DisruptionTarget of Pods whose deletion does not begin. */
function staleConditionController(): Controller {
  return newController()
    .named('stale-pod-disruption')
    .watches(pods, (pod) => [keyOf(pod)], {
      predicates: [objectPredicate<Pod>((pod) => announcedAt(pod) !== undefined)],
    })
    .withOptions(optionsOf('kube-controller-manager', 1))
    .reconcile(
      asReconciler(pods, async (pod, { client, now }) => {
        const since = announcedAt(pod);
        if (since === undefined) return {};
        const left = since + STALE_MS - now();
        if (left > 0) return { requeueAfter: left };
        const conditions = pod.status?.conditions?.map((condition) =>
          condition.type === TARGET ? withdrawn(condition, now()) : condition,
        );
        await client.updateStatus(pods, { ...pod, status: { ...pod.status, ...(conditions && { conditions }) } });
        return {};
      }),
    );
}

const TARGET = 'DisruptionTarget';

function withdrawn(
  { reason: _reason, message: _message, ...condition }: DeepReadonly<PodCondition>,
  now: number,
): DeepReadonly<PodCondition> {
  return { ...condition, status: 'False', lastTransitionTime: formatTime(now) };
}

/** When a Pod has announced its disruption; undefined if it has not, or is being deleted, or has ended. */
function announcedAt(pod: LivePod): number | undefined {
  if (pod.metadata.deletionTimestamp !== undefined || isTerminal(pod)) return undefined;
  const condition = pod.status?.conditions?.find(({ type }) => type === TARGET);
  if (condition?.status !== 'True' || condition.reason === 'TerminationByKubelet') return undefined;
  return parseTime(condition.lastTransitionTime ?? '');
}
