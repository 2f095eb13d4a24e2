import assert from 'node:assert/strict';
import { isConflict, isNotFound, isStatusError } from '@kb/apimachinery';
import { configMaps, services } from '@kb/kubernetes/core/v1';
import { type ClientCase, clientOf, failureOf } from './client-case.ts';

/** Patches. */
export const patchCases: readonly ClientCase[] = [
  {
    name: 'a merge patch sets, replaces and removes',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'patch-merge', namespace: env.namespace };
      await client.create(configMaps, { metadata, data: { keep: '1', change: '1', remove: '1' } });
      const value = { data: { change: '2', add: '2', remove: null } };
      const patched = await client.patch(configMaps, `${env.namespace}/patch-merge`, { type: 'merge', value });
      assert.deepEqual(patched.data, { keep: '1', change: '2', add: '2' });
    },
  },
  {
    name: 'a merge patch with an old resource version is a Conflict',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'patch-conflict', namespace: env.namespace };
      const { resourceVersion } = (await client.create(configMaps, { metadata })).metadata;
      const key = `${env.namespace}/patch-conflict`;
      await client.patch(configMaps, key, { type: 'merge', value: { data: { a: '1' } } });
      const value = { metadata: { resourceVersion }, data: { a: '2' } };
      assert.ok(isConflict(await failureOf(client.patch(configMaps, key, { type: 'merge', value }))));
    },
  },
  {
    name: 'a JSON patch does its operations in order',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'patch-json', namespace: env.namespace, labels: { 'example.com/a': '1' } };
      await client.create(configMaps, { metadata, data: { old: '2' } });
      const patched = await client.patch(configMaps, `${env.namespace}/patch-json`, {
        type: 'json',
        operations: [
          { op: 'test', path: '/metadata/labels/example.com~1a', value: '1' },
          { op: 'replace', path: '/metadata/labels/example.com~1a', value: '3' },
          { op: 'move', from: '/data/old', path: '/data/new' },
          { op: 'copy', from: '/data/new', path: '/data/copied' },
          { op: 'add', path: '/metadata/annotations', value: { x: 'y' } },
          { op: 'remove', path: '/data/new' },
        ],
      });
      assert.deepEqual(patched.data, { copied: '2' });
      assert.deepEqual([patched.metadata.labels, patched.metadata.annotations], [{ 'example.com/a': '3' }, { x: 'y' }]);
    },
  },
  {
    name: 'a JSON patch whose test fails changes nothing',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'patch-test', namespace: env.namespace };
      await client.create(configMaps, { metadata, data: { a: '1' } });
      const key = `${env.namespace}/patch-test`;
      const operations = [
        { op: 'replace', path: '/data/a', value: '2' },
        { op: 'test', path: '/data/a', value: '1' },
      ] as const;
      const error = await failureOf(client.patch(configMaps, key, { type: 'json', operations }));
      assert.ok(isStatusError(error));
      assert.equal(error.status.code, 422);
      assert.deepEqual((await client.get(configMaps, key)).data, { a: '1' });
    },
  },
  {
    name: 'a strategic merge patch merges lists by their keys',
    run: async (env) => {
      const client = clientOf(env);
      const metadata = { name: 'patch-strategic', namespace: env.namespace };
      const ports = [
        { name: 'one', port: 80 },
        { name: 'two', port: 81 },
      ];
      await client.create(services, { metadata, spec: { ports } });
      const value = {
        spec: {
          ports: [
            { port: 80, name: 'first' },
            { port: 81, $patch: 'delete' as const },
            { port: 82, name: 'third' },
          ],
        },
      };
      const patched = await client.patch(services, `${env.namespace}/patch-strategic`, { type: 'strategic', value });
      assert.deepEqual(patched.spec?.ports?.map(({ name, port }) => [name, port]).toSorted(), [
        ['first', 80],
        ['third', 82],
      ]);
    },
  },
  {
    name: 'a patch of what is not there is NotFound',
    run: async (env) => {
      const patch = { type: 'merge', value: { data: { a: '1' } } } as const;
      assert.ok(isNotFound(await failureOf(clientOf(env).patch(configMaps, `${env.namespace}/patch-missing`, patch))));
    },
  },
];
