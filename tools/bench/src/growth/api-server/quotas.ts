import { startWorkloadSimulation } from '@kb/simulation';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { type GrowthServer, nameOf, repeat, startServer } from './growth-server.ts';

const PODS = '/api/v1/namespaces/default/pods';
const QUOTAS = '/api/v1/namespaces/default/resourcequotas';
const hard = { pods: '1000000', 'count/pods': '1000000', 'requests.cpu': '1000000', configmaps: '1000000' };
/** How long the simulation gets to finish pending work, in milliseconds of virtual time. */
const PAUSE_MS = 10_000;

/** Objects that a quota counts: each costs the same, however many there are. */
export const quotaOperations: readonly GrowthOperation[] = [
  {
    name: 'api-server: create Pods that a quota counts',
    of: 'Pods',
    size: 500,
    prepare: async (size) => {
      const started = startServer();
      await createQuota(started);
      const used = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
      await started.request('PATCH', `${QUOTAS}/q/status`, { status: { hard, used } });
      return () => repeat(size, (index) => started.request('POST', PODS, pod(index)));
    },
  },
  {
    name: 'simulation: delete Pods that a quota counts, one by one',
    of: 'Pods',
    size: 100,
    prepare: async (size) => {
      const started = startServer();
      startWorkloadSimulation({ transport: started.transport, clock: started.clock, node: false });
      await started.clock.advance(PAUSE_MS);
      await createQuota(started);
      await repeat(size, (index) => started.request('POST', PODS, pod(index)));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        for (let index = 0; index < size; index += 1) {
          await started.request('DELETE', `${PODS}/${nameOf(index)}`, { gracePeriodSeconds: 0 });
          await started.clock.advance(100);
        }
        const { status } = JSON.parse(await started.request('GET', `${QUOTAS}/q`));
        if (status.used.pods !== '0') throw new Error(`${status.used.pods} Pods are still counted`);
      };
    },
  },
];

async function createQuota({ request, clock }: GrowthServer): Promise<void> {
  await request('POST', QUOTAS, { metadata: { name: 'q' }, spec: { hard } });
  await clock.advance(PAUSE_MS);
}

function pod(index: number): object {
  return {
    metadata: { name: nameOf(index) },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }] },
  };
}
