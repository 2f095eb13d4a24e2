import { resourceId } from '@kb/apimachinery';
import type { Cluster } from '../cluster/cluster.ts';
import type { Runnable } from './runnable.ts';

/** The cache of a cluster, as a part of its manager. */
export interface ClusterRunnable extends Runnable {
  /** The cache is ready when it has what was asked for until this call. What controllers ask for later is theirs to wait for, each for its own. */
  noteWanted(): void;
}

/** Makes the runnable of a cluster. */
export function clusterRunnable({ name, cache }: Cluster): ClusterRunnable {
  let wanted: readonly { waitForSync(options: { signal: AbortSignal }): Promise<void> }[] = [];
  return {
    name: name ? `cluster ${name}` : 'cluster',
    group: 'caches',
    noteWanted: () => {
      const resources = new Map(cache.states().map(({ resource }) => [resourceId(resource), resource]));
      wanted = [...resources.values()].flatMap((resource) => cache.find(resource) ?? []);
    },
    start: (signal) => cache.run(signal),
    ready: async (signal) => void (await Promise.all(wanted.map((resource) => resource.waitForSync({ signal })))),
  };
}
