import { compareUtf8, quoteString } from '@kb/apimachinery/codec';
import type { FrozenObject } from '../../objects/api-object.ts';
import { evaluatePod, reasonsOf } from './evaluate-pod.ts';
import { type LevelVersion, levelText } from './policy.ts';

/** How many Pods are looked at. */
const MOST_PODS = 3000;

/** Pods that violate the same. */
interface Offenders {
  /** The first by name. */
  readonly first: string;
  readonly count: number;
}

/**
 * Judges the Pods of a namespace by a new level, one in each step, until `isOver` says that there is no more time.
 * Returns the warnings about it.
 */
export function* warnAboutPods(
  namespace: string,
  pods: readonly FrozenObject[],
  enforce: LevelVersion,
  isOver: () => boolean,
): Generator<void, string[]> {
  const chosen = oneOfEachControllerFirst(pods).slice(0, MOST_PODS);
  const offenders = new Map<string, Offenders>();
  let checked = 0;
  for (const { metadata, spec } of chosen) {
    const reasons = reasonsOf(evaluatePod(enforce, { annotations: metadata.annotations ?? {}, spec }));
    if (reasons !== '') note(offenders, reasons, metadata.name ?? '');
    checked += 1;
    if (isOver()) break;
    yield;
  }
  const newLevel = 'new PodSecurity enforce level';
  const lines = [...offenders].map(([reasons, { first, count }]) => `${first}${others(count)}: ${reasons}`);
  return [
    ...(checked < pods.length
      ? [`${newLevel} only checked against the first ${checked} of ${pods.length} existing pods`]
      : []),
    ...(lines.length > 0
      ? [`existing pods in namespace ${quoteString(namespace)} violate the ${newLevel} "${levelText(enforce)}"`]
      : []),
    ...lines.sort(compareUtf8),
  ];
}

function note(offenders: Map<string, Offenders>, reasons: string, name: string): void {
  const { first, count } = offenders.get(reasons) ?? { first: name, count: 0 };
  offenders.set(reasons, { first: compareUtf8(name, first) < 0 ? name : first, count: count + 1 });
}

function others(count: number): string {
  if (count === 1) return '';
  return ` (and ${count - 1} other ${count === 2 ? 'pod' : 'pods'})`;
}

/** The Pods that a controller has made are mostly the same: one of each comes before the others. */
function oneOfEachControllerFirst(pods: readonly FrozenObject[]): FrozenObject[] {
  const seen = new Set<string>();
  const rest: FrozenObject[] = [];
  const first = pods.filter((pod) => {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    if (owner === undefined) return true;
    if (seen.has(owner)) {
      rest.push(pod);
      return false;
    }
    seen.add(owner);
    return true;
  });
  return [...first, ...rest];
}
