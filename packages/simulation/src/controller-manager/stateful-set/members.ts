import type { DeepReadonly } from '@kb/apimachinery';
import type { StatefulSet } from '@kb/kubernetes/apps/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { availableIn } from '../../shared/pods.ts';

/** A StatefulSet as the caches hold it. */
export type LiveStatefulSet = DeepReadonly<StatefulSet>;

/** The label with the name of a Pod, for Services of one Pod. */
export const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
/** The label with the ordinal of a Pod. */
export const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';
/** The label with the name of the ControllerRevision that a Pod was created from. */
export const REVISION_LABEL = 'controller-revision-hash';

/** A place in a StatefulSet: an ordinal, and its Pod if there is one. */
export interface Member {
  readonly ordinal: number;
  readonly pod: LivePod | undefined;
}

/** The Pods of a StatefulSet. */
export interface Members {
  /** Those that it wants, by ordinal. */
  readonly wanted: ReadonlyMap<number, LivePod>;
  /** Pods that it does not want: the highest ordinal first, because they are removed in this order. */
  readonly condemned: readonly (Member & { readonly pod: LivePod })[];
}

const LARGEST_ORDINAL = 2 ** 31 - 1;

/** Splits a Pod's name into the name of its set and its ordinal, -1 if it is too large; undefined if it has none. */
export function parseMemberName(name: string): { readonly parent: string; readonly ordinal: number } | undefined {
  const hyphen = name.lastIndexOf('-');
  const digits = name.slice(hyphen + 1);
  if (hyphen < 0 || !/^\d+$/.test(digits)) return undefined;
  const ordinal = Number(digits);
  return { parent: name.slice(0, hyphen), ordinal: ordinal > LARGEST_ORDINAL ? -1 : ordinal };
}

/** The name of the Pod with an ordinal. */
export const memberName = ({ metadata }: LiveStatefulSet, ordinal: number): string => `${metadata.name}-${ordinal}`;

/** The first ordinal of a StatefulSet. */
export const firstOrdinal = ({ spec }: LiveStatefulSet): number => spec.ordinals?.start ?? 0;

/** The number of Pods that a StatefulSet wants. */
export const replicasOf = ({ spec }: LiveStatefulSet): number => spec.replicas ?? 1;

/** Whether a StatefulSet wants a Pod with an ordinal. */
export function isWanted(set: LiveStatefulSet, ordinal: number): boolean {
  const first = firstOrdinal(set);
  return ordinal >= first && ordinal < first + replicasOf(set);
}

/** Sorts the Pods of a StatefulSet. Ignores Pods whose ordinals are too large. */
export function membersOf(set: LiveStatefulSet, pods: readonly LivePod[]): Members {
  const wanted = new Map<number, LivePod>();
  const condemned: { readonly ordinal: number; readonly pod: LivePod }[] = [];
  for (const pod of pods) {
    const ordinal = parseMemberName(pod.metadata.name)?.ordinal ?? -1;
    if (isWanted(set, ordinal)) wanted.set(ordinal, pod);
    else if (ordinal >= 0) condemned.push({ ordinal, pod });
  }
  return { wanted, condemned: condemned.sort((a, b) => b.ordinal - a.ordinal) };
}

/** Yields the members that a StatefulSet wants, the first ordinal first. There may be billions of them. */
export function* replicasFromFirst(set: LiveStatefulSet, { wanted }: Members): Generator<Member> {
  const first = firstOrdinal(set);
  const end = first + replicasOf(set);
  for (let ordinal = first; ordinal < end; ordinal += 1) yield { ordinal, pod: wanted.get(ordinal) };
}

/** Yields the members that a StatefulSet wants, the last ordinal first, except for the first `count`. */
export function* replicasFromLast(set: LiveStatefulSet, { wanted }: Members, count: number): Generator<Member> {
  const first = firstOrdinal(set);
  for (let ordinal = first + replicasOf(set) - 1; ordinal >= first + count; ordinal -= 1)
    yield { ordinal, pod: wanted.get(ordinal) };
}

/** The name of the ControllerRevision that a Pod was created from. */
export const revisionOfPod = ({ metadata }: LivePod): string => metadata.labels?.[REVISION_LABEL] ?? '';

/** Whether a Pod has been ready for long enough, and is not being deleted. */
export function isAvailable({ spec }: LiveStatefulSet, { pod }: Member, now: number): boolean {
  if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return false;
  return availableIn(pod, spec.minReadySeconds ?? 0, now) === 0;
}
