import { startWorkloadSimulation } from '@kb/simulation';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { startServer } from './growth-server.ts';

const SETS = '/apis/apps/v1/namespaces/default/statefulsets';
/** A step of virtual time, in milliseconds: about what a simulated Pod takes to start. */
const STEP_MS = 1000;
/** How long the simulation gets to start. */
const PAUSE_MS = 10_000;

/** StatefulSets that reach their number of Pods: a Pod costs the same, however many there are. */
export const statefulSetOperations: readonly GrowthOperation[] = [
  reach('OrderedReady', 'in order'),
  reach('Parallel', 'in parallel'),
];

function reach(podManagementPolicy: string, how: string): GrowthOperation {
  return {
    name: `simulation: Pods of a StatefulSet, ${how}`,
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = startServer();
      startWorkloadSimulation({ transport: started.transport, clock: started.clock });
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await started.request('POST', SETS, statefulSet(size, podManagementPolicy));
        for (let step = 0; step < 10 * size; step += 1) {
          await started.clock.advance(STEP_MS);
          const { status } = JSON.parse(await started.request('GET', `${SETS}/web`));
          if (status.availableReplicas === size) return;
        }
        throw new Error('the StatefulSet does not reach its number of Pods');
      };
    },
  };
}

function statefulSet(replicas: number, podManagementPolicy: string): object {
  const labels = { app: 'web' };
  return {
    metadata: { name: 'web' },
    spec: {
      replicas,
      podManagementPolicy,
      serviceName: 'web',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
    },
  };
}
