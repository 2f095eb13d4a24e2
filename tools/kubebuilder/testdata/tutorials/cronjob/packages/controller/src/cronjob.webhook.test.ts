import { admit } from '@kb/testing';
import { cronJobs } from '@project/client/batch/v1';
import { expect, test } from 'vitest';
import { cronJobWebhooks } from './cronjob.webhook.ts';

const container = { name: 'hello', image: 'busybox' };
const jobTemplate = { spec: { template: { spec: { containers: [container], restartPolicy: 'OnFailure' } } } };
const cronJob = (name: string, schedule: string, more: object = {}) => ({
  metadata: { name, namespace: 'default' },
  spec: { schedule, jobTemplate, ...more },
});

test('what was left out gets its default, and what is stated stays', async () => {
  const admitted = await admit(cronJobs, cronJobWebhooks, { object: cronJob('a', '* * * * *', { suspend: true }) });
  expect(admitted.object?.spec).toMatchObject({
    concurrencyPolicy: 'Allow',
    suspend: true,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  });
});

test.each([
  ['a name that leaves no room for that of a Job', cronJob('a'.repeat(53), '* * * * *'), 'metadata.name'],
  ['a schedule that cannot be read', cronJob('a', 'now and then'), 'spec.schedule'],
])('%s is refused', async (_what, object, field) => {
  await expect(admit(cronJobs, cronJobWebhooks, { object })).rejects.toThrow(field);
});

test('a valid CronJob can be created, changed and deleted', async () => {
  const object = cronJob('a', '*/5 * * * *');
  for (const request of [{ object }, { object, old: object }, { old: object }])
    expect((await admit(cronJobs, cronJobWebhooks, request)).warnings).toEqual([]);
});
