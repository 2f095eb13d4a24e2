import { type ObjectKey, keyOf } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { LivePod } from '../shared/kinds.ts';
import { priorityOf } from './cluster/pod-facts.ts';
import type { EndedBy } from './filter/refusal.ts';

/** What happened in the cluster that may help a Pod that fitted nowhere. */
export type Change =
  /** A node appeared or changed. */
  | 'node'
  /** A Pod left its node. */
  | 'left'
  /** A Pod came to a node, or one on a node got other labels. */
  | 'placed';

/** The Pods that fit nowhere at the moment, in groups of equal ones: if one does not fit, the others do not either. */
export interface WaitingPods {
  add(pod: LivePod, waits: ReadonlySet<EndedBy>): void;
  /** Removes a Pod. Returns the next one of its group, which may fit too. */
  remove(uid: string): WaitingPod | undefined;
  /** The first Pod of each group that a change may help. */
  wokenBy(change: Change): WaitingPod[];
}

/** A Pod to try again. */
export interface WaitingPod {
  readonly key: ObjectKey;
  readonly priority: number;
}

interface Group {
  readonly pods: Map<string, WaitingPod>;
  waits: ReadonlySet<EndedBy>;
}

/** Creates {@link WaitingPods} without any. */
export function createWaitingPods(): WaitingPods {
  const groups = new Map<string, Group>();
  const groupOf = new Map<string, string>();

  function remove(uid: string): WaitingPod | undefined {
    const name = groupOf.get(uid);
    if (name === undefined) return undefined;
    groupOf.delete(uid);
    const group = groups.get(name);
    group?.pods.delete(uid);
    if (group?.pods.size === 0) groups.delete(name);
    return group?.pods.values().next().value;
  }

  return {
    add: (pod, waits) => {
      const { uid } = pod.metadata;
      const name = signatureOf(pod);
      if (groupOf.get(uid) !== name) remove(uid);
      const group = groups.get(name) ?? { pods: new Map<string, WaitingPod>(), waits };
      group.waits = waits;
      group.pods.set(uid, { key: keyOf(pod), priority: priorityOf(pod) });
      groups.set(name, group);
      groupOf.set(uid, name);
    },
    remove,
    wokenBy: (change) =>
      [...groups.values()].flatMap(({ pods, waits }) => {
        const [first] = pods.values();
        return first === undefined || !helps(change, waits) ? [] : [first];
      }),
  };
}

/** Whether a change may help a Pod that was refused for these reasons. */
function helps(change: Change, waits: ReadonlySet<EndedBy>): boolean {
  if (change === 'node') return true;
  return waits.has('pods') || (change === 'left' && waits.has('room'));
}

/** A text that is the same for Pods that fit on the same nodes. */
function signatureOf(pod: LivePod): string {
  const { spec, status } = pod;
  const { namespace, labels } = pod.metadata;
  const { nodeSelector, affinity, tolerations, topologySpreadConstraints, preemptionPolicy, overhead, resources } =
    spec;
  const container = ({ resources: own, ports, restartPolicy }: LivePod['spec']['containers'][number]) => [
    own,
    ports?.filter(({ hostPort = 0 }) => hostPort !== 0),
    restartPolicy,
  ];
  const parts = [
    [namespace, labels, priorityOf(pod), status?.nominatedNodeName],
    [nodeSelector, affinity, tolerations, topologySpreadConstraints, preemptionPolicy, overhead, resources],
    spec.containers.map(container),
    spec.initContainers?.map(container),
    spec.volumes?.filter(({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim ?? ephemeral),
  ];
  return stringifyJson(parts, { sortKeys: true });
}
