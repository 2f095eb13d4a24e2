import type { DeepReadonly } from '@kb/apimachinery';
import { labelRequirement, labelsMatch, matchesLabels } from '@kb/apimachinery/selectors';
import type { Node, NodeSelectorTerm, Taint, Toleration } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../shared/kinds.ts';

/** A Node as the caches hold it. */
export type LiveNode = DeepReadonly<Node>;

/** The taint that the API server adds to every new Node, until the Node is reported ready. */
export const NOT_READY_TAINT = 'node.kubernetes.io/not-ready';

/** Whether a Pod waits for the default scheduler: not for another scheduler, not gated, and not being deleted. */
export function waitsForScheduling({ metadata, spec, status }: LivePod): boolean {
  return (
    (spec.nodeName ?? '') === '' &&
    metadata.deletionTimestamp === undefined &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed' &&
    (spec.schedulingGates ?? []).length === 0 &&
    (spec.schedulerName ?? 'default-scheduler') === 'default-scheduler'
  );
}

/**
 * The scheduler's message if a Pod cannot run on a Node; undefined if it can. Checks cordons, taints, node selectors
 * and node affinity.
 */
export function whyUnschedulable(pod: LivePod, node: LiveNode): string | undefined {
  if (node.spec?.unschedulable) return '1 node(s) were unschedulable';
  const taint = (node.spec?.taints ?? []).find((candidate) => repels(candidate) && !isTolerated(candidate, pod));
  if (taint !== undefined) return `1 node(s) had untolerated taint(s)`;
  if (!matchesSelectors(pod, node)) return "1 node(s) didn't match Pod's node affinity/selector";
  return undefined;
}

const repels = ({ key, effect }: DeepReadonly<Taint>): boolean =>
  effect !== 'PreferNoSchedule' && key !== NOT_READY_TAINT;

function isTolerated(taint: DeepReadonly<Taint>, { spec }: LivePod): boolean {
  return (spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
}

function tolerates({ key, operator, value, effect }: DeepReadonly<Toleration>, taint: DeepReadonly<Taint>): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  return operator === 'Exists' || (Boolean(key) && (value ?? '') === (taint.value ?? ''));
}

function matchesSelectors({ spec }: LivePod, node: LiveNode): boolean {
  if (!labelsMatch(spec.nodeSelector ?? {}, node.metadata.labels)) return false;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return terms === undefined || matchesNodeTerms(terms, node);
}

/** Whether a node matches one of the terms of a node selector. */
export const matchesNodeTerms = (terms: readonly DeepReadonly<NodeSelectorTerm>[], node: LiveNode): boolean =>
  terms.some((term) => matchesTerm(term, node));

/** Whether a node matches a term. An empty term matches no node. */
function matchesTerm(
  { matchExpressions = [], matchFields = [] }: DeepReadonly<NodeSelectorTerm>,
  node: LiveNode,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  const fields = { 'metadata.name': node.metadata.name };
  return (
    matchExpressions.every((expression) => satisfies(expression, node.metadata.labels ?? {})) &&
    matchFields.every((expression) => satisfies(expression, fields))
  );
}

const operators = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', '>'],
  ['Lt', '<'],
] as const);

function satisfies(
  {
    key,
    operator,
    values = [],
  }: { readonly key: string; readonly operator: string; readonly values?: readonly string[] },
  labels: Readonly<Record<string, string>>,
): boolean {
  for (const [name, known] of operators) {
    if (name === operator) return matchesLabels({ requirements: [labelRequirement(key, known, values)] }, labels);
  }
  return false;
}
