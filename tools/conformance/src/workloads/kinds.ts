import { defineResource } from '@kb/apimachinery';
import type { UntypedResource } from '@kb/client';
import {
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
} from '@kb/kubernetes/admissionregistration/v1';
import { controllerRevisions, daemonSets, deployments, replicaSets, statefulSets } from '@kb/kubernetes/apps/v1';
import { horizontalPodAutoscalers } from '@kb/kubernetes/autoscaling/v2';
import { cronJobs, jobs } from '@kb/kubernetes/batch/v1';
import {
  configMaps,
  endpoints,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  replicationControllers,
  resourceQuotas,
  secrets,
  serviceAccounts,
  services,
} from '@kb/kubernetes/core/v1';
import { endpointSlices } from '@kb/kubernetes/discovery/v1';
import { podDisruptionBudgets } from '@kb/kubernetes/policy/v1';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { storageClasses } from '@kb/kubernetes/storage/v1';
import { priorityClasses } from '@kb/kubernetes/scheduling/v1';
import type { KindName } from './scenarios/scenario.ts';

/** The custom resource of the sample project, which has a scale. Scenarios use it with `definitions`. */
const appServices = defineResource({
  group: 'batch.example.com',
  version: 'v1alpha1',
  kind: 'AppService',
  plural: 'appservices',
  namespaced: true,
  subresources: ['scale', 'status'],
});

/** The resource of each kind that scenarios use, without its type parameters. */
export const resources: Readonly<Record<KindName, UntypedResource>> = {
  AppService: untyped(appServices),
  ClusterRole: untyped(clusterRoles),
  ConfigMap: untyped(configMaps),
  ControllerRevision: untyped(controllerRevisions),
  CronJob: untyped(cronJobs),
  DaemonSet: untyped(daemonSets),
  Deployment: untyped(deployments),
  Endpoints: untyped(endpoints),
  EndpointSlice: untyped(endpointSlices),
  HorizontalPodAutoscaler: untyped(horizontalPodAutoscalers),
  Job: untyped(jobs),
  Namespace: untyped(namespaces),
  PersistentVolume: untyped(persistentVolumes),
  PersistentVolumeClaim: untyped(persistentVolumeClaims),
  Node: untyped(nodes),
  Pod: untyped(pods),
  PodDisruptionBudget: untyped(podDisruptionBudgets),
  PriorityClass: untyped(priorityClasses),
  ReplicaSet: untyped(replicaSets),
  ReplicationController: untyped(replicationControllers),
  ResourceQuota: untyped(resourceQuotas),
  Secret: untyped(secrets),
  Service: untyped(services),
  ServiceAccount: untyped(serviceAccounts),
  StorageClass: untyped(storageClasses),
  StatefulSet: untyped(statefulSets),
  ValidatingAdmissionPolicy: untyped(validatingAdmissionPolicies),
  ValidatingAdmissionPolicyBinding: untyped(validatingAdmissionPolicyBindings),
};

/** The kinds whose objects are compared. */
export const comparedKinds: readonly KindName[] = [
  'ConfigMap',
  'ControllerRevision',
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Endpoints',
  'EndpointSlice',
  'HorizontalPodAutoscaler',
  'Job',
  'PersistentVolumeClaim',
  'Pod',
  'PodDisruptionBudget',
  'ReplicaSet',
  'ReplicationController',
  'ResourceQuota',
  'Secret',
  'ServiceAccount',
  'StatefulSet',
];

/** The kinds of objects whose Events are compared, in their order. */
export const kindsWithEvents: readonly string[] = [
  'CronJob',
  'DaemonSet',
  'Endpoints',
  'HorizontalPodAutoscaler',
  'Job',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'ReplicationController',
  'StatefulSet',
  'PodDisruptionBudget',
];

/**
 * The kinds of objects whose Events repeat by chance: their controller looks at everything every 15 seconds, and
 * records the same again.
 */
export const kindsWithRepeats: readonly string[] = [
  'HorizontalPodAutoscaler',
  'PersistentVolume',
  'PersistentVolumeClaim',
];

/** The components whose Events are compared whatever they are about. */
export const eventSourcesOfEverything: readonly string[] = ['garbage-collector-controller'];

/** The components whose Events about Pods are compared, in scenarios with nodes of their own. */
export const eventSourcesOfPods: readonly string[] = [
  'default-scheduler',
  'node-controller',
  'taint-eviction-controller',
];

/** Returns the kind with a name. Throws a TypeError that lists the known kinds. */
export function kindNamed(name: string): KindName {
  const known = Object.keys(resources).find((kind) => kind === name);
  if (known === undefined)
    throw new TypeError(`unknown kind ${name} in a scenario: expected ${Object.keys(resources).join(', ')}`);
  return known as KindName;
}

/** Converts a typed handle to an untyped one: they differ only in type parameters, which do not exist at run time. */
export function untyped(resource: object): UntypedResource {
  return resource as UntypedResource;
}
