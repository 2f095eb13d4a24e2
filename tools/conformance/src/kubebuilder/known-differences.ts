import type { KnownDifference } from './differences.ts';

const EXAMPLE = 'it comes from the example types of a new kind, which show a status with the condition Ready';
const NARROW = 'a scaffolded controller asks only for what it does, and the role is what its markers say';
const LABELS = 'every object has the labels of the project, so that they can be selected together';
const VERSION = 'the annotation identifies the generator';
const IMAGE_IN_SPEC =
  'the spec of each object of deploy-image names its image, and not the environment of the operator';
const MEMORY = 'Node needs more memory than a Go program';

/** Where kb's manifests deliberately differ from kubebuilder's. `*` stands for anything. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    object: 'CustomResourceDefinition/*',
    path: 'metadata.annotations.controller-gen.kubebuilder.io/version',
    reason: VERSION,
  },
  { object: 'CustomResourceDefinition/*', path: 'metadata.annotations.codegen.kb/version', reason: VERSION },
  { object: 'CustomResourceDefinition/*', path: 'spec.versions[*].additionalPrinterColumns', reason: EXAMPLE },
  { object: '*Role/*-manager-role', path: 'rules.*.testproject.org/*', reason: NARROW },
  { object: '*Role/*-manager-role', path: 'rules.core/pods', reason: NARROW },
  { object: '*Role/*-manager-role', path: 'rules.apps/*', reason: NARROW },
  {
    object: 'Deployment/project-v4-multigroup-controller-manager',
    path: 'spec.template.spec.containers[0].env',
    reason: IMAGE_IN_SPEC,
  },
  { object: 'Deployment/*', path: 'spec.template.spec.containers[0].env.*_IMAGE', reason: IMAGE_IN_SPEC },
  {
    object: '*Role/*-manager-role',
    path: 'rules.events.k8s.io/events',
    reason: 'the scaffolded controller records Events',
  },
  { object: 'ClusterRole/*-metrics-auth-role', path: 'metadata.labels', reason: LABELS },
  { object: 'ClusterRole/*-metrics-reader', path: 'metadata.labels', reason: LABELS },
  { object: 'ClusterRoleBinding/*-metrics-auth-rolebinding', path: 'metadata.labels', reason: LABELS },
  {
    object: 'Deployment/*',
    path: 'spec.template.spec.containers[0].command',
    reason: 'the image starts the operator itself',
  },
  { object: 'Deployment/*', path: 'spec.template.spec.containers[0].resources.limits.memory', reason: MEMORY },
  { object: 'Deployment/*', path: 'spec.template.spec.containers[0].resources.requests.memory', reason: MEMORY },
  {
    object: 'Deployment/*',
    path: 'spec.template.spec.terminationGracePeriodSeconds',
    reason: 'the manager gives running reconciles 30 seconds, and then gives the lease away',
  },
  {
    object: 'Namespace/*',
    path: 'metadata.labels.pod-security.kubernetes.io/*',
    reason: 'the API server enforces the restricted standard, which the Deployment keeps in both',
  },
  {
    object: 'Role/*-leader-election-role',
    path: 'rules.core/configmaps',
    reason: 'the lock is a Lease; ConfigMaps are the lock of older versions of client-go',
  },
  {
    object: 'Role/*-leader-election-role',
    path: 'rules.events.k8s.io/events',
    reason: 'Events are written in the newer API group',
  },
  {
    object: 'Certificate/*-metrics-certs',
    path: '',
    reason: 'the part metrics-certificate has it, with what uses it',
  },
  {
    object: 'Deployment/*',
    path: 'spec.template.spec.containers[0].args[4]',
    reason: 'the port of webhooks is stated where it is declared',
  },
  {
    object: '*WebhookConfiguration/*',
    path: 'webhooks[*].namespaceSelector',
    reason: 'a webhook for Pods or Deployments must not keep the operator from starting',
  },
];
