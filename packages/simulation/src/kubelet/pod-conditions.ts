import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { PodCondition } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../shared/kinds.ts';
import type { ContainerPhase } from './container-statuses.ts';

type Outcome = { readonly status: 'True' | 'False'; readonly reason?: string; readonly message?: string };

const trueCondition: Outcome = { status: 'True' };

/**
 * Computes the conditions of a Pod on the node, in the kubelet's order. Conditions of other components (readiness
 * gates) follow unchanged.
 */
export function podConditions(pod: LivePod, phase: ContainerPhase, now: number): PodCondition[] {
  const before = pod.status?.conditions ?? [];
  const containersReady = containersReadyOutcome(pod, phase);
  const own: readonly (readonly [type: string, outcome: Outcome])[] = [
    ['PodReadyToStartContainers', { status: phase.phase === 'running' ? 'True' : 'False' }],
    ['Initialized', initializedOutcome(pod, phase)],
    ['Ready', readyOutcome(pod, containersReady)],
    ['ContainersReady', containersReady],
    ['PodScheduled', trueCondition],
  ];
  const types = new Set(own.map(([type]) => type));
  return [
    ...own.map(([type, outcome]) => conditionOf(pod, before, type, outcome, now)),
    ...before.filter(({ type }) => !types.has(type)).map((condition) => ({ ...condition })),
  ];
}

function conditionOf(
  pod: LivePod,
  before: readonly DeepReadonly<PodCondition>[],
  type: string,
  { status, ...why }: Outcome,
  now: number,
): PodCondition {
  const old = before.find((condition) => condition.type === type);
  const since = old?.status === status ? old.lastTransitionTime : undefined;
  const { generation } = pod.metadata;
  return {
    type,
    status,
    lastTransitionTime: since ?? formatTime(now),
    ...(generation !== undefined && { observedGeneration: generation }),
    ...why,
  };
}

function initializedOutcome({ spec }: LivePod, { phase }: ContainerPhase): Outcome {
  if (phase === 'terminated') return { status: 'True', reason: 'PodCompleted' };
  const names = (spec.initContainers ?? []).map(({ name }) => name);
  if (phase === 'running' || names.length === 0) return trueCondition;
  const message = `containers with incomplete status: [${names.join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyOutcome({ spec }: LivePod, phase: ContainerPhase): Outcome {
  if (phase.phase === 'terminated') return { status: 'False', reason: 'PodCompleted' };
  if (phase.phase === 'running' && phase.ready) return trueCondition;
  const names = spec.containers.map(({ name }) => name);
  return {
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${names.join(' ')}]`,
  };
}

/** The outcome of the Ready condition, which also requires the conditions of the Pod's readiness gates. */
function readyOutcome({ spec, status }: LivePod, containersReady: Outcome): Outcome {
  if (containersReady.status === 'False') return containersReady;
  const problems = (spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = status?.conditions?.find(({ type }) => type === conditionType);
    if (gate === undefined) return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    if (gate.status === 'True') return [];
    return [`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`];
  });
  return problems.length === 0
    ? trueCondition
    : { status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}
