import { messageOfThrown, quantityToNumber } from '@kb/apimachinery';
import { parseLabelSelector } from '@kb/apimachinery/selectors';
import type { LivePod } from '../../shared/kinds.ts';
import { selectedPods } from '../../shared/label-index.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { ReconcileClient } from '@kb/runtime';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { type AutoscalerStatus, draftStatus, type LiveAutoscaler, type StatusDraft } from './autoscaler-status.ts';
import type { MetricsTarget } from './metric-replicas.ts';
import { replicasForMetrics } from './replicas-of-metrics.ts';
import { type TargetScale, scaleOfTarget } from './scale-of-target.ts';
import { newHistory, type ScalingHistory } from './scaling-history.ts';
import { limitByRules, limitWithoutRules, noteScaling, stabilize } from './scaling-limits.ts';
import type { SelectorsOfAutoscalers } from './selectors-of-autoscalers.ts';
import type { Tolerances } from './replica-calculator.ts';

/** What is known of an autoscaler from one look to the next. */
export interface AutoscalerMemory {
  history?: ScalingHistory;
}

/** What looking at an autoscaler needs. */
export interface SyncTools {
  readonly client: ReconcileClient;
  readonly catalog: ResourceCatalog;
  readonly recorder: EventRecorder;
  readonly selectors: SelectorsOfAutoscalers;
  readonly now: number;
}

/** Looks at an autoscaler once: scales its target if it has to. Returns its status. */
export async function syncAutoscaler(
  autoscaler: LiveAutoscaler,
  memory: AutoscalerMemory,
  tools: SyncTools,
): Promise<AutoscalerStatus> {
  const draft = draftStatus(autoscaler, tools.now);
  const scale = await scaleOfTarget(autoscaler, tools.client, tools.catalog).catch((error: unknown) => {
    const cause = messageOfThrown(error);
    tools.recorder.record(autoscaler, 'Warning', 'FailedGetScale', cause);
    const message = `the HPA controller was unable to get the target's current scale: ${cause}`;
    draft.set('AbleToScale', { status: 'False', reason: 'FailedGetScale', message });
    return undefined;
  });
  if (scale === undefined) return draft.withConditions();
  const message = "the HPA controller was able to get the target's current scale";
  draft.set('AbleToScale', { status: 'True', reason: 'SucceededGetScale', message });
  memory.history ??= newHistory(scale.replicas, tools.now);
  const look: Look = { autoscaler, scale, draft, history: memory.history, tools };
  return await carryOut(await planOf(look), look);
}

/** One look at an autoscaler. */
interface Look {
  readonly autoscaler: LiveAutoscaler;
  readonly scale: TargetScale;
  readonly draft: StatusDraft;
  readonly history: ScalingHistory;
  readonly tools: SyncTools;
}

/** What to do with a target. */
interface Plan {
  /** Undefined: the metrics do not say. */
  readonly replicas: number | undefined;
  /** Why, in the Event. */
  readonly why?: string;
  readonly metrics: Parameters<StatusDraft['with']>[0]['metrics'];
}

async function planOf(look: Look): Promise<Plan> {
  const { autoscaler, scale, draft } = look;
  const { minReplicas = 1, maxReplicas } = autoscaler.spec;
  const current = scale.replicas;
  if (current === 0) {
    const message = 'scaling is disabled since the replica count of the target is zero';
    draft.set('ScalingActive', { status: 'False', reason: 'ScalingDisabled', message });
    draft.remove('ScaledToZero');
    return { replicas: 0, metrics: [] };
  }
  if (current > maxReplicas)
    return { replicas: maxReplicas, why: 'Current number of replicas above Spec.MaxReplicas', metrics: [] };
  if (current < minReplicas)
    return { replicas: minReplicas, why: 'Current number of replicas below Spec.MinReplicas', metrics: [] };
  return await planByMetrics(look, { min: minReplicas, max: maxReplicas });
}

async function planByMetrics(look: Look, bounds: { readonly min: number; readonly max: number }): Promise<Plan> {
  const { autoscaler, scale, draft, history, tools } = look;
  const specs = autoscaler.spec.metrics ?? [];
  const fail = (message: string, metrics: Plan['metrics']): Plan => {
    tools.recorder.record(autoscaler, 'Warning', 'FailedComputeMetricsReplicas', message);
    return { replicas: undefined, metrics };
  };
  const target = targetOf(look);
  if (typeof target === 'string') return fail(target, []);
  const { wanted, statuses, failures } = await replicasForMetrics(specs, target);
  for (const { reason, problem } of failures) tools.recorder.record(autoscaler, 'Warning', reason, problem);
  if (wanted === undefined) {
    const [first] = failures;
    const { reason = '', problem = '', message = '' } = first ?? {};
    const text = `the HPA was unable to compute the replica count: ${problem}`;
    draft.set('ScalingActive', { status: 'False', reason, message: text });
    const counts = `${failures.length} invalid out of ${specs.length}`;
    return fail(`invalid metrics (${counts}), first error is: ${message}`, statuses);
  }
  const message = `the HPA was able to successfully calculate a replica count from ${wanted.name}`;
  draft.set('ScalingActive', { status: 'True', reason: 'ValidMetricFound', message });
  const { behavior } = autoscaler.spec;
  const wish = { current: scale.replicas, desired: wanted.replicas, ...bounds };
  const steady = stabilize(wish, behavior, history, tools.now);
  draft.set('AbleToScale', { status: 'True', reason: steady.reason, message: steady.message });
  const steadied = { ...wish, desired: steady.replicas };
  const limited = behavior ? limitByRules(steadied, behavior, history, tools.now) : limitWithoutRules(steadied);
  const { replicas, ...text } = limited;
  draft.set('ScalingLimited', { status: replicas === steady.replicas ? 'False' : 'True', ...text });
  const why = wanted.replicas > scale.replicas ? `${wanted.name} above target` : 'All metrics below target';
  return { replicas, why: wanted.replicas === scale.replicas ? '' : why, metrics: statuses };
}

/** Returns the Pods of a target and what else its metrics need, or why its selector cannot be used. */
function targetOf({ autoscaler, scale, draft, tools }: Look): MetricsTarget | string {
  const { client, recorder, selectors, now } = tools;
  const { namespace = '', name } = autoscaler.metadata;
  const refuse = (event: string, reason: string, problem: string, message = problem): string => {
    recorder.record(autoscaler, 'Warning', event, problem);
    draft.set('ScalingActive', { status: 'False', reason, message });
    return problem;
  };
  if (scale.selector === '') {
    const message = "the HPA target's scale is missing a selector";
    return refuse('SelectorRequired', 'InvalidSelector', 'selector is required', message);
  }
  let pods: LivePod[];
  let selector: MetricsTarget['selector'];
  try {
    selector = parseLabelSelector(scale.selector);
    pods = selectedPods(client, namespace, selector);
  } catch (error) {
    const problem = `couldn't convert selector into a corresponding internal selector object: ${messageOfThrown(error)}`;
    return refuse('InvalidSelector', 'InvalidSelector', problem);
  }
  selectors.set(`${namespace}/${name}`, namespace, selector);
  const others = selectors.matching(pods);
  if (others.size > 1) {
    const names = [...others].map((key) => `{${key.slice(namespace.length + 1)} ${namespace}}`).join(' ');
    const problem = `pods by selector ${scale.selector} are controlled by multiple HPAs: [${names}]`;
    return refuse('AmbiguousSelector', 'AmbiguousSelector', problem);
  }
  return { client, namespace, selector, pods, current: scale.replicas, tolerances: tolerancesOf(autoscaler), now };
}

const DEFAULT_TOLERANCE = 0.1;

function tolerancesOf({ spec }: LiveAutoscaler): Tolerances {
  const of = (tolerance: string | number | undefined): number =>
    tolerance === undefined ? DEFAULT_TOLERANCE : quantityToNumber(String(tolerance));
  return { up: of(spec.behavior?.scaleUp?.tolerance), down: of(spec.behavior?.scaleDown?.tolerance) };
}

/** Scales the target if a plan says so, and returns the status. */
async function carryOut({ replicas, why = '', metrics }: Plan, look: Look): Promise<AutoscalerStatus> {
  const { autoscaler, scale, draft, history, tools } = look;
  const current = scale.replicas;
  if (replicas === undefined) return draft.with({ current, metrics });
  if (replicas === current) return draft.with({ current, desired: current, metrics });
  try {
    await scale.update(replicas);
  } catch (error) {
    const cause = messageOfThrown(error);
    const message = `New size: ${replicas}; reason: ${why}; error: ${cause}`;
    tools.recorder.record(autoscaler, 'Warning', 'FailedRescale', message);
    const text = `the HPA controller was unable to update the target scale: ${cause}`;
    draft.set('AbleToScale', { status: 'False', reason: 'FailedUpdateScale', message: text });
    return draft.with({ current, metrics });
  }
  const message = `the HPA controller was able to update the target scale to ${replicas}`;
  draft.set('AbleToScale', { status: 'True', reason: 'SucceededRescale', message });
  tools.recorder.record(autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${why}`);
  const { behavior } = autoscaler.spec;
  if (behavior) noteScaling(behavior, history, { from: current, to: replicas, at: tools.now });
  draft.remove('ScaledToZero');
  return draft.with({ current, desired: replicas, metrics, scaled: true });
}
