import { deployments } from '@kb/kubernetes/apps/v1';
import { createTestEnvironment } from '@kb/testing';
import { memcacheds } from '@memcached-operator/client/cache/v1alpha1';
import { expect, test } from 'vitest';
import { crds, externalCrds } from './crds.ts';
import { memcachedController } from './memcached.controller.ts';

test('a Memcached gets a Deployment and becomes Available', async () => {
  await using env = await createTestEnvironment({ crds, externalCrds, controllers: [memcachedController] });
  const key = { namespace: env.namespace, name: 'memcached-sample' };
  await env.client.create(memcacheds, { metadata: key, spec: { size: 2 } });
  await env.eventually(async () => {
    expect((await env.client.get(deployments, key)).spec.replicas).toBe(2);
    const { status } = await env.client.get(memcacheds, key);
    expect(status?.conditions).toMatchObject([{ type: 'Available', status: 'True' }]);
  });
});
