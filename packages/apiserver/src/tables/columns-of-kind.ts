import { horizontalPodAutoscalerColumns } from './autoscaling-columns.ts';
import * as cluster from './cluster-columns.ts';
import { defaultColumns, nameAndAge } from './columns.ts';
import { podColumns } from './pod-columns.ts';
import * as policy from './policy-columns.ts';
import * as services from './service-columns.ts';
import * as storage from './storage-columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';
import * as workloads from './workload-columns.ts';

/** The columns of a built-in kind, by group and kind. */
export function columnsOfKind(group: string, kind: string): TableColumns {
  return tables[`${group}/${kind}`] ?? defaultColumns;
}

const tables: Readonly<Record<string, TableColumns>> = {
  '/ConfigMap': cluster.configMapColumns,
  '/Endpoints': services.endpointsColumns,
  '/Event': cluster.eventColumns,
  '/Namespace': cluster.namespaceColumns,
  '/Node': cluster.nodeColumns,
  '/PersistentVolume': cluster.persistentVolumeColumns,
  '/PersistentVolumeClaim': cluster.persistentVolumeClaimColumns,
  '/Pod': podColumns,
  '/PodTemplate': workloads.podTemplateColumns,
  '/ReplicationController': workloads.replicationControllerColumns,
  '/ResourceQuota': policy.resourceQuotaColumns,
  '/Secret': cluster.secretColumns,
  '/Service': services.serviceColumns,
  '/ServiceAccount': nameAndAge,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': cluster.webhookColumns,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': cluster.webhookColumns,
  'apps/ControllerRevision': cluster.controllerRevisionColumns,
  'apps/DaemonSet': workloads.daemonSetColumns,
  'apps/Deployment': workloads.deploymentColumns,
  'apps/ReplicaSet': workloads.replicaSetColumns,
  'apps/StatefulSet': workloads.statefulSetColumns,
  'autoscaling/HorizontalPodAutoscaler': horizontalPodAutoscalerColumns,
  'batch/CronJob': workloads.cronJobColumns,
  'batch/Job': workloads.jobColumns,
  'coordination.k8s.io/Lease': cluster.leaseColumns,
  'discovery.k8s.io/EndpointSlice': services.endpointSliceColumns,
  'events.k8s.io/Event': cluster.eventColumns,
  'networking.k8s.io/Ingress': services.ingressColumns,
  'networking.k8s.io/IngressClass': services.ingressClassColumns,
  'networking.k8s.io/NetworkPolicy': services.networkPolicyColumns,
  'node.k8s.io/RuntimeClass': policy.runtimeClassColumns,
  'policy/PodDisruptionBudget': cluster.podDisruptionBudgetColumns,
  'rbac.authorization.k8s.io/ClusterRoleBinding': cluster.roleBindingColumns,
  'rbac.authorization.k8s.io/RoleBinding': cluster.roleBindingColumns,
  'scheduling.k8s.io/PriorityClass': cluster.priorityClassColumns,
  'storage.k8s.io/CSIDriver': storage.csiDriverColumns,
  'storage.k8s.io/CSINode': storage.csiNodeColumns,
  'storage.k8s.io/StorageClass': cluster.storageClassColumns,
  'storage.k8s.io/VolumeAttachment': storage.volumeAttachmentColumns,
  'storage.k8s.io/VolumeAttributesClass': storage.volumeAttributesClassColumns,
};
