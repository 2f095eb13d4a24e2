import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { defineStory } from '@kb/testing';
import { memcacheds } from '@memcached-operator/client/cache/v1alpha1';

const key = { namespace: 'default', name: 'memcached-sample' };

/** What `npm start -- --once` plays. */
export const story = defineStory([
  {
    name: 'create: a Memcached gets a Deployment',
    async run({ client, eventually }) {
      await client.create(memcacheds, { metadata: key, spec: { size: 1 } });
      await eventually(async () => {
        const { status } = await client.get(memcacheds, key);
        assert.equal(status?.conditions?.find(({ type }) => type === 'Available')?.status, 'True');
      });
    },
  },
  {
    name: 'scale: its Deployment follows',
    async run({ client, eventually }) {
      await client.patch(memcacheds, key, { type: 'merge', value: { spec: { size: 3 } } });
      await eventually(async () => assert.equal((await client.get(deployments, key)).spec.replicas, 3));
    },
  },
  {
    name: 'delete: it is gone',
    async run({ client, eventually }) {
      await client.delete(memcacheds, key);
      await eventually(async () => {
        assert.ok(await client.get(memcacheds, key).then(() => false, isNotFound));
      });
    },
  },
]);
