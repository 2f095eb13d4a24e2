import { type LiveSubset, subsetOf } from './repack-subsets.ts';

/** How many addresses an Endpoints object may have. */
const MAX_ADDRESSES = 1000;

/** The number of addresses in subsets. */
export const countAddresses = (subsets: readonly LiveSubset[]): number => countReady(subsets) + countUnready(subsets);

const countReady = (subsets: readonly LiveSubset[]): number =>
  subsets.reduce((sum, { addresses = [] }) => sum + addresses.length, 0);
const countUnready = (subsets: readonly LiveSubset[]): number =>
  subsets.reduce((sum, { notReadyAddresses = [] }) => sum + notReadyAddresses.length, 0);

/** Whether subsets have more addresses than an Endpoints object may have. */
export const isOverCapacity = (subsets: readonly LiveSubset[]): boolean => countAddresses(subsets) > MAX_ADDRESSES;

/**
 * Removes addresses until there are no more than 1000: those that are not ready first, and from each subset in
 * proportion to its size.
 */
export function truncateSubsets(subsets: readonly LiveSubset[]): readonly LiveSubset[] {
  if (!isOverCapacity(subsets)) return subsets;
  const ready = countReady(subsets);
  const onlyReady = ready > MAX_ADDRESSES;
  const room = onlyReady ? MAX_ADDRESSES : MAX_ADDRESSES - ready;
  const total = onlyReady ? ready : countUnready(subsets);
  let left = room;
  return subsets.map(({ addresses = [], notReadyAddresses = [], ports = [] }) => {
    const cut = onlyReady ? addresses : notReadyAddresses;
    const kept = cut.slice(0, Math.min(left, Math.ceil((cut.length / total) * room)));
    left -= kept.length;
    return onlyReady ? subsetOf(kept, [], ports) : subsetOf(addresses, kept, ports);
  });
}
