import assert from 'node:assert/strict';
import path from 'node:path';
import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { installManifests, readManifests } from '@kb/cli/dev';
import type { Client } from '@kb/client';
import { jobs } from '@kb/kubernetes/batch/v1';
import { eventually } from '../patience.ts';
import type { Chapter, Tutorial, TutorialStep } from './tutorial.ts';

interface CronJob extends KubernetesObject {
  spec: { schedule: unknown; concurrencyPolicy?: string; suspend?: boolean; successfulJobsHistoryLimit?: number };
  status?: { lastScheduleTime?: string };
}

const names = {
  group: 'batch.tutorial.kubebuilder.io',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
} as const;
const v1 = defineResource<CronJob>({ ...names, version: 'v1' });
const v2 = defineResource<CronJob>({ ...names, version: 'v2' });

const sample = { namespace: 'default', name: 'cronjob-sample' };
const sampleV2 = { namespace: 'default', name: 'cronjob-sample-v2' };

/** Waits for a Job of a CronJob, which a minute brings, and for the status that speaks of it. */
async function untilScheduled(client: Client, key: typeof sample): Promise<void> {
  await eventually(async () => {
    const { items } = await client.list(jobs, { namespace: key.namespace });
    const own = items.find(({ metadata }) => metadata.name.replace(/-\d+$/, '') === key.name);
    assert.equal(own?.metadata.ownerReferences?.[0]?.kind, 'CronJob');
    assert.notEqual((await client.get(v1, key)).status?.lastScheduleTime, undefined);
  });
}

const steps: readonly TutorialStep[] = [
  {
    name: 'the API server calls its webhooks: the sample gets defaults',
    async run({ client, project }) {
      await installManifests(client, readManifests(path.join(project, 'config/samples/batch_v1_cronjob.yaml')));
      const { spec } = await client.get(v1, sample);
      assert.equal(spec.suspend, false);
      assert.equal(spec.successfulJobsHistoryLimit, 3);
    },
  },
  {
    name: 'and what the validating webhook refuses is refused, with the field',
    async run({ client }) {
      const patch = client.patch(v1, sample, { type: 'merge', value: { spec: { schedule: 'now and then' } } });
      await assert.rejects(patch, /spec\.schedule: Invalid value: "now and then": expected exactly 5 fields/);
    },
  },
  { name: 'a minute brings a Job', run: ({ client }) => untilScheduled(client, sample) },
];

const init = [
  'init',
  '--domain',
  'tutorial.kubebuilder.io',
  '--repo',
  'tutorial.kubebuilder.io/project',
  '--project-name',
  'project',
];
const cronJob: Chapter = {
  files: 'cronjob',
  commands: [
    init,
    ['create', 'api', '--group', 'batch', '--version', 'v1', '--kind', 'CronJob'],
    [
      'create',
      'webhook',
      '--group',
      'batch',
      '--version',
      'v1',
      '--kind',
      'CronJob',
      '--defaulting',
      '--programmatic-validation',
    ],
  ],
};

/** https://book.kubebuilder.io/cronjob-tutorial/cronjob-tutorial */
export const cronJobTutorial: Tutorial = {
  title: 'CronJob',
  name: 'project',
  chapters: [cronJob],
  webhooks: true,
  steps,
};

/** https://book.kubebuilder.io/multiversion-tutorial/tutorial */
export const multiversionTutorial: Tutorial = {
  title: 'multi-version',
  name: 'project',
  chapters: [
    cronJob,
    {
      files: 'multiversion',
      commands: [
        ['create', 'api', '--group', 'batch', '--version', 'v2', '--kind', 'CronJob', '--no-controller'],
        [
          'create',
          'webhook',
          '--group',
          'batch',
          '--version',
          'v1',
          '--kind',
          'CronJob',
          '--conversion',
          '--spoke',
          'v2',
        ],
      ],
    },
  ],
  webhooks: true,
  steps: [
    ...steps,
    {
      name: 'an object of v2 is stored in v1, with defaults, and reads as it was written',
      async run({ client, project }) {
        await installManifests(client, readManifests(path.join(project, 'config/samples/batch_v2_cronjob.yaml')));
        const hub = await client.get(v1, sampleV2);
        assert.equal(hub.spec.schedule, '*/1 * * * *');
        assert.equal(hub.spec.suspend, false);
        assert.deepEqual((await client.get(v2, sampleV2)).spec.schedule, { minute: '*/1' });
      },
    },
    {
      name: 'a v1 object is served in v2 too, in lists',
      async run({ client }) {
        const { items } = await client.list(v2, { namespace: sample.namespace });
        const schedules = items.map(({ metadata, spec }) => [metadata.name, spec.schedule]);
        assert.deepEqual(
          schedules,
          [sample, sampleV2].map(({ name }) => [name, { minute: '*/1' }]),
        );
      },
    },
    { name: 'the object of v2 is reconciled', run: ({ client }) => untilScheduled(client, sampleV2) },
  ],
};
