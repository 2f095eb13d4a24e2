import { type DeepReadonly, formatTime, parseTime } from '@kb/apimachinery';
import type { Lease } from '@kb/kubernetes/coordination/v1';
import type { NodeCondition } from '@kb/kubernetes/core/v1';
import type { LiveNode } from '../../shared/kinds.ts';
import { readyConditionOf } from './condition-taints.ts';

/** How long a node may be silent that has never reported its state. */
const STARTUP_GRACE_MS = 60_000;
/** How long a node may be silent after its Lease has ended: a kubelet's lasts 40 seconds, so 50 in sum. */
const BEYOND_LEASE_MS = 10_000;
const KUBELET_LEASE_MS = 40_000;

/** When each node last gave a sign of life, by its Lease or its status. */
export interface NodeHealth {
  observeNode(node: LiveNode, now: number): void;
  /** Returns whether the node may now be silent for a shorter time than before. */
  observeLease(lease: DeepReadonly<Lease>, now: number): boolean;
  forget(name: string): void;
  /** Counts a sign of life of every node. */
  touchAll(now: number): void;
  /** The time after which a node counts as unreachable. Infinity for a node that is unknown. */
  deadlineOf(name: string): number;
}

interface Health {
  aliveAt: number;
  heartbeat: string | undefined;
  hasReported: boolean;
}

interface Renewal {
  readonly at: number;
  readonly durationMs: number;
}

/** Creates {@link NodeHealth} that knows no node. */
export function createNodeHealth(): NodeHealth {
  const known = new Map<string, Health>();
  const renewals = new Map<string, Renewal>();

  function deadlineOf(name: string): number {
    const health = known.get(name);
    if (health === undefined) return Infinity;
    const durationMs = renewals.get(name)?.durationMs ?? KUBELET_LEASE_MS;
    return health.aliveAt + (health.hasReported ? durationMs + BEYOND_LEASE_MS : STARTUP_GRACE_MS);
  }

  return {
    observeNode: (node, now) => {
      const { name, creationTimestamp } = node.metadata;
      const ready = readyConditionOf(node);
      const before = known.get(name);
      const heartbeat = ready?.lastHeartbeatTime ?? undefined;
      const hasReported = ready !== undefined;
      if (before !== undefined && before.hasReported === hasReported && before.heartbeat === heartbeat) return;
      const aliveAt = before === undefined && !hasReported ? (parseTime(creationTimestamp) ?? now) : now;
      known.set(name, { aliveAt, heartbeat, hasReported });
    },
    observeLease: ({ metadata: { name }, spec }, now) => {
      const at = parseTime(spec?.renewTime ?? '') ?? 0;
      const before = renewals.get(name);
      if (before !== undefined && at <= before.at) return false;
      const deadline = deadlineOf(name);
      renewals.set(name, { at, durationMs: (spec?.leaseDurationSeconds ?? 40) * 1000 });
      const health = known.get(name);
      if (health !== undefined) health.aliveAt = now;
      return deadlineOf(name) < deadline;
    },
    forget: (name) => {
      known.delete(name);
      renewals.delete(name);
    },
    touchAll: (now) => {
      for (const health of known.values()) health.aliveAt = now;
    },
    deadlineOf,
  };
}

const watched = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/**
 * Returns a silent node with the conditions that say so; undefined if its Ready condition is Unknown already. Other
 * types of conditions are kept.
 */
export function silentNode(node: LiveNode, now: number): LiveNode | undefined {
  if (readyConditionOf(node)?.status === 'Unknown') return undefined;
  const lastTransitionTime = formatTime(now);
  const conditions = (node.status?.conditions ?? []).map((condition): DeepReadonly<NodeCondition> =>
    !watched.includes(condition.type) || condition.status === 'Unknown'
      ? condition
      : {
          ...condition,
          status: 'Unknown',
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
          lastTransitionTime,
        },
  );
  const missing = watched.filter((type) => !conditions.some((condition) => condition.type === type));
  const never = missing.map((type) => ({
    type,
    status: 'Unknown',
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
    lastHeartbeatTime: node.metadata.creationTimestamp,
    lastTransitionTime,
  }));
  return { ...node, status: { ...node.status, conditions: [...conditions, ...never] } };
}
