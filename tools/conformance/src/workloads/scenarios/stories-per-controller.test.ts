import { expect, test } from 'vitest';
import { scenarioGroups } from './scenarios.ts';

/** The groups of stories of each controller, and stories of other groups that show it too. */
const controllers: Readonly<Record<string, { readonly groups: readonly string[]; readonly also?: readonly string[] }>> =
  {
    Deployment: { groups: ['deployment'] },
    ReplicaSet: { groups: ['replicaSet'] },
    ReplicationController: { groups: ['replicationController'] },
    StatefulSet: { groups: ['statefulSet', 'statefulUpdate', 'statefulClaim'] },
    DaemonSet: { groups: ['daemonSet', 'daemonUpdate'] },
    Job: { groups: ['job', 'indexedJob'] },
    'TTL after finished': { groups: ['finishedJob'] },
    CronJob: { groups: ['cronJob'] },
    HorizontalPodAutoscaler: { groups: ['autoscaler'] },
    PodDisruptionBudget: { groups: ['disruption'] },
    EndpointSlice: { groups: ['endpointSlice'] },
    Endpoints: { groups: ['endpoints', 'service'] },
    'EndpointSlice mirroring': { groups: ['mirroring'] },
    Namespace: { groups: ['namespace'] },
    ServiceAccount: { groups: ['serviceAccount'] },
    'ServiceAccount tokens': { groups: ['tokenSecret'] },
    'root CA': { groups: ['rootCertificate'] },
    ResourceQuota: { groups: ['quota', 'scopedQuota', 'countedResource'] },
    'binding of PersistentVolumes': { groups: ['volumeClaim', 'volume'] },
    'storage protection': {
      groups: ['storageProtection'],
      also: ['claim-kept-while-used', 'claim-removed-when-unused', 'volume-kept-while-bound'],
    },
    'volume expansion': { groups: ['volumeExpansion'] },
    'ephemeral volumes': { groups: ['ephemeralVolume'], also: ['claim-of-ephemeral-volume', 'claim-taken-by-another'] },
    'node lifecycle': { groups: ['nodeCondition', 'nodeFailure'] },
    // Nodes that fail get the taints by which Pods are evicted.
    'taint eviction': { groups: ['taintEviction', 'nodeFailure'] },
    'Pod garbage collection': { groups: ['podCollection', 'podWithoutNode'] },
    'garbage collection': { groups: ['ownership', 'deletion', 'placesOfOwners'] },
    'ClusterRole aggregation': { groups: ['clusterRole', 'changedRole'] },
    scheduler: { groups: ['scheduling', 'preemption'] },
  };

/** How many stories a controller has at least. */
const LEAST = 15;

test.each(Object.entries(controllers))('%s has enough stories', (_, { groups, also = [] }) => {
  const known = new Set(Object.values(scenarioGroups).flatMap((group) => group.map(({ name }) => name)));
  expect(also.filter((name) => !known.has(name))).toEqual([]);
  const own = groups.flatMap((group) => scenarioGroups[group] ?? []).map(({ name }) => name);
  expect(new Set([...own, ...also]).size).toBeGreaterThanOrEqual(LEAST);
});

test('every group of stories belongs to a controller, except those of single Pods', () => {
  const named = new Set(Object.values(controllers).flatMap(({ groups }) => groups));
  expect(Object.keys(scenarioGroups).filter((group) => !named.has(group))).toEqual(['pod']);
});
