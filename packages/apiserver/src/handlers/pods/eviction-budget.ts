import { failureStatus, forbidden, isConditionTrue, setCondition, type Status } from '@kb/apimachinery';
import { labelSelectorOf, type LabelSelectorSpec, matchesLabels } from '@kb/apimachinery/selectors';
import { refuse } from '../../refuse.ts';
import { at, type ApiObject, type FrozenObject } from '../../objects/api-object.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import type { ServerContext } from '../../context/server-context.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import { timeOf } from '../../pipelines/time-of.ts';

/** The disruption budget of an eviction. */
export interface EvictionBudget {
  /** Counts one eviction, except in a dry run. Throws the StatusError of one that the budget does not allow. */
  readonly spend: (dryRun: boolean) => void;
}

const BUDGETS = 'policy/poddisruptionbudgets';
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";
/** The field manager of the server's own writes. */
const MANAGER = 'kube-apiserver';
const MAX_DISRUPTED_PODS = 2000;

/** Returns the budget of a pod; undefined if none applies. Throws a StatusError if there are several. */
export function evictionBudget(server: ServerContext, pod: FrozenObject): EvictionBudget | undefined {
  const phase = at(pod, 'status', 'phase');
  if (phase === 'Pending' || phase === 'Succeeded' || phase === 'Failed') return undefined;
  if (pod.metadata.deletionTimestamp !== undefined) return undefined;
  const matching = budgetsOf(server, pod);
  const [budget] = matching;
  if (!budget) return undefined;
  if (matching.length > 1) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    refuse(failureStatus({ code: 500, message }));
  }
  if (!isReady(pod) && letsUnreadyGo(budget.object)) return undefined;
  return { spend: (dryRun) => spend(server, budget, pod.metadata.name ?? '', dryRun) };
}

function budgetsOf({ store }: ServerContext, { metadata }: FrozenObject): StoredObject[] {
  return [...store.collection(BUDGETS).walk({ namespace: metadata.namespace ?? '' })].filter(({ object }) => {
    const selector = at(object, 'spec', 'selector') as LabelSelectorSpec | undefined;
    return selector !== undefined && matchesLabels(labelSelectorOf(selector), metadata.labels);
  });
}

function isReady(pod: FrozenObject): boolean {
  return isConditionTrue(conditionsOf(pod), 'Ready');
}

/**
 * Pods that are not ready do not count: they may be evicted if the others suffice, or always, depending on the budget.
 */
function letsUnreadyGo(budget: FrozenObject): boolean {
  if (at(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true;
  const desired = numberOf(budget, 'desiredHealthy');
  return desired > 0 && numberOf(budget, 'currentHealthy') >= desired;
}

function spend(server: ServerContext, { object, name }: StoredObject, pod: string, dryRun: boolean): void {
  const allowed = numberOf(object, 'disruptionsAllowed');
  if (numberOf(object, 'observedGeneration') < (object.metadata.generation ?? 0))
    refuse(tooManyDisruptions(`The disruption budget ${name} is still being processed by the server.`, 10));
  const disrupted = (at(object, 'status', 'disruptedPods') ?? {}) as object;
  if (allowed < 0) refuseBudget(name, 'pdb disruptions allowed is negative');
  if (Object.keys(disrupted).length > MAX_DISRUPTED_PODS)
    refuseBudget(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  if (allowed === 0) refuse(tooManyDisruptions(`The disruption budget ${name} ${whyNone(object)}`));
  if (dryRun) return;
  saveStatus(server, object, {
    ...object.status,
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...disrupted, [pod]: timeOf(server) },
    ...(allowed === 1 && { conditions: exhausted(server, object) }),
  });
}

/** Returns why a budget allows no disruption. The counts say nothing if its controller could not compute them. */
function whyNone(budget: FrozenObject): string {
  const refusal = conditionsOf(budget)?.find(({ type }) => type === 'DisruptionAllowed');
  const { reason = '', message = '' } = refusal?.status === 'False' ? refusal : {};
  const [desired, current] = [numberOf(budget, 'desiredHealthy'), numberOf(budget, 'currentHealthy')];
  if (reason === 'SyncFailed' && message !== '')
    return `does not allow evicting pods currently because it failed sync: ${message}`;
  if (current <= desired) return `needs ${desired} healthy pods and has ${current} currently`;
  const why = message === '' ? '' : ` (${reason}): ${message}`;
  return `does not allow evicting pods currently${why}`;
}

function exhausted(server: ServerContext, budget: FrozenObject): ReturnType<typeof setCondition> {
  const observedGeneration = numberOf(budget, 'observedGeneration');
  const condition = { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: '' } as const;
  return setCondition(conditionsOf(budget), { ...condition, observedGeneration }, server.clock.now());
}

function saveStatus(server: ServerContext, budget: FrozenObject, status: object): void {
  const resource = server.registry.find('policy', 'v1', 'poddisruptionbudgets');
  const stored = server.store.collection(BUDGETS).get(budget.metadata.namespace ?? '', budget.metadata.name ?? '');
  if (!resource || !stored) return;
  const next = resource.codec.encode({ ...budget, status } as unknown as ApiObject);
  const tracked = trackUpdate({ server, resource, subresource: 'status', manager: MANAGER }, budget, next);
  server.store.update(BUDGETS, stored, resource.codec.encode(tracked));
}

const numberOf = (budget: FrozenObject, field: string): number => Number(at(budget, 'status', field) ?? 0);

function refuseBudget(name: string, why: string): never {
  return refuse(forbidden({ group: 'policy', plural: 'poddisruptionbudget' }, name, why));
}

function tooManyDisruptions(message: string, retryAfterSeconds?: number): Status {
  return failureStatus({
    code: 429,
    reason: 'TooManyRequests',
    message: VIOLATION,
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  });
}
