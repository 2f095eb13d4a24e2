import { nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { createEach, expectItems, PAUSE_MS, paths, startSimulation, templateOf, until } from './simulated-server.ts';

/** Endpoints, EndpointSlices, and slices that mirror Endpoints of users. */
export const serviceOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: Services of many Pods each',
    of: 'Services, of 20 Pods each',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation();
      const spec = { replicas: 20, selector: { matchLabels: { app: 'd' } }, template: templateOf('d') };
      await started.request('POST', paths.deployments, { metadata: { name: 'd' }, spec });
      await until(started, `${paths.deployments}/d`, ({ status }) => status?.['availableReplicas'] === 20);
      return async () => {
        const service = (index: number): object => ({
          metadata: { name: nameOf(index) },
          spec: { selector: { app: 'd' }, ports: [{ port: 80 }] },
        });
        await createEach(started, size, paths.services, service);
        await started.clock.advance(PAUSE_MS);
        await expectItems(started, paths.slices, size);
        await expectItems(started, paths.endpoints, size);
      };
    },
  },
  {
    name: 'simulation: Endpoints that are mirrored',
    of: 'Endpoints, with a Service each',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      const service = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: { ports: [{ port: 80 }] },
      });
      await createEach(started, size, paths.services, service);
      await started.clock.advance(PAUSE_MS);
      return async () => {
        const endpoints = (index: number): object => ({
          metadata: { name: nameOf(index) },
          subsets: [{ addresses: [{ ip: '198.51.100.1' }, { ip: '198.51.100.2' }], ports: [{ port: 80 }] }],
        });
        await createEach(started, size, paths.endpoints, endpoints);
        await started.clock.advance(PAUSE_MS);
        await expectItems(started, paths.slices, size);
      };
    },
  },
  {
    name: 'simulation: addresses of Endpoints that are mirrored',
    of: 'addresses of one object',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      await started.request('POST', paths.services, { metadata: { name: 'e' }, spec: { ports: [{ port: 80 }] } });
      const addresses = Array.from({ length: size }, (_, index) => ({ ip: `198.18.${index >> 8}.${index & 255}` }));
      return async () => {
        const subsets = [{ addresses, ports: [{ port: 80 }] }];
        await started.request('POST', paths.endpoints, { metadata: { name: 'e' }, subsets });
        await started.clock.advance(PAUSE_MS);
        await expectItems(started, paths.slices, Math.ceil(Math.min(size, 1000) / 1000));
        await started.request('DELETE', `${paths.endpoints}/e`);
        await started.clock.advance(PAUSE_MS);
        await expectItems(started, paths.slices, 0);
      };
    },
  },
];
