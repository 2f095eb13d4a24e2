import type { Scenario } from '../scenario.ts';
import { available, configMap, deployment, pod, service, settle } from '../steps.ts';
import { patchQuota, quota, used } from './quota-steps.ts';

const resources = {
  pod: {
    containers: [
      {
        name: 'web',
        image: 'example.com/web:1',
        resources: { requests: { cpu: '250m', memory: '64Mi' }, limits: { cpu: '1', memory: '128Mi' } },
      },
    ],
  },
};

const hard = {
  configmaps: '10',
  'count/deployments.apps': '10',
  'count/replicasets.apps': '10',
  'count/services': '10',
  'count/unknown.example.com': '10',
  'limits.cpu': '10',
  'limits.memory': '10Gi',
  pods: '10',
  'requests.cpu': '10',
  'requests.memory': '10Gi',
  'requests.storage': '10Gi',
  'services.nodeports': '10',
};

/** What the quota controller writes. */
export const quotaScenarios: readonly Scenario[] = [
  {
    name: 'quota-of-what-exists',
    steps: [
      deployment(2, resources),
      available(2),
      service({ type: 'NodePort', ports: [{ port: 80, nodePort: 31_099 }] }),
      settle,
      ...quota(hard),
    ],
  },
  {
    name: 'quota-of-what-comes',
    steps: [...quota(hard), deployment(3, resources), available(3), configMap('a'), settle],
  },
  {
    name: 'quota-replenished',
    steps: [
      ...quota({ configmaps: '10', pods: '2' }),
      pod('a', { app: 'other' }),
      pod('b', { app: 'other' }),
      configMap('a'),
      settle,
      { delete: 'Pod', name: 'a' },
      { delete: 'ConfigMap', name: 'a' },
      { untilGone: 'Pod', name: 'a' },
      used('pods', '1'),
      settle,
      pod('c', { app: 'other' }),
      settle,
    ],
  },
  {
    name: 'quota-of-ended-pods',
    steps: [
      ...quota({ 'count/pods': '10', pods: '10' }),
      pod('a', { app: 'other' }),
      pod('b', { app: 'other' }),
      settle,
      { patch: 'Pod', name: 'a', subresource: 'status', with: { status: { phase: 'Succeeded' } } },
      used('pods', '1'),
      settle,
    ],
  },
  {
    name: 'quota-changed',
    steps: [
      ...quota({ configmaps: '10', pods: '10' }),
      pod('a', { app: 'other' }),
      settle,
      patchQuota({ hard: { configmaps: null, secrets: '5', pods: '0' } }),
      { until: 'ResourceQuota', name: 'quota', field: 'status.hard.pods', equals: '0' },
      settle,
    ],
  },
  {
    name: 'quota-of-best-effort-pods',
    steps: [
      deployment(2, resources),
      available(2),
      pod('a', { app: 'other' }),
      settle,
      ...quota({ 'count/pods': '10', pods: '10' }, { scopes: ['BestEffort'] }),
    ],
  },
];
