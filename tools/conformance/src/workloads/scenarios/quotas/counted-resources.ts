import type { Scenario, Step } from '../scenario.ts';
import { available, configMap, deployment, deploymentHas, pod, service, settle } from '../steps.ts';
import { container, namedQuota, patchQuota, podWith, quota, used } from './quota-steps.ts';

const claim = (name: string, storageClassName: string, storage: string): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
  },
});

const appService = (name: string): Step => ({
  create: {
    apiVersion: 'batch.example.com/v1alpha1',
    kind: 'AppService',
    metadata: { name },
    spec: { image: 'example.com/web:1' },
  },
});

/** What quotas count of each kind, and when they count again. */
export const countedResourceScenarios: readonly Scenario[] = [
  {
    // Init containers count if they need more than the others, sidecars with the others; requests default to limits.
    name: 'quota-of-init-containers',
    steps: [
      ...quota({ cpu: '20', 'limits.cpu': '20', 'limits.memory': '20Gi', memory: '20Gi', 'requests.cpu': '20' }),
      podWith('a', {
        initContainers: [
          container({ limits: { cpu: '100m', memory: '1Gi' } }, { name: 'sidecar', restartPolicy: 'Always' }),
          container({ limits: { cpu: '2', memory: '10Mi' } }, { name: 'init' }),
        ],
        containers: [container({ limits: { cpu: '300m', memory: '100Mi' } })],
      }),
      settle,
    ],
  },
  {
    name: 'quota-of-devices-and-disks',
    steps: [
      ...quota({
        'ephemeral-storage': '10Gi',
        'hugepages-2Mi': '20Mi',
        'limits.ephemeral-storage': '20Gi',
        'requests.example.com/gpu': '4',
        'requests.hugepages-2Mi': '20Mi',
      }),
      podWith('a', {
        containers: [
          container({
            requests: { cpu: '1', 'ephemeral-storage': '1Gi', 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi' },
            limits: { 'ephemeral-storage': '2Gi', 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi' },
          }),
        ],
      }),
      settle,
    ],
  },
  {
    name: 'quota-of-storage-classes',
    steps: [
      ...quota({
        'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '5',
        'fast.storageclass.storage.k8s.io/requests.storage': '50Gi',
        persistentvolumeclaims: '10',
        'requests.storage': '100Gi',
        'slow.storageclass.storage.k8s.io/requests.storage': '50Gi',
      }),
      claim('a', 'fast', '1Gi'),
      claim('b', 'fast', '1500Mi'),
      claim('c', 'other', '2Gi'),
      settle,
      { delete: 'PersistentVolumeClaim', name: 'a' },
      used('persistentvolumeclaims', '2'),
      settle,
    ],
  },
  {
    name: 'quota-of-custom-resources',
    definitions: true,
    alsoCompared: ['AppService'],
    steps: [
      appService('a'),
      settle,
      ...quota({ 'count/appservices.batch.example.com': '3' }),
      appService('b'),
      appService('c'),
      settle,
      { delete: 'AppService', name: 'a' },
      {
        until: 'ResourceQuota',
        name: 'quota',
        field: 'status.used',
        equals: { 'count/appservices.batch.example.com': '2' },
      },
      settle,
    ],
  },
  {
    name: 'quota-of-services',
    steps: [
      ...quota({ services: '5', 'services.loadbalancers': '2', 'services.nodeports': '5' }),
      service({
        type: 'LoadBalancer',
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 81 },
        ],
        allocateLoadBalancerNodePorts: false,
      }),
      settle,
      { patch: 'Service', name: 'web', with: { spec: { type: 'ClusterIP', allocateLoadBalancerNodePorts: null } } },
      {
        until: 'ResourceQuota',
        name: 'quota',
        field: 'status.used',
        equals: { services: '1', 'services.loadbalancers': '0', 'services.nodeports': '0' },
      },
      settle,
    ],
  },
  {
    // The Deployment says so.
    name: 'quota-exceeded',
    steps: [
      ...quota({ pods: '2' }),
      deployment(3),
      available(2),
      deploymentHas('status.unavailableReplicas', 1),
      settle,
      {
        create: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers: [container({})] } },
        refused: true,
      },
      settle,
    ],
    varies: [{ pattern: /pods \\"web-[^"]*\\"/, why: 'the name of the Pod that was refused last is generated' }],
  },
  {
    name: 'quota-raised',
    steps: [
      ...quota({ pods: '1' }),
      deployment(2),
      available(1),
      settle,
      patchQuota({ hard: { pods: '2' } }),
      available(2),
      settle,
    ],
  },
  {
    name: 'quota-deleted',
    steps: [
      ...quota({ pods: '1' }),
      deployment(2),
      available(1),
      settle,
      { delete: 'ResourceQuota', name: 'quota' },
      available(2),
      settle,
    ],
  },
  {
    // Nothing that exists is removed.
    name: 'quota-lowered',
    steps: [
      ...quota({ configmaps: '10' }),
      configMap('a'),
      configMap('b'),
      settle,
      patchQuota({ hard: { configmaps: '1' } }),
      { until: 'ResourceQuota', name: 'quota', field: 'status.hard.configmaps', equals: '1' },
      settle,
    ],
  },
  {
    // Only a resource that some kind takes has a usage.
    name: 'quota-of-what-nothing-takes',
    steps: [
      ...quota({
        'count/nothing.example.com': '1',
        'none.storageclass.storage.k8s.io/requests.storage': '1Gi',
        replicationcontrollers: '1',
        'requests.example.com/gpu': '1',
        resourcequotas: '3',
      }),
    ],
  },
  {
    // Both count, and the stricter one decides.
    name: 'quotas-of-the-same',
    steps: [
      ...namedQuota('large', { configmaps: '10', secrets: '10' }),
      ...namedQuota('small', { configmaps: '2' }),
      configMap('a'),
      { create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }, refused: true },
      settle,
    ],
  },
  {
    // Dependents are counted until they are gone.
    name: 'quota-of-dependents',
    steps: [
      ...quota({ 'count/deployments.apps': '5', 'count/replicasets.apps': '5', pods: '5' }),
      deployment(2),
      available(2),
      settle,
      { delete: 'Deployment', name: 'web' },
      {
        until: 'ResourceQuota',
        name: 'quota',
        field: 'status.used',
        equals: { 'count/deployments.apps': '0', 'count/replicasets.apps': '0', pods: '0' },
      },
      settle,
    ],
  },
  {
    name: 'quota-of-a-held-object',
    steps: [
      ...quota({ configmaps: '5' }),
      configMap('held', { finalizers: ['example.com/held'] }),
      settle,
      { delete: 'ConfigMap', name: 'held' },
      settle,
    ],
  },
  {
    // The status of a client stays until something else is counted.
    name: 'quota-status-overwritten',
    steps: [
      ...quota({ configmaps: '10', pods: '10' }),
      pod('a', { app: 'other' }),
      settle,
      { patch: 'ResourceQuota', name: 'quota', subresource: 'status', with: { status: { used: { pods: '7' } } } },
      settle,
    ],
  },
  {
    name: 'quota-status-overwritten-and-counted',
    steps: [
      ...quota({ configmaps: '10', pods: '10' }),
      pod('a', { app: 'other' }),
      configMap('a'),
      settle,
      { patch: 'ResourceQuota', name: 'quota', subresource: 'status', with: { status: { used: { pods: '7' } } } },
      settle,
      { delete: 'ConfigMap', name: 'a' },
      used('pods', '1'),
      settle,
    ],
  },
  {
    // Quantities keep the form in which they were given.
    name: 'quota-of-forms',
    steps: [
      ...quota({ 'limits.memory': '1Gi', 'requests.cpu': '2', 'requests.memory': '1G' }),
      podWith('a', {
        containers: [
          container({ requests: { cpu: '0.1', memory: '100M' }, limits: { memory: '128Mi' } }),
          container({ requests: { cpu: '250m', memory: '512Ki' }, limits: { memory: '1000k' } }, { name: 'second' }),
        ],
      }),
      settle,
    ],
  },
  {
    name: 'quota-of-a-finished-job',
    steps: [
      ...quota({ 'count/jobs.batch': '5', 'count/pods': '5', pods: '5' }),
      {
        create: {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: { name: 'work' },
          spec: {
            backoffLimit: 0,
            template: {
              spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/fails:1' }] },
            },
          },
        },
      },
      { until: 'Job', name: 'work', field: 'status.failed', equals: 1 },
      used('pods', '0'),
      settle,
    ],
  },
];
