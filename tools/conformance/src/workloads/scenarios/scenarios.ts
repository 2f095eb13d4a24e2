import { changedRoleScenarios } from './cluster-roles/changes-of-roles.ts';
import { clusterRoleScenarios } from './cluster-roles/cluster-roles.ts';
import { cronJobScenarios } from './cron-jobs.ts';
import { daemonSetScenarios } from './daemon-set/daemon-sets.ts';
import { daemonUpdateScenarios } from './daemon-set/updates.ts';
import { deploymentScenarios } from './deployments.ts';
import { disruptionScenarios } from './disruption-budgets.ts';
import { finishedJobScenarios } from './finished-jobs.ts';
import { jobScenarios } from './jobs.ts';
import { endpointsScenarios } from './endpoints.ts';
import { endpointSliceScenarios } from './endpoint-slices.ts';
import { autoscalerScenarios } from './horizontal-pod-autoscalers.ts';
import { indexedJobScenarios } from './indexed-jobs.ts';
import { nodeConditionScenarios } from './nodes/node-conditions.ts';
import { nodeFailureScenarios } from './nodes/node-failures.ts';
import { podCollectionScenarios } from './nodes/pod-collection.ts';
import { podsWithoutNodeScenarios } from './nodes/pods-without-a-node.ts';
import { taintEvictionScenarios } from './nodes/taint-evictions.ts';
import { mirroringScenarios } from './mirroring.ts';
import { namespaceScenarios } from './namespaces/namespaces.ts';
import { rootCertificateScenarios } from './namespaces/root-certificates.ts';
import { serviceAccountScenarios } from './namespaces/service-accounts.ts';
import { deletionScenarios } from './ownership/deletions.ts';
import { ownershipScenarios } from './ownership/owners.ts';
import { placesOfOwnersScenarios } from './ownership/places-of-owners.ts';
import { podScenarios } from './pods.ts';
import { countedResourceScenarios } from './quotas/counted-resources.ts';
import { scopedQuotaScenarios } from './quotas/scoped-quotas.ts';
import { quotaScenarios } from './quotas/quotas.ts';
import { preemptionScenarios } from './preemption.ts';
import { schedulingScenarios } from './scheduling.ts';
import { serviceScenarios } from './services.ts';
import { ephemeralVolumeScenarios } from './volumes/ephemeral-volumes.ts';
import { storageProtectionScenarios } from './volumes/storage-protection.ts';
import { volumeClaimScenarios } from './volumes/volume-claims.ts';
import { volumeExpansionScenarios } from './volumes/volume-expansion.ts';
import { volumeScenarios } from './volumes/volumes.ts';
import { tokenSecretScenarios } from './token-secrets.ts';
import { replicaSetScenarios } from './replica-sets.ts';
import { replicationControllerScenarios } from './replication-controllers.ts';
import { statefulClaimScenarios } from './stateful-set/claims.ts';
import { statefulSetScenarios } from './stateful-set/stateful-sets.ts';
import { statefulUpdateScenarios } from './stateful-set/updates.ts';
import type { Scenario } from './scenario.ts';

/** The scenarios of each controller, or of a part of one. */
export const scenarioGroups: Readonly<Record<string, readonly Scenario[]>> = {
  deployment: deploymentScenarios,
  pod: podScenarios,
  ownership: ownershipScenarios,
  deletion: deletionScenarios,
  placesOfOwners: placesOfOwnersScenarios,
  job: jobScenarios,
  finishedJob: finishedJobScenarios,
  indexedJob: indexedJobScenarios,
  cronJob: cronJobScenarios,
  service: serviceScenarios,
  namespace: namespaceScenarios,
  serviceAccount: serviceAccountScenarios,
  rootCertificate: rootCertificateScenarios,
  quota: quotaScenarios,
  scopedQuota: scopedQuotaScenarios,
  countedResource: countedResourceScenarios,
  clusterRole: clusterRoleScenarios,
  changedRole: changedRoleScenarios,
  volumeClaim: volumeClaimScenarios,
  volume: volumeScenarios,
  storageProtection: storageProtectionScenarios,
  volumeExpansion: volumeExpansionScenarios,
  ephemeralVolume: ephemeralVolumeScenarios,
  tokenSecret: tokenSecretScenarios,
  replicaSet: replicaSetScenarios,
  replicationController: replicationControllerScenarios,
  statefulSet: statefulSetScenarios,
  statefulUpdate: statefulUpdateScenarios,
  statefulClaim: statefulClaimScenarios,
  scheduling: schedulingScenarios,
  preemption: preemptionScenarios,
  disruption: disruptionScenarios,
  autoscaler: autoscalerScenarios,
  daemonSet: daemonSetScenarios,
  daemonUpdate: daemonUpdateScenarios,
  nodeCondition: nodeConditionScenarios,
  nodeFailure: nodeFailureScenarios,
  taintEviction: taintEvictionScenarios,
  podCollection: podCollectionScenarios,
  podWithoutNode: podsWithoutNodeScenarios,
  endpoints: endpointsScenarios,
  endpointSlice: endpointSliceScenarios,
  mirroring: mirroringScenarios,
};

/** All scenarios that are played on the real control plane and on the simulation. */
export const scenarios: readonly Scenario[] = Object.values(scenarioGroups).flat();
