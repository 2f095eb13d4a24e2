import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';
import { createPlacedTerms, type NamespaceLabels, type PlacedTerms } from './affinity-terms.ts';
import { countPod, emptyNodeInfo, type NodeInfo } from './node-info.ts';
import { createPodCounts, type PodCounts } from './pod-counts.ts';
import { type PodFacts, podFactsOf } from './pod-facts.ts';

/** What the scheduler knows of the cluster: the nodes, and the Pods on them. Kept up to date by each change. */
export interface ClusterState {
  /** The nodes, in the order in which they appeared. */
  nodes(): readonly NodeInfo[];
  node(name: string): NodeInfo | undefined;
  readonly counts: PodCounts;
  readonly terms: PlacedTerms;
  readonly namespaceLabels: NamespaceLabels;
  setNode(node: LiveNode): void;
  removeNode(name: string): void;
  /**
   * Records a Pod as the server has it. Returns whether it left its node: it ended. A Pod that was assumed stays on its
   * node until the server says where it is.
   */
  setPod(pod: LivePod): { readonly left: boolean; readonly placed: boolean };
  /** Forgets a Pod. Returns whether it was on a node. */
  removePod(uid: string): boolean;
  /** Records a Pod on a node before the server has bound it. */
  assume(pod: LivePod, node: string): void;
  /** Whether a Pod is on a node, or assumed to be. */
  isPlaced(uid: string): boolean;
  /** The Pods that wait for room on a node, because others were removed for them. */
  nominated(node: string): Iterable<PodFacts>;
  nominate(pod: LivePod, node: string | undefined): void;
}

interface Placed {
  readonly facts: PodFacts;
  readonly node: string;
}

/** Creates an empty {@link ClusterState}. */
export function createClusterState(namespaceLabels: NamespaceLabels): ClusterState {
  const infos = new Map<string, NodeInfo>();
  let list: readonly NodeInfo[] | undefined;
  const placed = new Map<string, Placed>();
  const byNamespace = new Map<string, Map<string, Placed>>();
  /** The Pods on each node, also on nodes that have no object. */
  const byNode = new Map<string, Map<string, PodFacts>>();
  const nominations = new Map<string, Map<string, PodFacts>>();
  const nominatedTo = new Map<string, string>();
  const terms = createPlacedTerms();
  const counts = createPodCounts(function* (namespaces) {
    const names = namespaces ?? byNamespace.keys();
    for (const name of names)
      for (const { node, facts } of byNamespace.get(name)?.values() ?? []) yield [node, facts] as const;
  });

  function put(uid: string, facts: PodFacts, node: string): void {
    const entry = { facts, node };
    placed.set(uid, entry);
    inMap(byNamespace, facts.namespace).set(uid, entry);
    inMap(byNode, node).set(uid, facts);
    const info = infos.get(node);
    if (info !== undefined) countPod(info, facts, 1);
    counts.change(node, facts, 1);
    terms.change(node, facts, 1);
  }

  function take(uid: string): Placed | undefined {
    const entry = placed.get(uid);
    if (entry === undefined) return undefined;
    const { facts, node } = entry;
    placed.delete(uid);
    byNamespace.get(facts.namespace)?.delete(uid);
    byNode.get(node)?.delete(uid);
    const info = infos.get(node);
    if (info !== undefined) countPod(info, facts, -1);
    counts.change(node, facts, -1);
    terms.change(node, facts, -1);
    return entry;
  }

  function nominate(pod: LivePod, node: string | undefined): void {
    const { uid } = pod.metadata;
    const before = nominatedTo.get(uid);
    if (before !== undefined) nominations.get(before)?.delete(uid);
    if (node === undefined) {
      nominatedTo.delete(uid);
      return;
    }
    nominatedTo.set(uid, node);
    inMap(nominations, node).set(uid, podFactsOf(pod));
  }

  return {
    nodes: () => (list ??= [...infos.values()]),
    node: (name) => infos.get(name),
    counts,
    terms,
    namespaceLabels,
    setNode: (node) => {
      const info = emptyNodeInfo(node);
      for (const facts of byNode.get(info.name)?.values() ?? []) countPod(info, facts, 1);
      infos.set(info.name, info);
      list = undefined;
    },
    removeNode: (name) => {
      infos.delete(name);
      list = undefined;
    },
    setPod: (pod) => {
      const { uid } = pod.metadata;
      const { nodeName = '' } = pod.spec;
      const before = placed.get(uid);
      if (before?.facts.pod === pod) return { left: false, placed: false };
      if (nodeName === '') {
        if (before !== undefined && !isTerminal(pod)) return { left: false, placed: false };
        return { left: take(uid) !== undefined, placed: false };
      }
      take(uid);
      nominate(pod, undefined);
      if (isTerminal(pod)) return { left: before !== undefined, placed: false };
      put(uid, podFactsOf(pod), nodeName);
      return { left: false, placed: before === undefined };
    },
    removePod: (uid) => {
      const node = nominatedTo.get(uid);
      if (node !== undefined) nominations.get(node)?.delete(uid);
      nominatedTo.delete(uid);
      return take(uid) !== undefined;
    },
    assume: (pod, node) => {
      take(pod.metadata.uid);
      nominate(pod, undefined);
      put(pod.metadata.uid, podFactsOf(pod), node);
    },
    isPlaced: (uid) => placed.has(uid),
    nominated: (node) => nominations.get(node)?.values() ?? [],
    nominate,
  };
}

function inMap<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const created = new Map<string, V>();
  maps.set(key, created);
  return created;
}
