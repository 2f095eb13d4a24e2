import type { Scenario, Step } from '../scenario.ts';
import { settle } from '../steps.ts';
import { container, namedQuota, podWith, quota, used } from './quota-steps.ts';

const burst = { containers: [container({ requests: { cpu: '100m' }, limits: { cpu: '1' } })] };
const pods = { pods: '10' };

const priorityClass = (name: string, value: number): Step => ({
  create: {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `$NAMESPACE-${name}` },
    value,
  },
});
const ofClass = (name: string): object => ({ priorityClassName: `$NAMESPACE-${name}` });
const selecting = (operator: string, values?: readonly string[]): object => ({
  scopeSelector: {
    matchExpressions: [
      { scopeName: 'PriorityClass', operator, ...(values && { values: values.map((name) => `$NAMESPACE-${name}`) }) },
    ],
  },
});
const classes: readonly Step[] = [priorityClass('high', 1000), priorityClass('low', 10)];

/** Quotas that count only some Pods. */
export const scopedQuotaScenarios: readonly Scenario[] = [
  {
    // Pods with a deadline, and Pods without.
    name: 'quota-of-pods-with-a-deadline',
    steps: [
      ...namedQuota('with', { 'count/pods': '10', pods: '10' }, { scopes: ['Terminating'] }),
      ...namedQuota('without', { 'count/pods': '10', pods: '10' }, { scopes: ['NotTerminating'] }),
      podWith('a', { activeDeadlineSeconds: 3600 }),
      podWith('b', {}),
      podWith('c', {}),
      settle,
    ],
  },
  {
    // It moves from one quota to the other.
    name: 'quota-of-a-pod-that-gets-a-deadline',
    steps: [
      ...namedQuota('with', pods, { scopes: ['Terminating'] }),
      ...namedQuota('without', pods, { scopes: ['NotTerminating'] }),
      podWith('a', {}),
      settle,
      { patch: 'Pod', name: 'a', with: { spec: { activeDeadlineSeconds: 3600 } } },
      { until: 'ResourceQuota', name: 'without', field: 'status.used.pods', equals: '0' },
      settle,
    ],
  },
  {
    name: 'quota-of-pods-with-requests',
    steps: [
      ...quota({ 'limits.cpu': '4', pods: '10', 'requests.cpu': '4' }, { scopes: ['NotBestEffort'] }),
      podWith('a', burst),
      podWith('b', {}),
      settle,
    ],
  },
  {
    name: 'quota-of-two-scopes',
    steps: [
      ...quota({ pods: '10', 'requests.cpu': '4' }, { scopes: ['NotBestEffort', 'Terminating'] }),
      podWith('a', { ...burst, activeDeadlineSeconds: 3600 }),
      podWith('b', burst),
      podWith('c', { activeDeadlineSeconds: 3600 }),
      settle,
    ],
  },
  {
    name: 'quota-of-a-priority-class',
    steps: [
      ...classes,
      ...quota(pods, selecting('In', ['high'])),
      podWith('a', ofClass('high')),
      podWith('b', ofClass('low')),
      podWith('c', {}),
      settle,
    ],
  },
  {
    name: 'quota-of-other-priority-classes',
    steps: [
      ...classes,
      ...quota(pods, selecting('NotIn', ['high'])),
      podWith('a', ofClass('high')),
      podWith('b', ofClass('low')),
      podWith('c', {}),
      settle,
    ],
  },
  {
    name: 'quotas-of-any-priority-class-and-of-none',
    steps: [
      ...classes,
      ...namedQuota('any', pods, selecting('Exists')),
      ...namedQuota('none', pods, selecting('DoesNotExist')),
      podWith('a', ofClass('high')),
      podWith('b', ofClass('low')),
      podWith('c', {}),
      settle,
    ],
  },
  {
    // What exists already is counted as what comes.
    name: 'quota-of-a-priority-class-made-later',
    steps: [
      ...classes,
      podWith('a', ofClass('high')),
      podWith('b', ofClass('low')),
      settle,
      ...quota(pods, selecting('In', ['high'])),
      { delete: 'Pod', name: 'a' },
      used('pods', '0'),
      settle,
    ],
  },
  {
    name: 'quota-of-affinity-across-namespaces',
    steps: [
      ...quota(pods, { scopes: ['CrossNamespacePodAffinity'] }),
      podWith('a', {
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 1,
                podAffinityTerm: {
                  topologyKey: 'kubernetes.io/hostname',
                  labelSelector: { matchLabels: { app: 'x' } },
                  namespaces: ['elsewhere'],
                },
              },
            ],
          },
        },
      }),
      podWith('b', {}),
      settle,
    ],
  },
];
