import type { Area } from '../../sequence.ts';
import {
  apply,
  asTable,
  frames,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  settle,
  startWatch,
} from '../../steps.ts';
import { inNamespace, lifeOf } from './life.ts';

const older = inNamespace('autoscaling/v1', 'horizontalpodautoscalers');
const newer = inNamespace('autoscaling/v2', 'horizontalpodautoscalers');
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const spec = { maxReplicas: 3, scaleTargetRef: target };
const described = { kind: 'Service', name: 's' };
const selector = { matchLabels: { a: 'b' } };
const prefix = 'autoscaling.alpha.kubernetes.io';
const protobuf = { headers: { accept: 'application/vnd.kubernetes.protobuf' } };
const metrics = [
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '500m' } } },
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 40 } } },
  { type: 'Pods', pods: { metric: { name: 'm', selector }, target: { type: 'AverageValue', averageValue: '5' } } },
  {
    type: 'Object',
    object: { metric: { name: 'o' }, describedObject: described, target: { type: 'Value', value: '2' } },
  },
  {
    type: 'Object',
    object: { metric: { name: 'o' }, describedObject: target, target: { type: 'AverageValue', averageValue: '2' } },
  },
  {
    type: 'External',
    external: { metric: { name: 'e', selector }, target: { type: 'AverageValue', averageValue: '7' } },
  },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 50 } },
  },
];
const status = {
  currentReplicas: 1,
  desiredReplicas: 2,
  currentMetrics: [
    { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 30, averageValue: '10m' } } },
    { type: 'Pods', pods: { metric: { name: 'm' }, current: { averageValue: '3' } } },
    { type: 'Object', object: { metric: { name: 'o' }, describedObject: described, current: { value: '1' } } },
    { type: 'External', external: { metric: { name: 'e' }, current: { value: '0', averageValue: '9' } } },
  ],
  conditions: [
    {
      type: 'AbleToScale',
      status: 'True',
      reason: 'R',
      message: 'a < b & c',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    },
    { type: 'ScalingActive', status: 'False' },
  ],
};
const autoscaler = (name: string, own: object = {}, annotations?: object): object => ({
  metadata: { name, ...(annotations && { annotations }) },
  spec: { ...spec, ...own },
});

/** Autoscalers in the older version, which has fewer fields. */
export const olderAutoscalers: Area = {
  name: 'older autoscalers',
  sequences: [
    lifeOf({
      kind: 'HorizontalPodAutoscaler of autoscaling/v1',
      path: older,
      minimal: { spec },
      full: { spec: { ...spec, minReplicas: 2, targetCPUUtilizationPercentage: 60 } },
      change: { spec: { maxReplicas: 9, targetCPUUtilizationPercentage: 70 } },
      status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 12 },
    }),
    sequence(
      'what the older version has no fields for is in annotations',
      post(newer, autoscaler('new', { metrics, behavior: { scaleUp: { selectPolicy: 'Min' } } }, { own: 'x' })),
      get(`${older}/new`),
      mergePatch(`${newer}/new/status`, { status }),
      get(`${older}/new`),
      get(`${older}/new/status`),
      get(`${older}/new`, asTable),
      get(older),
      // A client of the older version does not lose fields that it does not know.
      mergePatch(`${older}/new`, { spec: { maxReplicas: 8 } }),
      get(`${newer}/new`),
      put(`${older}/new`, autoscaler('new')),
      get(`${newer}/new`),
      get(`${older}/new`, protobuf),
    ),
    sequence(
      'annotations of the older version are what they say',
      post(
        older,
        autoscaler(
          'a',
          { targetCPUUtilizationPercentage: 20 },
          {
            own: 'x',
            [`${prefix}/metrics`]: '[{"type":"Pods","pods":{"metricName":"m","targetAverageValue":"5"}}]',
            [`${prefix}/behavior`]:
              '{"scaledown":{"SelectPolicy":"Disabled","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":5}]}}',
            [`${prefix}/conditions`]: '[{"type":"AbleToScale","status":"True"}]',
            [`${prefix}/current-metrics`]: '[]',
          },
        ),
      ),
      get(`${newer}/a`),
      get(`${older}/a`),
      post(older, autoscaler('bad', {}, { [`${prefix}/metrics`]: '{', [`${prefix}/behavior`]: '[]' })),
      get(`${newer}/bad`),
      post(newer, autoscaler('dropped', {}, { [`${prefix}/metrics`]: '[]', [`${prefix}/scale-up-tolerance`]: '1' })),
      mergePatch(`${older}/a/status`, {
        metadata: { annotations: { [`${prefix}/conditions`]: '[{"type":"ScalingLimited","status":"True"}]' } },
      }),
      get(`${newer}/a`),
    ),
    sequence(
      'managers of both versions',
      apply(`${newer}/m`, 'one', { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', ...autoscaler('m') }),
      apply(`${older}/m`, 'two', {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'm' },
        spec: { maxReplicas: 5 },
      }),
      apply(`${older}/m`, 'three', {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'm' },
        spec: { targetCPUUtilizationPercentage: 30 },
      }),
      put(`${older}/m?fieldManager=four`, autoscaler('m', { minReplicas: 2 })),
      jsonPatch(`${newer}/m?fieldManager=five`, [{ op: 'replace', path: '/spec/maxReplicas', value: 7 }]),
      get(`${older}/m`),
      get(`${newer}/m`),
    ),
    sequence(
      'watches in both versions',
      settle(older),
      startWatch('older', older),
      startWatch('newer', newer),
      post(older, autoscaler('w')),
      mergePatch(`${newer}/w`, { spec: { maxReplicas: 4 } }),
      frames('older', 2),
      frames('newer', 2),
      post(older, { ...autoscaler('x'), apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }),
    ),
  ],
};
