import type { DeepReadonly } from '@kb/apimachinery';
import type { EndpointSlice } from '@kb/kubernetes/discovery/v1';

/** Remembers which slices the controller has written for each Service. */
export interface WrittenSlices {
  readonly add: (service: string, slice: DeepReadonly<EndpointSlice>) => void;
  /**
   * Whether a slice that was written for a Service still exists, but no longer names the Service or the controller.
   * kube-controller-manager takes this for a cache that is out of date, and writes no more slices of the Service.
   */
  readonly isLost: (
    service: string,
    own: readonly DeepReadonly<EndpointSlice>[],
    all: () => readonly DeepReadonly<EndpointSlice>[],
  ) => boolean;
  readonly forget: (service: string) => void;
}

/** Creates an empty memory of slices. */
export function createWrittenSlices(): WrittenSlices {
  const uids = new Map<string, Set<string>>();
  return {
    add: (service, { metadata }) => {
      uids.set(service, (uids.get(service) ?? new Set()).add(metadata.uid));
    },
    isLost: (service, own, all) => {
      const known = uids.get(service) ?? new Set();
      const missing = [...known].filter((uid) => !own.some(({ metadata }) => metadata.uid === uid));
      if (missing.length === 0) return false;
      const existing = new Set(all().map(({ metadata }) => metadata.uid));
      for (const uid of missing) if (!existing.has(uid)) known.delete(uid);
      return missing.some((uid) => existing.has(uid));
    },
    forget: (service) => void uids.delete(service),
  };
}
