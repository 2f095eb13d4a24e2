import type { DeepReadonly } from '@kb/apimachinery';
import { labelRequirement, labelsMatch, matchesLabels } from '@kb/apimachinery/selectors';
import type { NodeSelectorTerm } from '@kb/kubernetes/core/v1';
import type { LiveNode, LivePod } from './kinds.ts';

type LiveTerm = DeepReadonly<NodeSelectorTerm>;

/** Whether a node has the labels and the name that a Pod requires, by its selector and by its node affinity. */
export function matchesNodeAffinity({ spec }: LivePod, node: LiveNode): boolean {
  if (!labelsMatch(spec.nodeSelector ?? {}, node.metadata.labels)) return false;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return terms === undefined || matchesNodeTerms(terms, node);
}

/** Whether a node matches one of the terms of a node selector. */
export const matchesNodeTerms = (terms: readonly LiveTerm[], node: LiveNode): boolean =>
  terms.some((term) => matchesTerm(term, node));

/** The sum of the weights of the preferences of a Pod that a node meets. */
export function nodePreference({ spec }: LivePod, node: LiveNode): number {
  let sum = 0;
  const preferences = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  for (const { weight, preference } of preferences) if (matchesTerm(preference, node)) sum += weight;
  return sum;
}

/**
 * The only nodes that a Pod may run on, because each term of its node affinity names some; undefined if it does not
 * depend on names.
 */
export function namedNodes({ spec }: LivePod): ReadonlySet<string> | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const names = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const lists = matchFields.filter(({ key, operator }) => key === 'metadata.name' && operator === 'In');
    const [first, ...others] = lists.map(({ values = [] }) => new Set(values));
    if (first === undefined) return undefined;
    for (const name of first) if (others.every((other) => other.has(name))) names.add(name);
  }
  return terms.length === 0 ? undefined : names;
}

/** Whether a node matches a term. An empty term matches no node. */
function matchesTerm({ matchExpressions = [], matchFields = [] }: LiveTerm, node: LiveNode): boolean {
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
