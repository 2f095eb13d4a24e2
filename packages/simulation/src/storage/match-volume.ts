import { compareQuantities } from '@kb/apimachinery';
import { labelSelectorOf, matchesLabels } from '@kb/apimachinery/selectors';
import { classNameOf, isReservedFor, type LiveClaim, type LiveVolume, sizeOf } from './storage-objects.ts';

/** How {@link bestVolume} looks for a volume. */
export interface MatchOptions {
  /** Only volumes that users reserved for the claim: others wait until its first Pod is scheduled. */
  readonly reservedOnly?: boolean;
  /** Whether a volume can be reached, by its node affinity. Default: every volume can. */
  readonly reaches?: (volume: LiveVolume) => boolean;
}

/**
 * Finds the volume for a claim: of those with the fewest access modes, the one that is reserved for it, else the
 * smallest one that is large enough. Undefined if none matches. `volumes`: those that no other claim has.
 */
export function bestVolume(
  claim: LiveClaim,
  volumes: Iterable<LiveVolume>,
  options: MatchOptions = {},
): LiveVolume | undefined {
  let best: Candidate | undefined;
  const perfect = { modes: claim.spec?.accessModes?.length ?? 0, reserved: false, size: sizeOf(claim) };
  for (const volume of volumes) {
    if (!mayServe(claim, volume)) continue;
    const reserved = isReservedFor(volume, claim);
    if (!reserved && (options.reservedOnly || !isFree(claim, volume))) continue;
    if (options.reaches?.(volume) === false) {
      if (reserved) return undefined;
      continue;
    }
    const candidate = { volume, reserved, modes: volume.spec?.accessModes?.length ?? 0, size: sizeOf(volume) };
    if (best === undefined || compare(candidate, best) < 0) best = candidate;
    // Nothing that follows can be better, except a reserved volume, which comes first.
    if (compare(best, perfect) <= 0) break;
  }
  return best?.volume;
}

interface Candidate {
  readonly volume: LiveVolume;
  readonly reserved: boolean;
  readonly modes: number;
  readonly size: string | number;
}

function compare(a: Omit<Candidate, 'volume'>, b: Omit<Candidate, 'volume'>): number {
  return a.modes - b.modes || Number(b.reserved) - Number(a.reserved) || compareQuantities(a.size, b.size);
}

/** The conditions that also a reserved volume meets. */
function mayServe(claim: LiveClaim, volume: LiveVolume): boolean {
  if (volume.metadata.deletionTimestamp !== undefined) return false;
  if (volume.spec?.claimRef !== undefined && !isReservedFor(volume, claim)) return false;
  return (
    hasModes(claim, volume) &&
    compareQuantities(sizeOf(volume), sizeOf(claim)) >= 0 &&
    sameVolumeMode(claim, volume) &&
    attributesClassOf(claim) === attributesClassOf(volume)
  );
}

/** The further conditions for a volume that nobody reserved. */
function isFree(claim: LiveClaim, volume: LiveVolume): boolean {
  if (volume.status?.phase !== 'Available' || classNameOf(volume) !== classNameOf(claim)) return false;
  const { selector } = claim.spec ?? {};
  return selector === undefined || matchesLabels(labelSelectorOf(selector), volume.metadata.labels);
}

/** Why a volume that a claim names does not serve it; undefined if it does. */
export function whyNotServing(claim: LiveClaim, volume: LiveVolume): string | undefined {
  if (compareQuantities(sizeOf(volume), sizeOf(claim)) < 0) return 'requested PV is too small';
  if (classNameOf(volume) !== classNameOf(claim)) return 'storageClassName does not match';
  if (attributesClassOf(claim) !== attributesClassOf(volume)) return 'volumeAttributesClassName does not match';
  if (!sameVolumeMode(claim, volume)) return 'incompatible volumeMode';
  return hasModes(claim, volume) ? undefined : 'incompatible accessMode';
}

/** Whether a claim and a volume are both file systems, or both block devices. */
export const sameVolumeMode = (claim: LiveClaim, volume: LiveVolume): boolean =>
  (claim.spec?.volumeMode ?? 'Filesystem') === (volume.spec?.volumeMode ?? 'Filesystem');

const attributesClassOf = ({ spec }: LiveClaim | LiveVolume): string => spec?.volumeAttributesClassName ?? '';

function hasModes({ spec: claim }: LiveClaim, { spec: volume }: LiveVolume): boolean {
  const offered: readonly string[] = volume?.accessModes ?? [];
  return (claim?.accessModes ?? []).every((mode) => offered.includes(mode));
}
