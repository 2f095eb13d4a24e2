import { type ObjectOf, seededRandom, settleEventLoop } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { createCache, type HeldResource } from '@kb/runtime';
import {
  CONFIG_MAPS,
  configMap,
  type GrowthServer,
  nameOf,
  repeat,
  serverWithConfigMaps,
  untilCount,
} from '../api-server/growth-server.ts';
import { type GrowthOperation, MAP_GROWTH } from '../measure/growth-operation.ts';

type ConfigMap = ObjectOf<typeof configMaps>;
type ConfigMaps = HeldResource<ConfigMap>;

const INDEX = 'tenth';

/** Operations of a manager's cache. Each read is repeated n times over n objects. */
export const cacheOperations: readonly GrowthOperation[] = [
  {
    name: 'cache: the first list',
    of: 'objects',
    size: 2500,
    prepare: async (size) => {
      const started = await serverWithConfigMaps(size);
      return async () => {
        const held = await startCache(started);
        if (held.list().length !== size) throw new Error('the cache does not have every object');
      };
    },
  },
  reads('cache: get', 5000, (held, index) => held.get({ namespace: 'default', name: nameOf(index) })),
  reads('cache: list of a namespace, limit 10', 1000, (held) => held.list({ namespace: 'default', limit: 10 })),
  reads('cache: list of everything, limit 10', 5000, (held) => held.list({ limit: 10 })),
  reads('cache: byIndex, ten objects', 2500, (held, index) => held.byIndex(INDEX, tenthOf(index))),
  reads('cache: list by an index, ten objects', 2500, (held, index) =>
    held.list({ matchingFields: { [INDEX]: tenthOf(index) } }),
  ),
  reads('cache: list, limit 1, with a pending own write', 500, (held) => held.list({ limit: 1 }), writeUnseen),
  reads(
    'cache: list of a namespace, limit 10, with a pending own write',
    500,
    (held) => held.list({ namespace: 'default', limit: 10 }),
    writeUnseen,
  ),
  reads(
    'cache: byIndex with a pending own write',
    500,
    (held, index) => held.byIndex(INDEX, tenthOf(index)),
    writeUnseen,
  ),
  {
    name: 'cache: list of everything',
    of: 'objects',
    size: 20_000,
    repeatable: true,
    prepare: async (size) => {
      const held = await startCache(await serverWithConfigMaps(size));
      return () => void held.list();
    },
  },
  {
    name: 'cache: updates from the server to a handler',
    of: 'events',
    size: 500,
    prepare: async (size) => {
      const started = await serverWithConfigMaps(size);
      const held = await startCache(started);
      let updates = 0;
      held.addEventHandler({ onUpdate: () => void (updates += 1) });
      await settleEventLoop();
      return async () => {
        await repeat(size, (index) => started.request('PUT', `${CONFIG_MAPS}/${nameOf(index)}`, configMap(index, 'b')));
        await untilCount(() => updates, size);
      };
    },
  },
];

/** Returns an operation of n reads over n cached objects. `before` is called once with the cache. */
function reads(
  name: string,
  size: number,
  read: (held: ConfigMaps, index: number) => unknown,
  before: (held: ConfigMaps) => void = () => undefined,
): GrowthOperation {
  return {
    name,
    reason: MAP_GROWTH,
    of: 'reads, over as many objects',
    size,
    repeatable: true,
    prepare: async (count) => {
      const held = await startCache(await serverWithConfigMaps(count));
      before(held);
      return () => {
        for (let index = 0; index < count; index += 1) {
          const found = read(held, index);
          if (found === undefined || (Array.isArray(found) && found.length === 0)) throw new Error(`${name}: nothing`);
        }
      };
    },
  };
}

/** Records a write of this process that the watch never delivers, so it stays pending. */
function writeUnseen(held: ConfigMaps): void {
  const object = held.get({ namespace: 'default', name: nameOf(0) });
  if (object === undefined) throw new Error('the first object is not cached');
  // Cached objects are read-only; the copy may be changed.
  const written = structuredClone(object) as ConfigMap;
  held.recordWrite({ ...written, metadata: { ...written.metadata, resourceVersion: '999999999' } });
}

const tenthOf = (index: number): string => `t-${Math.floor(index / 10)}`;

/** Starts a cache of ConfigMaps with an index. Resolves when the first list is in it. */
async function startCache({ transport, clock }: GrowthServer): Promise<ConfigMaps> {
  const client = createClient({ transport, clock });
  const cache = createCache({ client, clock, random: seededRandom(1) });
  const held = cache.resource(configMaps);
  held.addIndex(INDEX, ({ metadata }) => {
    const value = metadata.labels?.[INDEX];
    return value === undefined ? [] : [value];
  });
  // It watches until the process exits.
  void cache.run(new AbortController().signal);
  await held.waitForSync();
  return held;
}
