import { type DeepReadonly, formatTime } from '@kb/apimachinery';
import type { PodCondition } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { isSidecar } from '../options/outlook.ts';
import type { PodPhase } from '../run/pod-phase.ts';
import { initContainers, longRunning, runOf } from '../run/pod-run.ts';
import { readinessOf } from '../run/readiness.ts';
import type { StatusMoment } from './container-statuses.ts';

type Outcome = { readonly status: 'True' | 'False'; readonly reason?: string; readonly message?: string };

const trueCondition: Outcome = { status: 'True' };

/**
 * Computes the conditions of a Pod on the node, in the kubelet's order. Conditions of other components (readiness
 * gates) follow unchanged.
 */
export function podConditions(moment: StatusMoment, phase: PodPhase): PodCondition[] {
  const { pod, run, now } = moment;
  const before = pod.status?.conditions ?? [];
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const containersReady = containersReadyOutcome(moment, phase);
  const own: readonly (readonly [type: string, outcome: Outcome])[] = [
    ['PodReadyToStartContainers', { status: run.hasSandbox && !isOver ? 'True' : 'False' }],
    ['Initialized', initializedOutcome(moment, phase)],
    ['Ready', readyOutcome(pod, containersReady)],
    ['ContainersReady', containersReady],
    ['PodScheduled', trueCondition],
  ];
  const types = new Set(own.map(([type]) => type));
  return [
    ...own.map(([type, outcome]) => conditionOf(pod, before, { type, ...outcome }, now)),
    ...before.filter(({ type }) => !types.has(type)).map((condition) => ({ ...condition })),
  ];
}

function conditionOf(
  pod: LivePod,
  before: readonly DeepReadonly<PodCondition>[],
  { type, status, ...why }: Outcome & { readonly type: string },
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

function initializedOutcome(moment: StatusMoment, phase: PodPhase): Outcome {
  const { pod, run, settings, now } = moment;
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  const hasStarted = pod.spec.containers.some((container) => {
    const { state, last } = runOf(run, container);
    return last !== undefined || (state.is !== 'waiting' && state.startedAt !== undefined);
  });
  if (hasStarted) return trueCondition;
  const incomplete = initContainers(pod).filter((container) => {
    const { started, ready } = readinessOf(pod, container, runOf(run, container), { settings, now });
    return isSidecar(container) ? !started : !ready;
  });
  if (incomplete.length === 0) return trueCondition;
  const message = `containers with incomplete status: [${incomplete.map(({ name }) => name).join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyOutcome({ pod, run, settings, now }: StatusMoment, phase: PodPhase): Outcome {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = longRunning(pod).filter(
    (container) => !readinessOf(pod, container, runOf(run, container), { settings, now }).ready,
  );
  if (unready.length === 0) return trueCondition;
  const names = unready.map(({ name }) => name).join(' ');
  return { status: 'False', reason: 'ContainersNotReady', message: `containers with unready status: [${names}]` };
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
