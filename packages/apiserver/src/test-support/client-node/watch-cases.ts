import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoreV1Api, CustomObjectsApi, type KubernetesObject, makeInformer, Watch } from '@kubernetes/client-node';
import { type ClientNodeCase, widgets } from './cases.ts';

async function eventually(check: () => void): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}

const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? '';

/** Cases of watches and informers. */
export const watchCases: readonly ClientNodeCase[] = [
  {
    name: 'a watch sees every change from a version on, and bookmarks',
    run: async ({ config, namespace }) => {
      const core = config.makeApiClient(CoreV1Api);
      const { metadata } = await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'before' } } });
      const seen: string[] = [];
      const ended = Promise.withResolvers<unknown>();
      const abort = await new Watch(config).watch(
        `/api/v1/namespaces/${namespace}/configmaps`,
        { resourceVersion: metadata?.resourceVersion, allowWatchBookmarks: true },
        (type, object: KubernetesObject) => {
          if (type !== 'BOOKMARK') seen.push(`${type} ${nameOf(object)}`);
        },
        ended.resolve,
      );
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'a' } } });
      await core.patchNamespacedConfigMap({
        namespace,
        name: 'a',
        body: [{ op: 'add', path: '/data', value: { b: 'c' } }],
      });
      await core.deleteNamespacedConfigMap({ namespace, name: 'a' });
      await eventually(() => assert.deepEqual(seen, ['ADDED a', 'MODIFIED a', 'DELETED a']));
      abort.abort();
      await ended.promise;
    },
  },
  {
    name: 'a watch ends when its time is over',
    run: async ({ config, namespace }) => {
      const ended = Promise.withResolvers<unknown>();
      const path = `/api/v1/namespaces/${namespace}/secrets`;
      await new Watch(config).watch(path, { timeoutSeconds: 1 }, () => undefined, ended.resolve);
      assert.equal(await ended.promise, null);
    },
  },
  {
    name: 'an informer follows, and goes on after it was started again',
    run: async ({ config, namespace }) => {
      const core = config.makeApiClient(CoreV1Api);
      const make = (name: string) =>
        core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { of: 'informer' } } } });
      await make('first');
      const told: string[] = [];
      const labelSelector = 'of=informer';
      const informer = makeInformer(
        config,
        `/api/v1/namespaces/${namespace}/configmaps`,
        () => core.listNamespacedConfigMap({ namespace, labelSelector }),
        labelSelector,
      );
      informer.on('add', (object) => told.push(`add ${nameOf(object)}`));
      informer.on('update', (object) => told.push(`update ${nameOf(object)}`));
      informer.on('delete', (object) => told.push(`delete ${nameOf(object)}`));
      await informer.start();
      await make('second');
      await eventually(() => assert.ok(told.includes('add second')));
      await informer.stop();
      await core.deleteNamespacedConfigMap({ namespace, name: 'first' });
      await make('third');
      await informer.start();
      try {
        await eventually(() => assert.ok(told.includes('add third') && told.includes('delete first')));
        const names = informer.list(namespace).map(nameOf);
        assert.deepEqual(names.sort(), ['second', 'third']);
      } finally {
        await informer.stop();
      }
    },
  },
  {
    name: 'an informer of custom objects',
    run: async ({ config, namespace }) => {
      const custom = config.makeApiClient(CustomObjectsApi);
      const where = { ...widgets, namespace };
      const told: string[] = [];
      const informer = makeInformer(config, `/apis/lab.example.com/v1/namespaces/${namespace}/widgets`, () =>
        custom.listNamespacedCustomObject(where),
      );
      informer.on('add', (object) => told.push(`add ${nameOf(object)}`));
      informer.on('delete', (object) => told.push(`delete ${nameOf(object)}`));
      await informer.start();
      try {
        const body = {
          apiVersion: 'lab.example.com/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { color: 'red' },
        };
        await custom.createNamespacedCustomObject({ ...where, body });
        await eventually(() => assert.deepEqual(told, ['add w']));
        await custom.deleteNamespacedCustomObject({ ...where, name: 'w' });
        await eventually(() => assert.deepEqual(told, ['add w', 'delete w']));
      } finally {
        await informer.stop();
      }
    },
  },
];
