import type { DeepReadonly } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { type LabelSelector, labelSelectorOf, matchesLabels, selectsNothing } from '@kb/apimachinery/selectors';
import type { PodAffinityTerm } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import type { PodFacts } from './pod-facts.ts';

/** Looks up the labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>;

/** A term of a Pod's affinity or anti-affinity towards other Pods. */
export interface AffinityTerm {
  /** Identifies the term: terms with one key are the same. */
  readonly key: string;
  readonly topologyKey: string;
  /** Positive: attracts; negative: repels. Required terms: 1 and -1. */
  readonly weight: number;
  readonly isRequired: boolean;
  /** Whether it is about this Pod. */
  matches(facts: PodFacts, labelsOf: NamespaceLabels): boolean;
}

/** Returns the terms of a Pod. */
export function affinityTermsOf(pod: LivePod): readonly AffinityTerm[] {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  if (podAffinity === undefined && podAntiAffinity === undefined) return [];
  const namespace = pod.metadata.namespace ?? '';
  const part = (affinity: typeof podAffinity, sign: 1 | -1): AffinityTerm[] => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) =>
      termOf(term, namespace, sign, true),
    ),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) =>
      termOf(podAffinityTerm, namespace, sign * weight, false),
    ),
  ];
  return [...part(podAffinity, 1), ...part(podAntiAffinity, -1)];
}

function termOf(term: DeepReadonly<PodAffinityTerm>, own: string, weight: number, isRequired: boolean): AffinityTerm {
  const { topologyKey, labelSelector, namespaces = [], namespaceSelector } = term;
  const selector: LabelSelector = labelSelector === undefined ? selectsNothing : labelSelectorOf(labelSelector);
  const named = new Set(namespaces.length === 0 && namespaceSelector === undefined ? [own] : namespaces);
  const selected = namespaceSelector === undefined ? selectsNothing : labelSelectorOf(namespaceSelector);
  return {
    key: stringifyJson([term, [...named], weight, isRequired], { sortKeys: true }),
    topologyKey,
    weight,
    isRequired,
    matches: (facts, labelsOf) =>
      (named.has(facts.namespace) ||
        (namespaceSelector !== undefined && matchesLabels(selected, labelsOf(facts.namespace)))) &&
      matchesLabels(selector, facts.pod.metadata.labels),
  };
}

/** The terms of all Pods on nodes: each term once, with the number of Pods that have it on each node. */
export interface PlacedTerms {
  change(node: string, facts: PodFacts, change: 1 | -1): void;
  /** The terms, with the number of Pods by node. */
  all(): Iterable<{ readonly term: AffinityTerm; readonly byNode: ReadonlyMap<string, number> }>;
}

/** Creates {@link PlacedTerms} without any. */
export function createPlacedTerms(): PlacedTerms {
  const byKey = new Map<string, { readonly term: AffinityTerm; readonly byNode: Map<string, number> }>();
  return {
    change: (node, { pod }, change) => {
      for (const term of affinityTermsOf(pod)) {
        const entry = byKey.get(term.key) ?? { term, byNode: new Map<string, number>() };
        byKey.set(term.key, entry);
        const count = (entry.byNode.get(node) ?? 0) + change;
        if (count === 0) entry.byNode.delete(node);
        else entry.byNode.set(node, count);
        if (entry.byNode.size === 0) byKey.delete(term.key);
      }
    },
    all: () => byKey.values(),
  };
}
