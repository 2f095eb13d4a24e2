import type { GrowthOperation } from '../measure/growth-operation.ts';
import { CONFIG_MAPS, configMap, nameOf, repeat, serverWithConfigMaps, startServer } from './growth-server.ts';

/** Writes and reads of single objects: n requests over n objects. */
export const writeOperations: readonly GrowthOperation[] = [
  {
    name: 'api-server: create',
    of: 'objects',
    size: 2000,
    prepare: (size) => {
      const { request } = startServer();
      return () => repeat(size, (index) => request('POST', CONFIG_MAPS, configMap(index)));
    },
  },
  {
    name: 'api-server: get each',
    of: 'objects',
    size: 2000,
    repeatable: true,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      return () => repeat(size, (index) => request('GET', `${CONFIG_MAPS}/${nameOf(index)}`));
    },
  },
  {
    name: 'api-server: update each',
    of: 'objects',
    size: 1000,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      return () => repeat(size, (index) => request('PUT', `${CONFIG_MAPS}/${nameOf(index)}`, configMap(index, 'b')));
    },
  },
  {
    name: 'api-server: create and list one, in turn',
    of: 'pairs, over as many objects',
    size: 500,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      return () =>
        repeat(size, async (index) => {
          await request('POST', CONFIG_MAPS, configMap(0, 'a', { name: earlierName(size - index) }));
          await request('GET', `${CONFIG_MAPS}?limit=1`);
        });
    },
  },
  {
    name: 'api-server: delete and list one, in turn',
    of: 'pairs, over twice as many objects',
    size: 500,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(2 * size);
      return () =>
        repeat(size, async (index) => {
          await request('DELETE', `${CONFIG_MAPS}/${nameOf(2 * index)}`);
          await request('GET', `${CONFIG_MAPS}?limit=1`);
        });
    },
  },
  {
    name: 'api-server: delete each',
    of: 'objects',
    size: 1000,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      return () => repeat(size, (index) => request('DELETE', `${CONFIG_MAPS}/${nameOf(index)}`));
    },
  },
];

/** Returns a name that sorts before all others, so that objects are not created in the order of their names. */
const earlierName = (index: number): string => `b-${String(index).padStart(7, '0')}`;
