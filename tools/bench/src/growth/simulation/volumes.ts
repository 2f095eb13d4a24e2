import { type GrowthServer, nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { createEach, PAUSE_MS, paths, startSimulation, until } from './simulated-server.ts';

const VOLUMES = '/api/v1/persistentvolumes';

const claim = (index: number, storageClassName: string): object => ({
  metadata: { name: nameOf(index) },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '1Gi' } } },
});

const volume = (index: number): object => ({
  metadata: { name: nameOf(index) },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: 'manual',
    hostPath: { path: '/a' },
  },
});

const pod = (index: number): object => ({
  metadata: { name: nameOf(index) },
  spec: {
    containers: [{ name: 'main', image: 'image:1' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: nameOf(index) } }],
  },
});

const untilBound = (started: GrowthServer, index: number): Promise<void> =>
  until(started, `${paths.claims}/${nameOf(index)}`, ({ status }) => status?.['phase'] === 'Bound');

/** Claims and their volumes. */
export const volumeOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: claims that are bound to volumes that exist',
    of: 'claims, over as many volumes',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, VOLUMES, volume);
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await createEach(started, size, paths.claims, (index) => claim(index, 'manual'));
        await untilBound(started, size - 1);
      };
    },
  },
  {
    name: 'simulation: volumes for claims that wait',
    of: 'volumes, over as many claims',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, paths.claims, (index) => claim(index, 'manual'));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await createEach(started, size, VOLUMES, volume);
        await untilBound(started, size - 1);
      };
    },
  },
  {
    name: 'simulation: Pods whose claims get new volumes',
    of: 'Pods, each with a claim',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, paths.claims, (index) => claim(index, 'standard'));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await createEach(started, size, paths.pods, pod);
        await until(started, `${paths.pods}/${nameOf(size - 1)}`, ({ status }) => status?.['phase'] === 'Running');
        await started.clock.advance(PAUSE_MS);
      };
    },
  },
  {
    name: 'simulation: claims that are deleted with their volumes',
    of: 'claims',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, paths.claims, (index) => claim(index, 'standard'));
      await createEach(started, size, paths.pods, pod);
      await started.clock.advance(PAUSE_MS);
      await started.request('DELETE', paths.pods);
      await started.clock.advance(60_000);
      return async () => {
        await started.request('DELETE', paths.claims);
        await until(started, `${VOLUMES}?limit=1`, ({ items }) => items?.length === 0);
      };
    },
  },
  {
    name: 'simulation: Pods with ephemeral volumes',
    of: 'Pods, each with a claim of its own',
    size: 50,
    prepare: async (size) => {
      const started = await startSimulation();
      const { spec } = claim(0, 'standard') as { readonly spec: object };
      const ephemeral = (index: number): object => ({
        metadata: { name: nameOf(index) },
        spec: {
          containers: [{ name: 'main', image: 'image:1' }],
          volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: { spec } } }],
        },
      });
      return async () => {
        await createEach(started, size, paths.pods, ephemeral);
        await until(started, `${paths.pods}/${nameOf(size - 1)}`, ({ status }) => status?.['phase'] === 'Running');
        await started.clock.advance(PAUSE_MS);
      };
    },
  },
  {
    name: 'simulation: bound claims that ask for more',
    of: 'claims',
    size: 100,
    prepare: async (size) => {
      const started = await startSimulation();
      await started.request('POST', '/apis/storage.k8s.io/v1/storageclasses', {
        metadata: { name: 'growing' },
        provisioner: 'example.com/growing',
        allowVolumeExpansion: true,
      });
      await createEach(started, size, VOLUMES, (index) => {
        const { spec, ...rest } = volume(index) as { readonly spec: object };
        return { ...rest, spec: { ...spec, storageClassName: 'growing' } };
      });
      await createEach(started, size, paths.claims, (index) => claim(index, 'growing'));
      await untilBound(started, size - 1);
      return async () => {
        const more = { spec: { resources: { requests: { storage: '2Gi' } } } };
        for (let index = 0; index < size; index += 1)
          await started.request('PATCH', `${paths.claims}/${nameOf(index)}`, more);
        await started.clock.advance(PAUSE_MS);
      };
    },
  },
];
