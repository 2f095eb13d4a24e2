import assert from 'node:assert/strict';
import path from 'node:path';
import { type KubernetesObject, defineResource, isNotFound } from '@kb/apimachinery';
import { installManifests, readManifests } from '@kb/cli/dev';
import { deployments } from '@kb/kubernetes/apps/v1';
import { events } from '@kb/kubernetes/events/v1';
import { eventually } from '../patience.ts';
import type { Tutorial } from './tutorial.ts';

interface Memcached extends KubernetesObject {
  spec: { size?: number };
  status?: { conditions?: { type: string; status: string; observedGeneration?: number }[] };
}

const memcacheds = defineResource<Memcached>({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  plural: 'memcacheds',
  namespaced: true,
});

const sample = { namespace: 'default', name: 'memcached-sample' };

/** https://book.kubebuilder.io/getting-started */
export const gettingStarted: Tutorial = {
  title: 'getting started',
  name: 'memcached-operator',
  chapters: [
    {
      commands: [
        ['init', '--domain', 'example.com', '--repo', 'example.com/memcached'],
        ['create', 'api', '--group', 'cache', '--version', 'v1alpha1', '--kind', 'Memcached'],
      ],
      files: 'getting-started',
    },
  ],
  webhooks: false,
  steps: [
    {
      name: 'the sample gets a Deployment of its size, and becomes Available',
      async run({ client, project }) {
        await installManifests(client, readManifests(path.join(project, 'config/samples')));
        await eventually(async () => {
          const { spec, metadata } = await client.get(deployments, sample);
          assert.equal(spec.replicas, 1);
          assert.equal(metadata.ownerReferences?.[0]?.kind, 'Memcached');
          const { status } = await client.get(memcacheds, sample);
          const available = status?.conditions?.find(({ type }) => type === 'Available');
          assert.equal(available?.status, 'True');
        });
      },
    },
    {
      name: 'another size changes the Deployment, also if another client scaled it',
      async run({ client }) {
        await client.patch(memcacheds, sample, { type: 'merge', value: { spec: { size: 2 } } });
        const hasSize = async (): Promise<void> => {
          assert.equal((await client.get(deployments, sample)).spec.replicas, 2);
        };
        await eventually(hasSize);
        await client.patch(deployments, sample, { type: 'merge', value: { spec: { replicas: 3 } } });
        await eventually(hasSize);
      },
    },
    {
      name: 'a size beyond what the markers allow is refused',
      async run({ client }) {
        const patch = client.patch(memcacheds, sample, { type: 'merge', value: { spec: { size: 4 } } });
        await assert.rejects(patch, /should be less than or equal to 3/);
      },
    },
    {
      name: 'deleting the sample removes its Deployment, after an Event says so',
      async run({ client }) {
        await client.delete(memcacheds, sample);
        await eventually(async () => {
          await assert.rejects(client.get(memcacheds, sample), isNotFound);
          await assert.rejects(client.get(deployments, sample), isNotFound);
          const { items } = await client.list(events, { namespace: 'default' });
          assert.ok(items.some(({ reason, regarding }) => reason === 'Deleting' && regarding?.name === sample.name));
        });
      },
    },
  ],
};
