import { jobs } from '@kb/kubernetes/batch/v1';
import { createTestEnvironment } from '@kb/testing';
import { cronJobs } from '@project/client/batch/v1';
import { expect, test } from 'vitest';
import { crds, externalCrds } from './crds.ts';
import { cronJobController } from './cronjob.controller.ts';

test('a CronJob creates a Job each minute, and keeps as many as its limit says', async () => {
  await using env = await createTestEnvironment({ crds, externalCrds, controllers: [cronJobController] });
  const key = { namespace: env.namespace, name: 'cronjob-sample' };
  const container = { name: 'hello', image: 'busybox' };
  await env.client.create(cronJobs, {
    metadata: key,
    spec: {
      schedule: '*/1 * * * *',
      successfulJobsHistoryLimit: 2,
      jobTemplate: { spec: { template: { spec: { containers: [container], restartPolicy: 'OnFailure' } } } },
    },
  });
  const names = async (): Promise<string[]> =>
    (await env.client.list(jobs, { namespace: env.namespace })).items.map(({ metadata }) => metadata.name);
  let first: string | undefined;
  await env.eventually(
    async () => {
      [first] = await names();
      expect(first).toMatch(/^cronjob-sample-\d+$/);
    },
    { timeoutMs: 120_000 },
  );
  // The first one was removed for later ones.
  await env.eventually(
    async () => {
      const all = await names();
      expect(all).not.toContain(first);
      expect(all.length).toBeLessThanOrEqual(3);
    },
    { timeoutMs: 600_000 },
  );
});
