import { metadataOf } from '@kb/apimachinery';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCache } from '../cache/cache.ts';
import { silentLogger } from '../log/logger.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { createApplyMemory } from './apply-memory.ts';
import { createReconcileClient } from './create-reconcile-client.ts';
import { noteWrites } from './note-writes.ts';

let env: Embedded;
beforeEach(async () => void (env = await startEmbedded()));
afterEach(() => env.stop());

const key = 'default/a';
const metadata = { name: 'a', namespace: 'default' };

test('reports every write with its response, but not dry runs and reads', async () => {
  const notes: string[] = [];
  const client = noteWrites(env.client, {
    written: (resource, object) =>
      void notes.push(`${resource.plural} ${object.metadata.name} ${object.metadata.resourceVersion}`),
    deleted: (resource, { name }, uid) => void notes.push(`${resource.plural} ${name} deleted ${uid}`),
  });
  const noted = async (write: () => Promise<Widget>): Promise<Widget> => {
    const answer = await write();
    expect(notes.splice(0)).toEqual([`widgets a ${answer.metadata.resourceVersion}`]);
    return answer;
  };
  const status = client.subresource(widgets, 'status');
  const finalizers = { metadata: { finalizers: ['example.com/kept'] } };

  const made = await noted(() => client.create(widgets, { metadata, spec: {} }));
  const updated = await noted(() => client.update(widgets, { ...made, spec: { size: 1 } }));
  await noted(() => client.updateStatus(widgets, { ...updated, status: { observedSize: 1 } }));
  await noted(() => client.patch(widgets, key, { type: 'merge', value: finalizers }));
  await noted(() => client.apply(widgets, { metadata, spec: { size: 2 } }));
  await noted(() => client.applyStatus(widgets, { metadata, status: { observedSize: 2 } }));
  await noted(() => status.patch(key, { type: 'merge', value: { status: { observedSize: 3 } } }));
  await noted(() => status.apply(key, { status: { observedSize: 4 } }));
  const latest = await noted(async () => status.update(key, { ...(await client.get(widgets, key)), status: {} }));

  await client.patch(widgets, key, { type: 'merge', value: { spec: { size: 9 } } }, { dryRun: true });
  await client.delete(widgets, key, { dryRun: true });
  await status.patch(key, { type: 'merge', value: { status: { observedSize: 9 } } }, { dryRun: true });
  await client.list(widgets);
  await status.get(key);
  expect(notes).toEqual([]);

  // It waits for its finalizer: changed, not gone.
  await client.delete(widgets, key);
  const dying = await client.get(widgets, key);
  expect(notes.splice(0)).toEqual([`widgets a ${dying.metadata.resourceVersion}`]);
  await client.patch(widgets, key, { type: 'merge', value: { metadata: { finalizers: null } } });
  notes.length = 0;
  const again = await client.create(widgets, { metadata, spec: {} });
  notes.length = 0;
  await client.delete(widgets, key);
  expect(notes).toEqual([`widgets a deleted ${again.metadata.uid}`]);
  expect(again.metadata.uid).not.toBe(latest.metadata.uid);
});

test('cached reads reflect writes and deletes before the watch does', async () => {
  const { clock } = env;
  // No time passes: the watch has not brought the last writes yet.
  const cache = createCache({ client: env.client, clock, random: () => 0.5, log: silentLogger });
  const held = cache.resource(widgets);
  const slim = cache.resource(metadataOf(widgets));
  const end = new AbortController();
  const running = cache.run(end.signal);
  await clock.settle();
  const client = createReconcileClient(
    { client: env.client, cache, memory: createApplyMemory(cache), fieldManager: 'test' },
    end.signal,
  );
  const made = await client.create(widgets, { metadata, spec: { size: 1 } });
  expect(client.cached(widgets).get(key)?.spec.size).toBe(1);
  expect(slim.get(key)?.metadata.uid).toBe(made.metadata.uid);
  await client.subresource(widgets, 'status').patch(key, { type: 'merge', value: { status: { observedSize: 1 } } });
  expect(client.cached(widgets).get(key)?.status).toEqual({ observedSize: 1 });
  await client.delete(widgets, key);
  expect(client.cached(widgets).get(key)).toBeUndefined();
  expect(client.cached(widgets).list()).toEqual([]);
  await clock.settle();
  expect(held.get(key)).toBeUndefined();
  end.abort(new Error('over'));
  await running;
});
