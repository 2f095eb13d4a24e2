import type { KindData } from '@kb/kubernetes/data';

/**
 * The group versions that the server serves. Those that are not here are refused as kube-apiserver refuses what it does
 * not know: alpha and beta versions, and groups whose kinds do nothing without a part that is not built yet (API
 * aggregation, flow control, certificates, dynamic resources, admission policies).
 */
const groupVersions = new Set([
  '/v1',
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apps/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
]);

/** Kinds of those that would need such a part all the same. */
const unserved = new Set([
  '/ComponentStatus',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'networking.k8s.io/IPAddress',
  'networking.k8s.io/ServiceCIDR',
]);

/** Whether the server serves a kind. */
export function isServed({ group, version, kind }: KindData): boolean {
  return groupVersions.has(`${group}/${version}`) && !unserved.has(`${group}/${kind}`);
}

/** Whether a kind is only asked and answered, never kept. */
export function isVirtual({ verbs }: KindData): boolean {
  return !verbs.includes('list');
}
