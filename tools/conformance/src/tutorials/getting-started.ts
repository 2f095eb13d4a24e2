import assert from 'node:assert/strict';
import path from 'node:path';
import { type KubernetesObject, defineResource, isNotFound } from '@kb/apimachinery';
import { installManifests, readManifests } from '@kb/cli/dev';
import { deployments } from '@kb/kubernetes/apps/v1';
import { events } from '@kb/kubernetes/events/v1';
import { eventually } from '../patience.ts';
import type { TextChange, Tutorial, TutorialStep } from './tutorial.ts';

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

const NAME = 'memcached-operator';

const own = `${NAME}-system`;

const elsewhere: TutorialStep = {
  name: 'an object of another namespace gets nothing, while one of its own does',
  async run({ client }) {
    const names = ['default', own].map((namespace) => ({ namespace, name: 'elsewhere' }));
    for (const metadata of names) await client.create(memcacheds, { metadata, spec: { size: 1 } });
    await eventually(async () =>
      assert.equal((await client.get(deployments, { namespace: own, name: 'elsewhere' })).spec.replicas, 1),
    );
    await assert.rejects(client.get(deployments, { namespace: 'default', name: 'elsewhere' }), isNotFound);
    const { status } = await client.get(memcacheds, { namespace: 'default', name: 'elsewhere' });
    assert.equal(status, undefined);
  },
};

/** https://book.kubebuilder.io/getting-started */
export const gettingStarted: Tutorial = tutorialIn('default', { title: 'getting started', flags: [], changes: [] });

/** The same as an operator of its own namespace: its markers, its story and its sample say so. */
export const gettingStartedInOneNamespace: Tutorial = tutorialIn(own, {
  title: 'getting started in one namespace',
  flags: ['--namespaced'],
  changes: [
    {
      file: 'packages/controller/src/memcached.controller.ts',
      from: /^(\/\/ \+kubebuilder:rbac:groups=[a-z0-9.]+),/gm,
      to: `$1,namespace=${own},`,
    },
    { file: 'packages/controller/src/story.ts', from: /(?<=namespace: )'default'/g, to: `'${own}'` },
    { file: 'config/samples/cache_v1alpha1_memcached.yaml', from: /(?<=namespace: )default$/gm, to: own },
  ],
});

interface Way {
  readonly title: string;
  /** More flags of `kb init`. */
  readonly flags: readonly string[];
  readonly changes: readonly TextChange[];
}

function tutorialIn(namespace: string, { title, flags, changes }: Way): Tutorial {
  return {
    title,
    name: NAME,
    chapters: [
      {
        commands: [
          ['init', '--domain', 'example.com', '--repo', 'example.com/memcached', ...flags],
          ['create', 'api', '--group', 'cache', '--version', 'v1alpha1', '--kind', 'Memcached'],
        ],
        files: 'getting-started',
        changes,
      },
    ],
    webhooks: false,
    steps: [...stepsIn(namespace), ...(namespace === 'default' ? [] : [elsewhere])],
  };
}

function stepsIn(namespace: string): TutorialStep[] {
  const sample = { namespace, name: 'memcached-sample' };
  return [
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
          const { items } = await client.list(events, { namespace });
          assert.ok(items.some(({ reason, regarding }) => reason === 'Deleting' && regarding?.name === sample.name));
        });
      },
    },
  ];
}
