import assert from 'node:assert/strict';
import { type ClientCase, clientOf } from './client-case.ts';
import { gadgets, installGadgets } from './gadget.ts';

/** Subresources. */
export const subresourceCases: readonly ClientCase[] = [
  {
    name: 'status: an update of the object leaves it alone, and one of the status everything else',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const metadata = { name: 'sub-status', namespace: env.namespace };
      const created = await client.create(gadgets, { metadata, spec: { color: 'red' }, status: { ready: true } });
      assert.deepEqual([created.metadata.generation, created.status], [1, undefined]);
      const first = await client.updateStatus(gadgets, {
        ...created,
        spec: { color: 'blue' },
        status: { ready: true },
      });
      assert.deepEqual([first.metadata.generation, first.spec, first.status], [1, { color: 'red' }, { ready: true }]);
      const second = await client.update(gadgets, { ...first, spec: { color: 'blue' }, status: { ready: false } });
      assert.deepEqual(
        [second.metadata.generation, second.spec, second.status],
        [2, { color: 'blue' }, { ready: true }],
      );
    },
  },
  {
    name: 'status: applied, patched and read',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const metadata = { name: 'sub-apply-status', namespace: env.namespace };
      await client.create(gadgets, { metadata, spec: { color: 'red' } });
      const applied = await client.applyStatus(gadgets, { metadata, status: { replicas: 2 } });
      assert.deepEqual([applied.spec, applied.status], [{ color: 'red' }, { replicas: 2 }]);
      const status = client.subresource(gadgets, 'status');
      const key = `${env.namespace}/sub-apply-status`;
      await status.patch(key, { type: 'merge', value: { status: { ready: true } } });
      assert.deepEqual((await status.get(key)).status, { replicas: 2, ready: true });
    },
  },
  {
    name: 'scale: read, updated and patched',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const metadata = { name: 'sub-scale', namespace: env.namespace };
      await client.create(gadgets, { metadata, spec: { replicas: 1, color: 'red' } });
      const key = { namespace: env.namespace, name: 'sub-scale' };
      const scale = client.subresource(gadgets, 'scale');
      const read = await scale.get(key);
      assert.deepEqual(
        [read.apiVersion, read.kind, read.spec, read.status],
        ['autoscaling/v1', 'Scale', { replicas: 1 }, { replicas: 0 }],
      );
      assert.deepEqual((await scale.update(key, { ...read, spec: { replicas: 3 } })).spec, { replicas: 3 });
      await scale.patch(key, { type: 'merge', value: { spec: { replicas: 4 } } });
      const gadget = await client.get(gadgets, key);
      assert.deepEqual([gadget.spec, gadget.metadata.generation], [{ replicas: 4, color: 'red' }, 3]);
    },
  },
];
