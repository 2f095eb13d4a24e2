import type { ApiObject } from '../objects/api-object.ts';
import { defaultVersion1 } from '../resources/autoscalers/versions.ts';
import { defaultCustomResourceDefinition } from './custom-resource-definition.ts';
import * as others from './other-kinds.ts';
import { defaultPod, defaultPodTemplate } from './pod-spec.ts';
import * as services from './service.ts';
import * as workloads from './workloads.ts';

type SetDefaults = (object: ApiObject) => void;

/**
 * How the objects of a built-in kind get their defaults, by group and kind, where versions differ with the version.
 * Kinds that are not here have none.
 */
export const defaultsOfKind: Readonly<Record<string, SetDefaults>> = {
  '/Endpoints': services.defaultEndpoints,
  '/LimitRange': others.defaultLimitRange,
  '/Namespace': others.defaultNamespace,
  '/Node': others.defaultNode,
  '/PersistentVolume': others.defaultPersistentVolume,
  '/PersistentVolumeClaim': others.defaultPersistentVolumeClaim,
  '/Pod': defaultPod,
  '/PodTemplate': (template) => defaultPodTemplate(template.template),
  '/ReplicationController': workloads.defaultReplicationController,
  '/Secret': others.defaultSecret,
  '/Service': services.defaultService,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': others.defaultWebhooks,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': others.defaultWebhooks,
  'apiextensions.k8s.io/CustomResourceDefinition': defaultCustomResourceDefinition,
  'apps/DaemonSet': workloads.defaultDaemonSet,
  'apps/Deployment': workloads.defaultDeployment,
  'apps/ReplicaSet': workloads.defaultReplicaSet,
  'apps/StatefulSet': workloads.defaultStatefulSet,
  'autoscaling/v1/HorizontalPodAutoscaler': defaultVersion1,
  'autoscaling/HorizontalPodAutoscaler': others.defaultHorizontalPodAutoscaler,
  'batch/CronJob': workloads.defaultCronJob,
  'batch/Job': workloads.defaultJob,
  'discovery.k8s.io/EndpointSlice': services.defaultEndpointSlice,
  'networking.k8s.io/IngressClass': others.defaultIngressClass,
  'networking.k8s.io/NetworkPolicy': services.defaultNetworkPolicy,
  'rbac.authorization.k8s.io/ClusterRoleBinding': others.defaultRoleBinding,
  'rbac.authorization.k8s.io/RoleBinding': others.defaultRoleBinding,
  'scheduling.k8s.io/PriorityClass': others.defaultPriorityClass,
  'storage.k8s.io/CSIDriver': others.defaultCSIDriver,
  'storage.k8s.io/StorageClass': others.defaultStorageClass,
};
