import { nameIsDnsSubdomain } from '@kb/apimachinery';
import { customResourceDefinitionStrategy } from './custom-resource-definition.ts';
import { genericStatus, genericStrategy, withSpecAndStatus, withStatusOnly } from './generic.ts';
import { namespaceStrategy } from './namespace.ts';
import * as others from './other-kinds.ts';
import { podStrategy } from './pod.ts';
import { roleBindingStrategy, roleStrategy } from './rbac.ts';
import { serviceStrategy } from './service.ts';
import * as storage from './storage.ts';
import type { Strategy } from '../resources/strategy.ts';
import * as workloads from './workloads.ts';

/** How a built-in kind behaves, by group and kind. */
export function strategyOfKind(group: string, kind: string): Strategy {
  return strategies[`${group}/${kind}`] ?? genericStrategy;
}

const strategies: Readonly<Record<string, Strategy>> = {
  '/ConfigMap': others.configMapStrategy,
  '/Endpoints': others.endpointsStrategy,
  '/Event': others.eventStrategy,
  '/LimitRange': others.limitRangeStrategy,
  '/Namespace': namespaceStrategy,
  '/Node': others.nodeStrategy,
  '/PersistentVolume': storage.persistentVolumeStrategy,
  '/PersistentVolumeClaim': storage.persistentVolumeClaimStrategy,
  '/Pod': podStrategy,
  '/PodTemplate': others.podTemplateStrategy,
  '/ReplicationController': workloads.replicationControllerStrategy,
  '/ResourceQuota': others.resourceQuotaStrategy,
  '/Secret': others.secretStrategy,
  '/Service': serviceStrategy,
  '/ServiceAccount': others.serviceAccountStrategy,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': others.webhookConfigurationStrategy,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': others.webhookConfigurationStrategy,
  'apiextensions.k8s.io/CustomResourceDefinition': customResourceDefinitionStrategy,
  'apps/ControllerRevision': others.controllerRevisionStrategy,
  'apps/DaemonSet': workloads.daemonSetStrategy,
  'apps/Deployment': workloads.deploymentStrategy,
  'apps/ReplicaSet': workloads.replicaSetStrategy,
  'apps/StatefulSet': workloads.statefulSetStrategy,
  'autoscaling/HorizontalPodAutoscaler': {
    ...withStatusOnly,
    resetInAllVersions: true,
    status: { ...genericStatus, resetInAllVersions: true },
  },
  'batch/CronJob': workloads.cronJobStrategy,
  'batch/Job': workloads.jobStrategy,
  'coordination.k8s.io/Lease': others.leaseStrategy,
  'discovery.k8s.io/EndpointSlice': others.endpointSliceStrategy,
  'events.k8s.io/Event': { ...others.eventStrategy, nameCheck: nameIsDnsSubdomain, anyFinalizer: false },
  'networking.k8s.io/Ingress': withSpecAndStatus,
  'networking.k8s.io/IngressClass': { ...genericStrategy, generation: 'spec' },
  'networking.k8s.io/NetworkPolicy': { ...genericStrategy, generation: 'spec' },
  'node.k8s.io/RuntimeClass': {
    ...genericStrategy,
    anyFinalizer: true,
    createOnUpdate: true,
    unconditionalUpdate: false,
  },
  'policy/PodDisruptionBudget': others.podDisruptionBudgetStrategy,
  'rbac.authorization.k8s.io/ClusterRole': roleStrategy,
  'rbac.authorization.k8s.io/ClusterRoleBinding': roleBindingStrategy,
  'rbac.authorization.k8s.io/Role': roleStrategy,
  'rbac.authorization.k8s.io/RoleBinding': roleBindingStrategy,
  'scheduling.k8s.io/PriorityClass': others.priorityClassStrategy,
  'storage.k8s.io/CSIDriver': { ...storage.returnsDeletedStrategy, unconditionalUpdate: false },
  'storage.k8s.io/CSINode': { ...storage.returnsDeletedStrategy, unconditionalUpdate: false },
  'storage.k8s.io/CSIStorageCapacity': { ...genericStrategy, unconditionalUpdate: false },
  'storage.k8s.io/StorageClass': storage.returnsDeletedStrategy,
  'storage.k8s.io/VolumeAttachment': { ...withStatusOnly, returnsDeletedObject: true, unconditionalUpdate: false },
  'storage.k8s.io/VolumeAttributesClass': storage.returnsDeletedStrategy,
};
