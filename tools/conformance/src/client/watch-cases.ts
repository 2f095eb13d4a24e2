import assert from 'node:assert/strict';
import { isExpired } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { type ClientCase, type ClientEnv, clientOf, failureOf } from './client-case.ts';
import { gadgets, installGadgets } from './gadget.ts';

/** The next events of a watch, as `TYPE name`; leaves it. */
async function take(watch: AsyncIterable<WatchEvent<ConfigMap>>, count: number): Promise<string[]> {
  const events: string[] = [];
  for await (const event of watch) {
    if (event.type === 'BOOKMARK') continue;
    events.push(`${event.type} ${event.object.metadata.name}`);
    if (events.length === count) break;
  }
  return events;
}

async function versionOf(env: ClientEnv): Promise<string> {
  return (await clientOf(env).list(configMaps, { namespace: env.namespace })).metadata.resourceVersion;
}

/** Watches. */
export const watchCases: readonly ClientCase[] = [
  {
    name: 'a watch from the version of a list sees what happens after it, in order',
    run: async (env) => {
      const client = clientOf(env);
      const watch = client.watch(configMaps, {
        namespace: env.namespace,
        labelSelector: 'case=watch-order',
        resourceVersion: await versionOf(env),
      });
      const seen = take(watch, 4);
      const labels = { case: 'watch-order' };
      const one = await client.create(configMaps, {
        metadata: { name: 'watch-order-1', namespace: env.namespace, labels },
      });
      await client.create(configMaps, { metadata: { name: 'watch-order-2', namespace: env.namespace, labels } });
      await client.update(configMaps, { ...one, data: { a: 'b' } });
      await client.delete(configMaps, `${env.namespace}/watch-order-2`);
      assert.deepEqual(await seen, [
        'ADDED watch-order-1',
        'ADDED watch-order-2',
        'MODIFIED watch-order-1',
        'DELETED watch-order-2',
      ]);
    },
  },
  {
    name: 'a watch from an older version sees what happened since',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'watch-resume', namespace: env.namespace, labels: { case: 'watch-resume' } };
      const created = await client.create(configMaps, { metadata });
      const updated = await client.update(configMaps, { ...created, data: { a: 'b' } });
      await client.delete(configMaps, `${env.namespace}/watch-resume`);
      const from = (resourceVersion: string) =>
        client.watch(configMaps, { namespace: env.namespace, labelSelector: 'case=watch-resume', resourceVersion });
      assert.deepEqual(await take(from(created.metadata.resourceVersion), 2), [
        'MODIFIED watch-resume',
        'DELETED watch-resume',
      ]);
      assert.deepEqual(await take(from(updated.metadata.resourceVersion), 1), ['DELETED watch-resume']);
    },
  },
  {
    name: 'a watch without a version begins with what is there',
    run: async (env) => {
      const client = clientOf(env);
      const labels = { case: 'watch-any' };
      await client.create(configMaps, { metadata: { name: 'watch-any', namespace: env.namespace, labels } });
      const watch = client.watch(configMaps, { namespace: env.namespace, labelSelector: 'case=watch-any' });
      assert.deepEqual(await take(watch, 1), ['ADDED watch-any']);
    },
  },
  {
    name: 'an object that a selector matches no more is DELETED, and one that it matches again is ADDED',
    run: async (env) => {
      const client = clientOf(env);
      const watch = client.watch(configMaps, {
        namespace: env.namespace,
        labelSelector: 'case=watch-selector',
        resourceVersion: await versionOf(env),
      });
      const seen = take(watch, 3);
      const metadata = { name: 'watch-selector', namespace: env.namespace, labels: { case: 'watch-selector' } };
      const one = await client.create(configMaps, { metadata });
      const two = await client.update(configMaps, { ...one, metadata: { ...one.metadata, labels: { case: 'other' } } });
      await client.update(configMaps, { ...two, metadata: { ...two.metadata, labels: { case: 'watch-selector' } } });
      assert.deepEqual(await seen, ['ADDED watch-selector', 'DELETED watch-selector', 'ADDED watch-selector']);
    },
  },
  {
    name: 'an abort ends a watch while it waits, with the reason',
    run: async (env) => {
      const client = clientOf(env);
      const controller = new AbortController();
      const reason = new Error('enough');
      const labels = { case: 'watch-abort' };
      await client.create(configMaps, { metadata: { name: 'watch-abort', namespace: env.namespace, labels } });
      const watch = client.watch(configMaps, {
        namespace: env.namespace,
        labelSelector: 'case=watch-abort',
        signal: controller.signal,
      });
      const events = watch[Symbol.asyncIterator]();
      assert.equal((await events.next()).value?.type, 'ADDED');
      const waiting = failureOf(events.next());
      controller.abort(reason);
      assert.equal(await waiting, reason);
    },
  },
  {
    name: 'leaving a watch while it waits ends it',
    run: async (env) => {
      const watch = clientOf(env).watch(configMaps, {
        namespace: env.namespace,
        labelSelector: 'case=nobody',
        resourceVersion: await versionOf(env),
      });
      const events = watch[Symbol.asyncIterator]();
      const waiting = events.next();
      assert.deepEqual(await events.return?.(), { done: true, value: undefined });
      assert.deepEqual(await waiting, { done: true, value: undefined });
    },
  },
  {
    name: 'a watch with a timeout is ended by the server',
    run: async (env) => {
      const options = {
        namespace: env.namespace,
        labelSelector: 'case=nobody',
        resourceVersion: await versionOf(env),
        timeoutSeconds: 1,
      };
      const events: unknown[] = [];
      for await (const event of clientOf(env).watch(configMaps, options)) events.push(event);
      assert.deepEqual(events, []);
    },
  },
  {
    name: 'a watch from a version that is gone is Expired',
    run: async (env) => {
      const client = clientOf(env);
      await installGadgets(client, env.clock);
      const iterate = async (): Promise<void> => {
        for await (const _event of client.watch(gadgets, { resourceVersion: '1' }));
      };
      assert.ok(isExpired(await failureOf(iterate())));
    },
  },
];
