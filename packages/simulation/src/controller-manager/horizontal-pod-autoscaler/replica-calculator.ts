import { parseTime } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import type { PodUsage } from './pod-usage.ts';

/** How far the usage may be from its target without a change of the replicas: 0.1 is ten percent. */
export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

/** What the number of replicas is computed from. */
export interface ReplicaInput {
  /** The replicas of the target now. */
  readonly current: number;
  /** The Pods that the target's selector matches. */
  readonly pods: readonly LivePod[];
  /** What they use, by their names. */
  readonly usage: ReadonlyMap<string, PodUsage>;
  readonly resource: string;
  readonly tolerances: Tolerances;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A number of replicas, and the usage that asks for it. */
export interface Proposal<Usage> {
  readonly replicas: number;
  readonly usage: Usage;
}

/** The usage of Pods as a part of what they request. */
export interface Utilization {
  /** In whole percents. */
  readonly percent: number;
  /** The average of the Pods, in thousandths. */
  readonly average: bigint;
}

/** How long after its start a Pod's CPU usage may be that of its start. */
const CPU_INITIALIZATION_MS = 300_000;
/** How long after its start a Pod may become ready for the first time. */
const INITIAL_READINESS_MS = 30_000;

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Computes the replicas with which Pods use `target` percent of what they request. `requests` returns the requests by
 * the name of the Pod, and may throw.
 */
export function replicasForUtilization(
  input: ReplicaInput,
  target: number,
  requests: () => ReadonlyMap<string, bigint>,
): Proposal<Utilization> {
  // What a missing Pod counts as when others use too little: all that it requests, or more if the target is above that.
  const fallback = BigInt(Math.max(100, target));
  return propose(input, () => {
    const requested = requests();
    return {
      measure: (values) => {
        const usage = utilizationOf(values, requested);
        return { ratio: usage.percent / target, usage };
      },
      missing: (name) => ((requested.get(name) ?? 0n) * fallback) / 100n,
    };
  });
}

/** Computes the replicas with which a Pod uses `target` thousandths on average. */
export function replicasForAverage(input: ReplicaInput, target: bigint): Proposal<bigint> {
  return propose(input, () => ({
    measure: (values) => {
      const average = sumOf(values.values()) / BigInt(values.size);
      return { ratio: Number(average) / Number(target), usage: average };
    },
    missing: () => target,
  }));
}

function utilizationOf(values: Values, requests: ReadonlyMap<string, bigint>): Utilization {
  const known = [...values].filter(([name]) => requests.has(name));
  const used = sumOf(known.map(([, value]) => value));
  const requested = sumOf(known.map(([name]) => requests.get(name) ?? 0n));
  if (requested === 0n) throw new Error('no metrics returned matched known pods');
  return { percent: Number((used * 100n) / requested), average: used / BigInt(known.length) };
}

const sumOf = (values: Iterable<bigint>): bigint => [...values].reduce((sum, value) => sum + value, 0n);

/** Usages in thousandths, by the name of the Pod. */
type Values = ReadonlyMap<string, bigint>;

/** How usages are compared with a target. */
interface Measure<Usage> {
  /** `ratio`: 1 is on target, 2 is twice of it. */
  readonly measure: (values: Values) => { readonly ratio: number; readonly usage: Usage };
  /** The value of a Pod without metrics when the others use less than the target. */
  readonly missing: (name: string) => bigint;
}

function propose<Usage>(input: ReplicaInput, measureOf: () => Measure<Usage>): Proposal<Usage> {
  const { current, pods, tolerances } = input;
  if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count');
  const { measured, unready, missing } = groupPods(input);
  // Usage of Pods that the selector no longer matches counts too.
  if (measured.size === 0) throw new Error('did not receive metrics for targeted pods (pods might be unready)');
  const { measure, missing: valueOfMissing } = measureOf();
  const { ratio, usage } = measure(measured);
  const addsUnready = unready.length > 0 && ratio > 1;
  if (!addsUnready && missing.length === 0) {
    const replicas = isWithin(ratio, tolerances) ? current : roundedUp(ratio * readyCount(input));
    return { replicas, usage };
  }
  const values = new Map(measured);
  if (ratio !== 1) for (const name of missing) values.set(name, ratio < 1 ? valueOfMissing(name) : 0n);
  if (addsUnready) for (const name of unready) values.set(name, 0n);
  const { ratio: newRatio } = measure(values);
  const turns = (ratio < 1 && newRatio > 1) || (ratio > 1 && newRatio < 1);
  if (isWithin(newRatio, tolerances) || turns) return { replicas: current, usage };
  const replicas = roundedUp(newRatio * values.size);
  const opposes = (newRatio < 1 && replicas > current) || (newRatio > 1 && replicas < current);
  return { replicas: opposes ? current : replicas, usage };
}

const isWithin = (ratio: number, { up, down }: Tolerances): boolean => 1 - down <= ratio && ratio <= 1 + up;

const roundedUp = (replicas: number): number => Math.min(Math.ceil(replicas), MAX_INT32);

/** How a Pod counts: its usage does, it has none, it is not ready for load, or it is about to end. */
type Group = 'ready' | 'missing' | 'unready' | 'ignored';

function groupPods(input: ReplicaInput): {
  readonly measured: Map<string, bigint>;
  readonly unready: string[];
  readonly missing: string[];
} {
  const measured = new Map([...input.usage].map(([name, { value }]) => [name, value]));
  const names: Record<Group, string[]> = { ready: [], missing: [], unready: [], ignored: [] };
  for (const pod of input.pods) names[groupOf(pod, input)].push(pod.metadata.name);
  for (const name of [...names.ignored, ...names.unready]) measured.delete(name);
  return { measured, unready: names.unready, missing: names.missing };
}

const readyCount = (input: ReplicaInput): number => input.pods.filter((pod) => groupOf(pod, input) === 'ready').length;

function groupOf(pod: LivePod, { usage, resource, now }: ReplicaInput): Group {
  const { metadata, status } = pod;
  if (metadata.deletionTimestamp !== undefined || status?.phase === 'Failed') return 'ignored';
  if (status?.phase === 'Pending') return 'unready';
  const own = usage.get(metadata.name);
  if (own === undefined) return 'missing';
  return resource === 'cpu' && isStarting(pod, own, now) ? 'unready' : 'ready';
}

/** Whether the CPU that a Pod uses says nothing about its load. */
function isStarting({ status }: LivePod, { timestamp, window }: PodUsage, now: number): boolean {
  const condition = status?.conditions?.find(({ type }) => type === 'Ready');
  const startedAt = parseTime(status?.startTime ?? '');
  if (condition === undefined || startedAt === undefined) return true;
  const changedAt = parseTime(condition.lastTransitionTime ?? '') ?? 0;
  const isUnready = condition.status === 'False';
  if (startedAt + CPU_INITIALIZATION_MS > now) return isUnready || timestamp < changedAt + window;
  return isUnready && startedAt + INITIAL_READINESS_MS > changedAt;
}
