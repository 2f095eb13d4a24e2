import type { Area, RequestStep } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { inNamespace, row, table } from './rows.ts';

const autoscalers = inNamespace('horizontalpodautoscalers', 'autoscaling/v2');
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

const autoscaler = (name: string, metrics: object[], currentMetrics?: object[], spec: object = {}): RequestStep[] =>
  row(
    autoscalers,
    name,
    { spec: { scaleTargetRef, maxReplicas: 10, metrics, ...spec } },
    currentMetrics && { currentReplicas: 3, desiredReplicas: 4, currentMetrics },
  );

const utilization = (value: number): object => ({ type: 'Utilization', averageUtilization: value });
const average = (value: string): object => ({ type: 'AverageValue', averageValue: value });
const value = (total: string): object => ({ type: 'Value', value: total });
const metric = { name: 'requests' };
const describedObject = { kind: 'Service', name: 's', apiVersion: 'v1' };

const resource = (name: string, target: object): object => ({ type: 'Resource', resource: { name, target } });
const ofContainer = (target: object): object => ({
  type: 'ContainerResource',
  containerResource: { name: 'memory', container: 'c', target },
});
const pods = (target: object): object => ({ type: 'Pods', pods: { metric, target } });
const external = (target: object): object => ({ type: 'External', external: { metric, target } });
const object = (target: object): object => ({ type: 'Object', object: { metric, describedObject, target } });

/** Tables of autoscalers, which have a column with their targets. */
export const autoscalerTables: Area = {
  name: 'tables of autoscalers',
  sequences: [
    sequence(
      'targets of autoscalers',
      ...autoscaler('default', []),
      ...autoscaler('resource', [resource('cpu', utilization(80))]),
      ...autoscaler(
        'resource-now',
        [resource('cpu', utilization(80))],
        [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '100m' } } }],
      ),
      ...autoscaler('resource-value', [resource('memory', average('100Mi'))]),
      ...autoscaler(
        'resource-value-now',
        [resource('memory', average('100Mi'))],
        [{ type: 'Resource', resource: { name: 'memory', current: { averageValue: '50Mi' } } }],
      ),
      ...autoscaler('container', [ofContainer(utilization(70))]),
      ...autoscaler(
        'container-now',
        [ofContainer(average('1Gi'))],
        [
          {
            type: 'ContainerResource',
            containerResource: { name: 'memory', container: 'c', current: { averageValue: '512Mi' } },
          },
        ],
      ),
      ...autoscaler('pods', [pods(average('1500m'))]),
      ...autoscaler(
        'pods-now',
        [pods(average('20'))],
        [{ type: 'Pods', pods: { metric, current: { averageValue: '10' } } }],
      ),
      ...autoscaler('external', [external(value('30'))]),
      ...autoscaler(
        'external-now',
        [external(value('30'))],
        [{ type: 'External', external: { metric, current: { value: '15' } } }],
      ),
      ...autoscaler(
        'external-average',
        [external(average('30'))],
        [{ type: 'External', external: { metric, current: { averageValue: '7', value: '14' } } }],
      ),
      ...autoscaler(
        'object',
        [object(value('30'))],
        [{ type: 'Object', object: { metric, describedObject, current: { value: '15' } } }],
      ),
      ...autoscaler('object-average', [object(average('30'))]),
      table(autoscalers),
    ),
    sequence(
      'many metrics of an autoscaler',
      ...autoscaler('two', [resource('cpu', utilization(80)), pods(average('1'))]),
      ...autoscaler('four', [
        resource('cpu', utilization(80)),
        resource('memory', utilization(70)),
        pods(average('1')),
        external(value('3')),
      ]),
      ...autoscaler('least', [], undefined, { minReplicas: 4 }),
      table(autoscalers),
    ),
  ],
};
