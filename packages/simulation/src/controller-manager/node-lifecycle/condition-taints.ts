import type { DeepReadonly } from '@kb/apimachinery';
import type { NodeCondition, Taint } from '@kb/kubernetes/core/v1';
import type { LiveNode } from '../../shared/kinds.ts';
import { type LiveTaint, NOT_READY_TAINT, UNREACHABLE_TAINT, UNSCHEDULABLE_TAINT } from '../../shared/taints.ts';

/** The taints that conditions of a node lead to: by the type and the status of the condition. */
const byCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: NOT_READY_TAINT, Unknown: UNREACHABLE_TAINT },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
};

/** The keys of the taints with the effect `NoSchedule` that no user may keep: they follow the state of the node. */
const managed = new Set([
  UNSCHEDULABLE_TAINT,
  ...Object.values(byCondition).flatMap((taints) => Object.values(taints)),
]);

/** The Ready condition of a node; undefined if it has none. */
export const readyConditionOf = ({ status }: LiveNode): DeepReadonly<NodeCondition> | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready');

/** What has to change in the taints of a node. */
export interface TaintChange {
  readonly add: readonly Taint[];
  readonly remove: readonly LiveTaint[];
}

/** Returns the change of the `NoSchedule` taints of a node that its conditions and its cordon ask for. */
export function conditionTaints({ spec, status }: LiveNode): TaintChange {
  const wanted = new Set<string>();
  for (const { type, status: is } of status?.conditions ?? []) {
    const key = byCondition[type]?.[is];
    if (key !== undefined) wanted.add(key);
  }
  if (spec?.unschedulable) wanted.add(UNSCHEDULABLE_TAINT);
  const present = (spec?.taints ?? []).filter(({ key, effect }) => effect === 'NoSchedule' && managed.has(key));
  const keys = new Set(present.map(({ key }) => key));
  return {
    add: [...wanted].filter((key) => !keys.has(key)).map((key) => ({ key, effect: 'NoSchedule' })),
    remove: present.filter(({ key }) => !wanted.has(key)),
  };
}

const evicting = [NOT_READY_TAINT, UNREACHABLE_TAINT];

/** The taint that evicts the Pods of a node that is not ready; undefined if it is. */
export function evictingTaintKey(node: LiveNode): string | undefined {
  const status = readyConditionOf(node)?.status;
  return status === undefined ? undefined : byCondition['Ready']?.[status];
}

/** Returns the change of the `NoExecute` taints of a node that leaves only this one of the two for nodes not ready. */
export function evictionTaints({ spec }: LiveNode, wanted: string | undefined): TaintChange {
  const present = (spec?.taints ?? []).filter(({ key, effect }) => effect === 'NoExecute' && evicting.includes(key));
  return {
    add:
      wanted === undefined || present.some(({ key }) => key === wanted) ? [] : [{ key: wanted, effect: 'NoExecute' }],
    remove: present.filter(({ key }) => key !== wanted),
  };
}
