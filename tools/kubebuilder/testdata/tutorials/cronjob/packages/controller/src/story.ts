import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { defineStory } from '@kb/testing';
import { cronJobs } from '@project/client/batch/v1';

const key = { namespace: 'default', name: 'cronjob-sample' };
const container = { name: 'hello', image: 'busybox' };
const jobTemplate = { spec: { template: { spec: { containers: [container], restartPolicy: 'OnFailure' } } } };

/** What `npm start -- --once` plays. */
export const story = defineStory([
  {
    name: 'create: what was left out gets its default',
    async run({ client, eventually }) {
      // The webhooks answer when the operator has started.
      await eventually(async () => {
        await client.create(cronJobs, { metadata: key, spec: { schedule: '0 0 1 1 *', jobTemplate } });
      });
      const { spec } = await client.get(cronJobs, key);
      assert.equal(spec.concurrencyPolicy, 'Allow');
      assert.equal(spec.suspend, false);
      assert.equal(spec.successfulJobsHistoryLimit, 3);
    },
  },
  {
    name: 'change: a schedule that cannot be read is refused',
    async run({ client }) {
      const patch = client.patch(cronJobs, key, { type: 'merge', value: { spec: { schedule: 'now and then' } } });
      await assert.rejects(patch, /spec.schedule/);
    },
  },
  {
    name: 'delete: it is gone',
    async run({ client, eventually }) {
      await client.delete(cronJobs, key);
      await eventually(async () => {
        assert.ok(await client.get(cronJobs, key).then(() => false, isNotFound));
      });
    },
  },
]);
