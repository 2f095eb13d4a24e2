import type { DeepReadonly } from '@kb/apimachinery';
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '@kb/kubernetes/autoscaling/v2';
import { remembered, type ScalingHistory, sumSince } from './scaling-history.ts';

/** A number of replicas that was limited, and what the condition says about it. */
export interface Limited {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

/** The replicas of a target: now, as its metrics ask for, and the bounds of the autoscaler. */
export interface Wish {
  readonly current: number;
  readonly desired: number;
  readonly min: number;
  readonly max: number;
}

type Rules = DeepReadonly<HPAScalingRules>;

/** How long a lower recommendation waits if an autoscaler does not say. */
const DOWNSCALE_STABILIZATION_MS = 300_000;

const readyForNewScale = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
const lowered = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};
const raised = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};
const tooFast = (direction: 'increasing' | 'decreasing'): string =>
  `the desired replica count is ${direction} faster than the maximum scale rate`;
const tooMany = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const tooFew = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const withinRange = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
};

/**
 * Steadies a number of replicas with the recommendations of the last minutes, and adds it to them: without rules, the
 * highest of five minutes counts; rules have a window for each direction.
 */
export function stabilize(
  { current, desired }: Wish,
  behavior: DeepReadonly<HorizontalPodAutoscalerBehavior> | undefined,
  history: ScalingHistory,
  now: number,
): Limited {
  const { recommendations } = history;
  const entry = { replicas: desired, at: now };
  if (behavior === undefined) {
    const since = now - DOWNSCALE_STABILIZATION_MS;
    history.recommendations = remembered(recommendations, entry, since);
    const replicas = Math.max(...history.recommendations.map((one) => one.replicas));
    return { replicas, ...(replicas === desired ? readyForNewScale : lowered) };
  }
  const windowOf = (rules: Rules | undefined, otherwise: number): number =>
    now - (rules?.stabilizationWindowSeconds === undefined ? otherwise : rules.stabilizationWindowSeconds * 1000);
  const upSince = windowOf(behavior.scaleUp, 0);
  const downSince = windowOf(behavior.scaleDown, DOWNSCALE_STABILIZATION_MS);
  const recent = (since: number): number[] =>
    recommendations.filter(({ at }) => at > since).map(({ replicas }) => replicas);
  const lowest = Math.min(desired, ...recent(upSince));
  const highest = Math.max(desired, ...recent(downSince));
  history.recommendations = remembered(recommendations, entry, Math.min(upSince, downSince));
  const replicas = Math.min(Math.max(current, lowest), highest);
  return { replicas, ...(replicas === desired ? readyForNewScale : desired >= current ? raised : lowered) };
}

/** Limits a number of replicas: without rules, the replicas at most double, or become four. */
export function limitWithoutRules({ current, desired, min, max }: Wish): Limited {
  const limit = Math.max(2 * current, 4);
  const above = max > limit ? { reason: 'ScaleUpLimit', message: tooFast('increasing') } : tooMany;
  if (desired < min) return { replicas: min, ...tooFew };
  if (desired > Math.min(max, limit)) return { replicas: Math.min(max, limit), ...above };
  return { replicas: desired, ...withinRange };
}

/** Limits a number of replicas by an autoscaler's rules and what it did in their periods. */
export function limitByRules(
  { current, desired, min, max }: Wish,
  { scaleUp, scaleDown }: DeepReadonly<HorizontalPodAutoscalerBehavior>,
  history: ScalingHistory,
  now: number,
): Limited {
  if (desired > current) {
    const limit = Math.max(current, highestAllowed(current, scaleUp, history, now));
    const above = max > limit ? { reason: 'ScaleUpLimit', message: tooFast('increasing') } : tooMany;
    if (desired > Math.min(max, limit)) return { replicas: Math.min(max, limit), ...above };
  } else if (desired < current) {
    const limit = Math.min(current, lowestAllowed(current, scaleDown, history, now));
    const below = min < limit ? { reason: 'ScaleDownLimit', message: tooFast('decreasing') } : tooFew;
    if (desired < Math.max(min, limit)) return { replicas: Math.max(min, limit), ...below };
  }
  return { replicas: desired, ...withinRange };
}

function highestAllowed(current: number, rules: Rules | undefined, history: ScalingHistory, now: number): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const proposals = (rules?.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = replicasBefore(periodSeconds, current, history, now);
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.min(...proposals) : Math.max(...proposals);
}

function lowestAllowed(current: number, rules: Rules | undefined, history: ScalingHistory, now: number): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const proposals = (rules?.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = replicasBefore(periodSeconds, current, history, now);
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.max(...proposals) : Math.min(...proposals);
}

/** The replicas at the start of a policy's period. */
function replicasBefore(periodSeconds: number, current: number, { ups, downs }: ScalingHistory, now: number): number {
  const since = now - periodSeconds * 1000;
  return current - sumSince(ups, since) + sumSince(downs, since);
}

/** Adds a change of the replicas to the history, for as long as a policy may ask for it. */
export function noteScaling(
  { scaleUp, scaleDown }: DeepReadonly<HorizontalPodAutoscalerBehavior>,
  history: ScalingHistory,
  change: { readonly from: number; readonly to: number; readonly at: number },
): void {
  const { from, to, at } = change;
  const since = (rules: Rules | undefined): number =>
    at - 1000 * Math.max(0, ...(rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds));
  const entry = { replicas: Math.abs(to - from), at };
  if (to > from) history.ups = remembered(history.ups, entry, since(scaleUp));
  else history.downs = remembered(history.downs, entry, since(scaleDown));
}
