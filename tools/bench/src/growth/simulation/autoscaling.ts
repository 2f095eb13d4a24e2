import { nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { createEach, PAUSE_MS, paths, startSimulation, templateOf, until } from './simulated-server.ts';

const container = { name: 'main', image: 'image:1', resources: { requests: { cpu: '100m' } } };

/** A Deployment whose Pods use all of the CPU that they request. */
const busy = (name: string, replicas: number): object => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: templateOf(name, { containers: [container] }),
  },
});

const autoscaler = (name: string, maxReplicas: number): object => ({
  metadata: { name },
  spec: {
    maxReplicas,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    behavior: { scaleUp: { policies: [{ type: 'Percent', value: 100_000, periodSeconds: 15 }] } },
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
  },
});

const images = { 'image:*': { usage: { cpu: '100m' } } };

/** HorizontalPodAutoscalers, PodDisruptionBudgets and ReplicationControllers. */
export const autoscalingOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: a HorizontalPodAutoscaler that doubles a Deployment',
    of: 'replicas',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation(images);
      await started.request('POST', paths.deployments, busy('d', size));
      await until(started, `${paths.deployments}/d`, ({ status }) => status?.['availableReplicas'] === size);
      await started.clock.advance(60_000);
      return async () => {
        await started.request('POST', paths.autoscalers, autoscaler('d', 2 * size));
        await until(started, `${paths.deployments}/d`, ({ status }) => status?.['availableReplicas'] === 2 * size);
      };
    },
  },
  {
    name: 'simulation: many HorizontalPodAutoscalers, for ten minutes',
    of: 'autoscalers, of a Pod each',
    size: 25,
    prepare: async (size) => {
      const started = await startSimulation(images);
      await createEach(started, size, paths.deployments, (index) => busy(nameOf(index), 1));
      await createEach(started, size, paths.autoscalers, (index) => autoscaler(nameOf(index), 1));
      await started.clock.advance(60_000);
      return () => started.clock.advance(600_000);
    },
  },
  {
    name: 'simulation: a PodDisruptionBudget of many Pods',
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      const spec = { maxUnavailable: 1, selector: { matchLabels: { app: 'd' } } };
      await started.request('POST', paths.budgets, { metadata: { name: 'd' }, spec });
      return async () => {
        await started.request('POST', paths.deployments, busy('d', size));
        await until(started, `${paths.budgets}/d`, ({ status }) => status?.['currentHealthy'] === size);
      };
    },
  },
  {
    name: 'simulation: many PodDisruptionBudgets',
    of: 'budgets, of a Pod each',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation();
      const budget = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: { maxUnavailable: 1, selector: { matchLabels: { app: nameOf(index) } } },
      });
      await createEach(started, size, paths.budgets, budget);
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await createEach(started, size, paths.deployments, (index) => busy(nameOf(index), 1));
        await until(started, `${paths.budgets}/${nameOf(size - 1)}`, ({ status }) => status?.['currentHealthy'] === 1);
      };
    },
  },
  {
    name: 'simulation: a ReplicationController with many replicas',
    of: 'replicas',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      return async () => {
        const spec = { replicas: size, selector: { app: 'r' }, template: templateOf('r') };
        await started.request('POST', paths.replicationControllers, { metadata: { name: 'r' }, spec });
        await until(
          started,
          `${paths.replicationControllers}/r`,
          ({ status }) => status?.['availableReplicas'] === size,
        );
      };
    },
  },
];
