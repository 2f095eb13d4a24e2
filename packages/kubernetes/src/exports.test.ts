import { expect, test } from 'vitest';
import * as kubernetesAdmissionregistrationV1 from './admissionregistration/v1.ts';
import * as kubernetesAdmissionregistrationV1alpha1 from './admissionregistration/v1alpha1.ts';
import * as kubernetesAdmissionregistrationV1beta1 from './admissionregistration/v1beta1.ts';
import * as kubernetesApiextensionsV1 from './apiextensions/v1.ts';
import * as kubernetesApiregistrationV1 from './apiregistration/v1.ts';
import * as kubernetesAppsV1 from './apps/v1.ts';
import * as kubernetesAuthenticationV1 from './authentication/v1.ts';
import * as kubernetesAuthenticationV1alpha1 from './authentication/v1alpha1.ts';
import * as kubernetesAuthenticationV1beta1 from './authentication/v1beta1.ts';
import * as kubernetesAuthorizationV1 from './authorization/v1.ts';
import * as kubernetesAutoscalingV1 from './autoscaling/v1.ts';
import * as kubernetesAutoscalingV2 from './autoscaling/v2.ts';
import * as kubernetesBatchV1 from './batch/v1.ts';
import * as kubernetesCertificatesV1 from './certificates/v1.ts';
import * as kubernetesCertificatesV1alpha1 from './certificates/v1alpha1.ts';
import * as kubernetesCertificatesV1beta1 from './certificates/v1beta1.ts';
import * as kubernetesCoordinationV1 from './coordination/v1.ts';
import * as kubernetesCoordinationV1alpha2 from './coordination/v1alpha2.ts';
import * as kubernetesCoordinationV1beta1 from './coordination/v1beta1.ts';
import * as kubernetesCoreV1 from './core/v1.ts';
import * as kubernetesData from './data/index.ts';
import * as kubernetesDiscoveryV1 from './discovery/v1.ts';
import * as kubernetesEventsV1 from './events/v1.ts';
import * as kubernetesFlowcontrolV1 from './flowcontrol/v1.ts';
import * as kubernetesFlowcontrolV1beta3 from './flowcontrol/v1beta3.ts';
import * as kubernetesInternalV1alpha1 from './internal/v1alpha1.ts';
import * as kubernetesMetaV1 from './meta/v1.ts';
import * as kubernetesNetworkingV1 from './networking/v1.ts';
import * as kubernetesNetworkingV1beta1 from './networking/v1beta1.ts';
import * as kubernetesNodeV1 from './node/v1.ts';
import * as kubernetesPolicyV1 from './policy/v1.ts';
import * as kubernetesRbacV1 from './rbac/v1.ts';
import * as kubernetesResourceV1 from './resource/v1.ts';
import * as kubernetesResourceV1alpha3 from './resource/v1alpha3.ts';
import * as kubernetesResourceV1beta1 from './resource/v1beta1.ts';
import * as kubernetesResourceV1beta2 from './resource/v1beta2.ts';
import * as kubernetesSchedulingV1 from './scheduling/v1.ts';
import * as kubernetesSchedulingV1alpha2 from './scheduling/v1alpha2.ts';
import * as kubernetesStorageV1 from './storage/v1.ts';
import * as kubernetesStorageV1alpha1 from './storage/v1alpha1.ts';
import * as kubernetesStorageV1beta1 from './storage/v1beta1.ts';
import * as kubernetesStoragemigrationV1beta1 from './storagemigration/v1beta1.ts';
import * as kubernetesWire from './wire/index.ts';

/** What users of each entry depend on: a name that goes is a breaking change, one that comes is a promise. */
test.each([
  [
    '@kb/kubernetes/admissionregistration/v1',
    kubernetesAdmissionregistrationV1,
    [
      'mutatingAdmissionPolicies',
      'mutatingAdmissionPolicyBindings',
      'mutatingWebhookConfigurations',
      'validatingAdmissionPolicies',
      'validatingAdmissionPolicyBindings',
      'validatingWebhookConfigurations',
    ],
  ],
  [
    '@kb/kubernetes/admissionregistration/v1alpha1',
    kubernetesAdmissionregistrationV1alpha1,
    ['mutatingAdmissionPolicies', 'mutatingAdmissionPolicyBindings'],
  ],
  [
    '@kb/kubernetes/admissionregistration/v1beta1',
    kubernetesAdmissionregistrationV1beta1,
    ['mutatingAdmissionPolicies', 'mutatingAdmissionPolicyBindings'],
  ],
  ['@kb/kubernetes/apiextensions/v1', kubernetesApiextensionsV1, ['customResourceDefinitions']],
  ['@kb/kubernetes/apiregistration/v1', kubernetesApiregistrationV1, ['apiServices']],
  [
    '@kb/kubernetes/apps/v1',
    kubernetesAppsV1,
    ['controllerRevisions', 'daemonSets', 'deployments', 'replicaSets', 'statefulSets'],
  ],
  ['@kb/kubernetes/authentication/v1', kubernetesAuthenticationV1, ['selfSubjectReviews', 'tokenReviews']],
  ['@kb/kubernetes/authentication/v1alpha1', kubernetesAuthenticationV1alpha1, []],
  ['@kb/kubernetes/authentication/v1beta1', kubernetesAuthenticationV1beta1, []],
  [
    '@kb/kubernetes/authorization/v1',
    kubernetesAuthorizationV1,
    ['localSubjectAccessReviews', 'selfSubjectAccessReviews', 'selfSubjectRulesReviews', 'subjectAccessReviews'],
  ],
  ['@kb/kubernetes/autoscaling/v1', kubernetesAutoscalingV1, ['horizontalPodAutoscalers']],
  ['@kb/kubernetes/autoscaling/v2', kubernetesAutoscalingV2, ['horizontalPodAutoscalers']],
  ['@kb/kubernetes/batch/v1', kubernetesBatchV1, ['cronJobs', 'jobs']],
  ['@kb/kubernetes/certificates/v1', kubernetesCertificatesV1, ['certificateSigningRequests']],
  ['@kb/kubernetes/certificates/v1alpha1', kubernetesCertificatesV1alpha1, ['clusterTrustBundles']],
  [
    '@kb/kubernetes/certificates/v1beta1',
    kubernetesCertificatesV1beta1,
    ['clusterTrustBundles', 'podCertificateRequests'],
  ],
  ['@kb/kubernetes/coordination/v1', kubernetesCoordinationV1, ['leases']],
  ['@kb/kubernetes/coordination/v1alpha2', kubernetesCoordinationV1alpha2, ['leaseCandidates']],
  ['@kb/kubernetes/coordination/v1beta1', kubernetesCoordinationV1beta1, ['leaseCandidates']],
  [
    '@kb/kubernetes/core/v1',
    kubernetesCoreV1,
    [
      'bindings',
      'componentStatuses',
      'configMaps',
      'endpoints',
      'events',
      'limitRanges',
      'namespaces',
      'nodes',
      'persistentVolumeClaims',
      'persistentVolumes',
      'podTemplates',
      'pods',
      'replicationControllers',
      'resourceQuotas',
      'secrets',
      'serviceAccounts',
      'services',
    ],
  ],
  [
    '@kb/kubernetes/data',
    kubernetesData,
    [
      'ConflictingTypesError',
      'KUBERNETES_VERSION',
      'RefusedTypeError',
      'TooManyPartsError',
      'comparableDescription',
      'descriptionOf',
      'descriptionsFile',
      'digestOf',
      'exactDescriptionOf',
      'exactKeywords',
      'findKind',
      'findKindByPlural',
      'flattenEmbedded',
      'isExported',
      'kinds',
      'openApiSchemaOf',
      'packageNames',
      'packageOf',
      'serverSchemaOf',
      'typeNameOfClientNode',
      'typeOf',
      'typesOf',
      'withExactKeywords',
    ],
  ],
  ['@kb/kubernetes/discovery/v1', kubernetesDiscoveryV1, ['endpointSlices']],
  ['@kb/kubernetes/events/v1', kubernetesEventsV1, ['events']],
  ['@kb/kubernetes/flowcontrol/v1', kubernetesFlowcontrolV1, ['flowSchemas', 'priorityLevelConfigurations']],
  ['@kb/kubernetes/flowcontrol/v1beta3', kubernetesFlowcontrolV1beta3, []],
  ['@kb/kubernetes/internal/v1alpha1', kubernetesInternalV1alpha1, ['storageVersions']],
  ['@kb/kubernetes/meta/v1', kubernetesMetaV1, []],
  [
    '@kb/kubernetes/networking/v1',
    kubernetesNetworkingV1,
    ['ingressClasses', 'ingresses', 'ipAddresses', 'networkPolicies', 'serviceCIDRs'],
  ],
  ['@kb/kubernetes/networking/v1beta1', kubernetesNetworkingV1beta1, ['ipAddresses', 'serviceCIDRs']],
  ['@kb/kubernetes/node/v1', kubernetesNodeV1, ['runtimeClasses']],
  ['@kb/kubernetes/policy/v1', kubernetesPolicyV1, ['podDisruptionBudgets']],
  ['@kb/kubernetes/rbac/v1', kubernetesRbacV1, ['clusterRoleBindings', 'clusterRoles', 'roleBindings', 'roles']],
  [
    '@kb/kubernetes/resource/v1',
    kubernetesResourceV1,
    ['deviceClasses', 'resourceClaimTemplates', 'resourceClaims', 'resourceSlices'],
  ],
  ['@kb/kubernetes/resource/v1alpha3', kubernetesResourceV1alpha3, ['deviceTaintRules', 'resourcePoolStatusRequests']],
  [
    '@kb/kubernetes/resource/v1beta1',
    kubernetesResourceV1beta1,
    ['deviceClasses', 'resourceClaimTemplates', 'resourceClaims', 'resourceSlices'],
  ],
  [
    '@kb/kubernetes/resource/v1beta2',
    kubernetesResourceV1beta2,
    ['deviceClasses', 'deviceTaintRules', 'resourceClaimTemplates', 'resourceClaims', 'resourceSlices'],
  ],
  ['@kb/kubernetes/scheduling/v1', kubernetesSchedulingV1, ['priorityClasses']],
  ['@kb/kubernetes/scheduling/v1alpha2', kubernetesSchedulingV1alpha2, ['podGroups', 'workloads']],
  [
    '@kb/kubernetes/storage/v1',
    kubernetesStorageV1,
    [
      'csiDrivers',
      'csiNodes',
      'csiStorageCapacities',
      'storageClasses',
      'volumeAttachments',
      'volumeAttributesClasses',
    ],
  ],
  ['@kb/kubernetes/storage/v1alpha1', kubernetesStorageV1alpha1, []],
  ['@kb/kubernetes/storage/v1beta1', kubernetesStorageV1beta1, ['volumeAttributesClasses']],
  ['@kb/kubernetes/storagemigration/v1beta1', kubernetesStoragemigrationV1beta1, ['storageVersionMigrations']],
  ['@kb/kubernetes/wire', kubernetesWire, []],
])('the exports of %s are these', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
