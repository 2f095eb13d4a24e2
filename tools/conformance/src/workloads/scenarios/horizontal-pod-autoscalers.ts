import type { Scenario, Step } from './scenario.ts';
import { available, deployment, labels, patch, settle } from './steps.ts';

interface Use {
  readonly cpu?: string;
  readonly memory?: string;
  readonly requests?: object;
  readonly pod?: object;
}

/** Creates the Deployment `web`, each of whose Pods requests 100m of CPU and uses `cpu`. */
const web = (replicas: number, { cpu = '50m', memory = '64Mi', requests, pod }: Use = {}): Step =>
  deployment(replicas, {
    podAnnotations: { 'simulated-node/cpu': cpu, 'simulated-node/memory': memory },
    pod: {
      containers: [
        {
          name: 'web',
          image: 'example.com/web:1',
          resources: { requests: requests ?? { cpu: '100m', memory: '128Mi' } },
        },
      ],
      ...pod,
    },
  });

const utilization = (averageUtilization: number, name = 'cpu'): object => ({
  type: 'Resource',
  resource: { name, target: { type: 'Utilization', averageUtilization } },
});
const usage = (averageValue: string, name = 'cpu'): object => ({
  type: 'Resource',
  resource: { name, target: { type: 'AverageValue', averageValue } },
});

const deploymentRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

/** Creates the HorizontalPodAutoscaler `web`, from one to five replicas. */
const autoscaler = (
  spec: object,
  { name = 'web', target = deploymentRef }: { name?: string; target?: object } = {},
): Step => ({
  create: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name },
    spec: { scaleTargetRef: target, maxReplicas: 5, ...spec },
  },
});

const until = (field: string, equals: unknown, name = 'web'): Step => ({
  until: 'HorizontalPodAutoscaler',
  name,
  field,
  equals,
});
const condition = (index: number, reason: string): Step => until(`status.conditions.${index}.reason`, reason);
/** Waits until an autoscaler says why it failed. It says so again at each look, so nothing is ever quiet for long. */
const failed = (index: number, reason: string): Step[] => [condition(index, reason), { waitMs: 3000 }];
/** Longer than an autoscaler waits between two looks. */
const looked: Step = { settle: true, quietMs: 33_000 };
/** Waits until Pods have metrics: they have run for 15 seconds. */
const ready = (replicas: number): Step[] => [available(replicas), settle];
const replicas = (count: number): Step => ({
  until: 'Deployment',
  name: 'web',
  field: 'status.availableReplicas',
  equals: count,
});

const atOnce = { scaleDown: { stabilizationWindowSeconds: 0 } };

/** HorizontalPodAutoscalers, whose Pods use what their annotations say. */
export const autoscalerScenarios: readonly Scenario[] = [
  { name: 'hpa-on-target', steps: [web(2), ...ready(2), autoscaler({ metrics: [utilization(50)] }), looked] },
  {
    name: 'hpa-scales-up',
    steps: [
      web(1, { cpu: '100m' }),
      ...ready(1),
      autoscaler({ maxReplicas: 2, metrics: [utilization(50)] }),
      replicas(2),
      looked,
    ],
  },
  {
    name: 'hpa-scales-up-to-the-maximum',
    steps: [
      web(1, { cpu: '300m' }),
      ...ready(1),
      autoscaler({ maxReplicas: 3, metrics: [utilization(50)] }),
      replicas(3),
      looked,
    ],
  },
  {
    name: 'hpa-scale-up-limit',
    steps: [
      web(1, { cpu: '900m' }),
      ...ready(1),
      autoscaler({ maxReplicas: 6, metrics: [utilization(50)] }),
      replicas(6),
      looked,
    ],
  },
  {
    name: 'hpa-within-tolerance',
    steps: [web(2, { cpu: '54m' }), ...ready(2), autoscaler({ metrics: [utilization(50)] }), looked],
  },
  {
    name: 'hpa-own-tolerance',
    steps: [
      web(2, { cpu: '54m' }),
      ...ready(2),
      autoscaler({
        maxReplicas: 3,
        metrics: [utilization(50)],
        behavior: { scaleUp: { tolerance: '0.05' }, scaleDown: { tolerance: '0.2' } },
      }),
      replicas(3),
      looked,
    ],
  },
  {
    name: 'hpa-scales-down-at-once',
    steps: [
      web(4, { cpu: '10m' }),
      ...ready(4),
      autoscaler({ metrics: [utilization(50)], behavior: atOnce }),
      replicas(1),
      looked,
    ],
  },
  {
    name: 'hpa-stabilized',
    steps: [web(3, { cpu: '10m' }), ...ready(3), autoscaler({ metrics: [utilization(50)] }), looked],
  },
  {
    name: 'hpa-scales-down-after-the-window',
    steps: [
      web(3, { cpu: '10m' }),
      ...ready(3),
      autoscaler({
        minReplicas: 2,
        metrics: [utilization(50)],
        behavior: { scaleDown: { stabilizationWindowSeconds: 40 } },
      }),
      looked,
      replicas(2),
      looked,
    ],
  },
  {
    name: 'hpa-policy-of-pods',
    steps: [
      web(1, { cpu: '500m' }),
      ...ready(1),
      autoscaler({
        maxReplicas: 4,
        metrics: [utilization(50)],
        behavior: { scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 20 }] } },
      }),
      replicas(4),
      looked,
    ],
  },
  {
    name: 'hpa-lowest-policy',
    steps: [
      web(2, { cpu: '500m' }),
      ...ready(2),
      autoscaler({
        maxReplicas: 4,
        metrics: [utilization(50)],
        behavior: {
          scaleUp: {
            selectPolicy: 'Min',
            policies: [
              { type: 'Pods', value: 1, periodSeconds: 20 },
              { type: 'Percent', value: 100, periodSeconds: 20 },
            ],
          },
        },
      }),
      replicas(4),
      looked,
    ],
  },
  {
    name: 'hpa-policy-of-scaling-down',
    steps: [
      web(5, { cpu: '5m' }),
      ...ready(5),
      autoscaler({
        metrics: [utilization(50)],
        behavior: {
          scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: 'Percent', value: 50, periodSeconds: 20 }] },
        },
      }),
      replicas(1),
      looked,
    ],
  },
  {
    name: 'hpa-scaling-down-disabled',
    steps: [
      web(3, { cpu: '5m' }),
      ...ready(3),
      autoscaler({
        metrics: [utilization(50)],
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled' } },
      }),
      looked,
    ],
  },
  {
    name: 'hpa-scaling-up-disabled',
    steps: [
      web(2, { cpu: '500m' }),
      ...ready(2),
      autoscaler({ metrics: [utilization(50)], behavior: { scaleUp: { selectPolicy: 'Disabled' } } }),
      looked,
    ],
  },
  {
    name: 'hpa-below-the-minimum',
    steps: [web(1), ...ready(1), autoscaler({ minReplicas: 2, metrics: [utilization(50)] }), replicas(2), looked],
  },
  {
    name: 'hpa-above-the-maximum',
    steps: [web(4), ...ready(4), autoscaler({ maxReplicas: 2, metrics: [utilization(50)] }), replicas(2), looked],
  },
  {
    name: 'hpa-of-no-replicas',
    steps: [web(0), settle, autoscaler({ metrics: [utilization(50)] }), looked],
  },
  {
    name: 'hpa-paused-and-resumed',
    steps: [
      web(2),
      ...ready(2),
      autoscaler({ metrics: [utilization(50)] }),
      looked,
      patch({ replicas: 0 }),
      condition(1, 'ScalingDisabled'),
      // So that the new Pods have no metrics yet at the next look, and have them at the one after it.
      { waitMs: 5000 },
      patch({ replicas: 2 }),
      condition(1, 'ValidMetricFound'),
      looked,
    ],
  },
  {
    name: 'hpa-of-memory',
    steps: [
      web(1, { memory: '100Mi' }),
      ...ready(1),
      autoscaler({ maxReplicas: 2, metrics: [usage('50Mi', 'memory')] }),
      replicas(2),
      looked,
    ],
  },
  {
    name: 'hpa-of-several-metrics',
    steps: [
      web(2, { cpu: '50m', memory: '128Mi' }),
      ...ready(2),
      autoscaler({ maxReplicas: 3, metrics: [utilization(50), utilization(50, 'memory')] }),
      replicas(3),
      looked,
    ],
  },
  {
    name: 'hpa-of-a-container',
    steps: [
      web(1, { cpu: '200m' }),
      ...ready(1),
      autoscaler({
        maxReplicas: 2,
        metrics: [
          {
            type: 'ContainerResource',
            containerResource: {
              name: 'cpu',
              container: 'web',
              target: { type: 'Utilization', averageUtilization: 50 },
            },
          },
        ],
      }),
      replicas(2),
      looked,
    ],
  },
  {
    name: 'hpa-of-an-unknown-container',
    steps: [
      web(1),
      ...ready(1),
      autoscaler({
        metrics: [
          {
            type: 'ContainerResource',
            containerResource: {
              name: 'cpu',
              container: 'other',
              target: { type: 'AverageValue', averageValue: '50m' },
            },
          },
        ],
      }),
      ...failed(1, 'FailedGetContainerResourceMetric'),
    ],
  },
  {
    name: 'hpa-without-requests',
    steps: [
      web(1, { requests: { memory: '64Mi' } }),
      ...ready(1),
      autoscaler({ metrics: [utilization(50)] }),
      ...failed(1, 'FailedGetResourceMetric'),
    ],
  },
  {
    name: 'hpa-without-a-target',
    steps: [autoscaler({ metrics: [utilization(50)] }), ...failed(0, 'FailedGetScale')],
  },
  {
    name: 'hpa-of-an-unknown-kind',
    steps: [
      autoscaler(
        { metrics: [utilization(50)] },
        { target: { apiVersion: 'example.com/v1', kind: 'Nope', name: 'web' } },
      ),
      ...failed(0, 'FailedGetScale'),
    ],
  },
  {
    name: 'hpa-of-a-kind-without-scale',
    steps: [
      autoscaler({ metrics: [utilization(50)] }, { target: { apiVersion: 'batch/v1', kind: 'Job', name: 'web' } }),
      ...failed(0, 'FailedGetScale'),
    ],
  },
  {
    name: 'hpa-of-a-pods-metric',
    steps: [
      web(1),
      ...ready(1),
      autoscaler({
        metrics: [
          {
            type: 'Pods',
            pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '10' } },
          },
        ],
      }),
      ...failed(1, 'FailedGetPodsMetric'),
    ],
  },
  {
    name: 'hpa-of-an-object-metric',
    steps: [
      web(1),
      ...ready(1),
      autoscaler({
        metrics: [
          {
            type: 'Object',
            object: {
              describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
              metric: { name: 'requests' },
              target: { type: 'Value', value: '10' },
            },
          },
        ],
      }),
      ...failed(1, 'FailedGetObjectMetric'),
    ],
  },
  {
    name: 'hpa-of-an-external-metric',
    steps: [
      web(2, { cpu: '200m' }),
      ...ready(2),
      autoscaler({
        maxReplicas: 3,
        metrics: [
          {
            type: 'External',
            external: {
              metric: { name: 'queue', selector: { matchLabels: { app: 'web' } } },
              target: { type: 'AverageValue', averageValue: '10' },
            },
          },
          utilization(50),
        ],
      }),
      replicas(3),
      until('status.currentReplicas', 3),
      { waitMs: 3000 },
    ],
  },
  {
    name: 'hpa-failing-metric-keeps-replicas',
    steps: [
      web(2, { cpu: '5m' }),
      ...ready(2),
      autoscaler({
        metrics: [
          utilization(50),
          { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'Value', value: '10' } } },
        ],
        behavior: atOnce,
      }),
      ...failed(1, 'FailedGetExternalMetric'),
    ],
  },
  {
    name: 'hpa-of-a-stateful-set',
    steps: [
      {
        create: {
          apiVersion: 'apps/v1',
          kind: 'StatefulSet',
          metadata: { name: 'db' },
          spec: {
            replicas: 1,
            serviceName: 'db',
            selector: { matchLabels: labels },
            template: {
              metadata: { labels, annotations: { 'simulated-node/cpu': '100m' } },
              spec: {
                containers: [{ name: 'web', image: 'example.com/web:1', resources: { requests: { cpu: '100m' } } }],
              },
            },
          },
        },
      },
      settle,
      autoscaler(
        { maxReplicas: 2, metrics: [utilization(50)] },
        { target: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' } },
      ),
      { until: 'StatefulSet', name: 'db', field: 'status.availableReplicas', equals: 2 },
      looked,
    ],
  },
  {
    name: 'hpa-of-two-autoscalers',
    steps: [
      web(2),
      ...ready(2),
      autoscaler({ metrics: [utilization(50)] }, { name: 'one' }),
      until('status.currentReplicas', 2, 'one'),
      // So that the second one is looked at between two looks at the first one.
      { waitMs: 5000 },
      autoscaler({ metrics: [utilization(50)] }, { name: 'two' }),
      until('status.conditions.1.reason', 'AmbiguousSelector', 'two'),
      { waitMs: 3000 },
    ],
    varies: [
      {
        pattern: /(?<=multiple HPAs: )\[[^\]]+\]/,
        why: 'kube-controller-manager lists them in the random order of a Go map',
      },
    ],
  },
  {
    name: 'hpa-of-unready-pods',
    steps: [
      deployment(2, {
        podAnnotations: { 'simulated-node/ready': 'false', 'simulated-node/cpu': '100m' },
        pod: {
          containers: [{ name: 'web', image: 'example.com/web:1', resources: { requests: { cpu: '100m' } } }],
        },
      }),
      settle,
      autoscaler({ metrics: [utilization(50)] }),
      ...failed(1, 'FailedGetResourceMetric'),
    ],
  },
  {
    name: 'hpa-deleted',
    steps: [
      web(1, { cpu: '200m' }),
      ...ready(1),
      autoscaler({ maxReplicas: 2, metrics: [utilization(50)] }),
      replicas(2),
      { delete: 'HorizontalPodAutoscaler', name: 'web' },
      patch({ replicas: 1 }),
      looked,
    ],
  },
];
