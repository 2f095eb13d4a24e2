import type { Scenario, ScenarioObject, Step } from './scenario.ts';
import { available, deployment, image, labels, patch, pod, replicaSet, settle } from './steps.ts';

/** Creates the budget `budget` for the Pods of `web`. */
const budget = (spec: object, selector: object | undefined = { matchLabels: labels }): Step => ({
  create: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'budget' },
    spec: { ...spec, ...(selector && { selector }) },
  },
});

const budgetHas = (field: string, equals: unknown): Step => ({
  until: 'PodDisruptionBudget',
  name: 'budget',
  field: `status.${field}`,
  equals,
});

const changed = (spec: object): Step => ({ patch: 'PodDisruptionBudget', name: 'budget', with: { spec } });

const firstPod = { startsWith: 'web-' };

/** A Pod of an owner, which no controller has made. */
const podOf = (owner: object): ScenarioObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'owned', labels, ownerReferences: [{ controller: true, ...owner }] },
  spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
});

const unready = { podAnnotations: { 'simulated-node/ready': 'false' } };

const job: ScenarioObject = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'job', labels },
  spec: {
    parallelism: 2,
    completions: 2,
    template: {
      metadata: { labels },
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/runs:1' }] },
    },
  },
};

const appService: ScenarioObject = {
  apiVersion: 'batch.example.com/v1alpha1',
  kind: 'AppService',
  metadata: { name: 'app' },
  spec: { replicas: 4, image: 'example.com/web:1' },
};

/** PodDisruptionBudgets: what covers which Pods, and evictions. */
export const disruptionScenarios: readonly Scenario[] = [
  { name: 'budget-of-a-number', steps: [deployment(3), available(3), budget({ minAvailable: 2 }), settle] },
  { name: 'budget-of-a-percentage', steps: [deployment(3), available(3), budget({ minAvailable: '50%' }), settle] },
  { name: 'budget-of-unavailable', steps: [deployment(3), available(3), budget({ maxUnavailable: 1 }), settle] },
  {
    name: 'budget-of-unavailable-percentage',
    steps: [deployment(5), available(5), budget({ maxUnavailable: '30%' }), settle],
  },
  { name: 'budget-of-everything', steps: [deployment(2), available(2), budget({ minAvailable: '100%' }), settle] },
  { name: 'budget-larger-than-all', steps: [deployment(2), available(2), budget({ maxUnavailable: 5 }), settle] },
  { name: 'budget-without-limits', steps: [deployment(2), available(2), budget({}), settle] },
  { name: 'budget-without-pods', steps: [budget({ maxUnavailable: 1 }), settle] },
  { name: 'budget-before-pods', steps: [budget({ minAvailable: 1 }), settle, deployment(2), available(2), settle] },
  {
    name: 'budget-of-a-namespace',
    steps: [
      deployment(2),
      pod('other', { app: 'other' }),
      available(2),
      settle,
      budget({ minAvailable: 1 }, {}),
      settle,
    ],
  },
  {
    name: 'budget-without-a-selector',
    steps: [
      deployment(2),
      available(2),
      {
        create: {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'budget' },
          spec: { minAvailable: 1 },
        },
      },
      settle,
    ],
  },
  {
    name: 'budget-scaled',
    steps: [
      deployment(2),
      available(2),
      budget({ maxUnavailable: '50%' }),
      settle,
      patch({ replicas: 5 }),
      available(5),
      budgetHas('currentHealthy', 5),
      settle,
    ],
  },
  {
    name: 'budget-changed',
    steps: [deployment(3), available(3), budget({ minAvailable: 1 }), settle, changed({ minAvailable: 3 }), settle],
  },
  { name: 'budget-of-a-replica-set', steps: [replicaSet(3), settle, budget({ minAvailable: '34%' }), settle] },
  { name: 'budget-of-unready-pods', steps: [deployment(2, unready), settle, budget({ minAvailable: 1 }), settle] },
  {
    name: 'budget-of-bare-pods',
    steps: [pod('a', labels), pod('b', labels), settle, budget({ minAvailable: 1 }), settle],
  },
  {
    name: 'budget-of-unmanaged-pods',
    steps: [
      pod('a', labels),
      settle,
      budget(
        { maxUnavailable: 1 },
        {
          matchLabels: labels,
          matchExpressions: [
            { key: 'app', operator: 'In', values: ['web', 'other'] },
            { key: 'tier', operator: 'DoesNotExist' },
          ],
        },
      ),
      settle,
    ],
  },
  {
    name: 'budget-of-a-job',
    steps: [
      { create: job },
      { until: 'Job', name: 'job', field: 'status.ready', equals: 2 },
      settle,
      budget({ maxUnavailable: 1 }),
      settle,
    ],
  },
  {
    name: 'budget-of-a-custom-resource',
    definitions: true,
    steps: [
      { create: appService },
      {
        create: podOf({
          apiVersion: 'batch.example.com/v1alpha1',
          kind: 'AppService',
          name: 'app',
          uid: 'uid of AppService app',
        }),
      },
      settle,
      budget({ maxUnavailable: '75%' }),
      settle,
    ],
  },
  {
    name: 'budget-of-a-config-map',
    steps: [
      { create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner' } } },
      { create: podOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'uid of ConfigMap owner' }) },
      settle,
      budget({ maxUnavailable: 1 }),
      settle,
    ],
  },
  {
    name: 'evicted',
    steps: [
      deployment(3),
      available(3),
      budget({ minAvailable: 2 }),
      budgetHas('disruptionsAllowed', 1),
      settle,
      { evict: firstPod },
      settle,
      available(3),
      budgetHas('disruptionsAllowed', 1),
      settle,
    ],
  },
  {
    name: 'evicted-without-a-budget',
    steps: [deployment(1), available(1), settle, { evict: firstPod }, settle, available(1), settle],
  },
  {
    name: 'eviction-refused',
    steps: [
      deployment(1),
      available(1),
      budget({ minAvailable: 1 }),
      budgetHas('currentHealthy', 1),
      settle,
      { evict: firstPod, refused: true },
      settle,
    ],
  },
  {
    name: 'eviction-of-an-unready-pod-refused',
    steps: [
      deployment(1, unready),
      settle,
      budget({ minAvailable: 1 }),
      budgetHas('expectedPods', 1),
      settle,
      { evict: firstPod, refused: true },
      settle,
    ],
  },
  {
    name: 'unready-pod-evicted',
    steps: [
      deployment(1, unready),
      settle,
      budget({ minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
      budgetHas('expectedPods', 1),
      settle,
      { evict: firstPod },
      settle,
    ],
  },
  {
    name: 'budget-during-a-rollout',
    steps: [
      deployment(3),
      available(3),
      budget({ minAvailable: '50%' }),
      settle,
      patch(image('2')),
      settle,
      available(3),
      budgetHas('currentHealthy', 3),
      settle,
    ],
  },
];
