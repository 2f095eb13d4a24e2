// A kind with a name that another kind of its group has, and the ways out that the message names.
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

async function projectWith(...kinds: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  for (const words of ['init --domain example.com', ...kinds.map((one) => `create api --group batch --kind ${one}`)])
    expect(await folder.kb(...words.split(' '))).toMatchObject({ code: 0, err: '' });
  return folder;
}

test.each<[there: string, flags: string, message: string, hint: string]>([
  [
    'CronJob',
    '--kind CronJobs',
    'CronJobs would have the singular cronjobs, which is the plural of the kind CronJob of batch.example.com',
    'Choose another kind: --plural does not change its singular. If you meant CronJob, write --kind CronJob; if CronJobs is to replace it, run "kb delete api --group batch --kind CronJob" first.',
  ],
  [
    'CronJob',
    '--kind Cronjob',
    'Cronjob would have the singular cronjob and the same files as the kind CronJob of batch.example.com: their names differ only in capitals',
    'Choose a kind that differs in its letters. If you meant CronJob, write --kind CronJob; if Cronjob is to replace it, run "kb delete api --group batch --kind CronJob" first.',
  ],
  [
    'CronJobs',
    '--kind CronJob',
    'CronJob would have the plural cronjobs, which the kind CronJobs of batch.example.com has as its plural too',
    'Choose another plural with --plural, or another kind. If you meant CronJobs, write --kind CronJobs; if CronJob is to replace it, run "kb delete api --group batch --kind CronJobs" first.',
  ],
  [
    'CronJob',
    '--kind CronJobSpec',
    'CronJobSpec would have the type CronJobSpec, which the sources of the kind CronJob of batch.example.com have too, in the same version',
    'Choose another kind. If you meant CronJob, write --kind CronJob; if CronJobSpec is to replace it, run "kb delete api --group batch --kind CronJob" first.',
  ],
  [
    'CronJobStatus',
    '--kind CronJob',
    'CronJob would have the type CronJobStatus, which the sources of the kind CronJobStatus of batch.example.com have too, in the same version',
    'Choose another kind. If you meant CronJobStatus, write --kind CronJobStatus; if CronJob is to replace it, run "kb delete api --group batch --kind CronJobStatus" first.',
  ],
  [
    'Policy',
    '--kind Rule --plural policy',
    'Rule would have the plural policy, which the kind Policy of batch.example.com has as its singular',
    'Choose another plural with --plural, or another kind. If you meant Policy, write --kind Policy; if Rule is to replace it, run "kb delete api --group batch --kind Policy" first.',
  ],
])('beside %s, %s is refused', async (there, flags, message, hint) => {
  using folder = await projectWith(there);
  const before = folder.snapshot();
  const run = await folder.kb('create', 'api', '--group', 'batch', ...flags.split(' '));
  expect(run).toEqual({ code: 1, out: '', err: `error KB_NAME_CLASH: ${message}\n  ${hint}\n` });
  expect(folder.snapshot()).toEqual(before);
});

test.each<[there: string, ways: readonly string[]]>([
  ['CronJobs', ['create api --group batch --kind CronJob --plural cronjobset']],
  ['CronJob', ['create api --group batch --kind CronTasks']],
  ['CronJob', ['create api --group batch --kind CronJob']],
  ['CronJob', ['delete api --group batch --kind CronJob', 'create api --group batch --kind CronJobs']],
  ['Cronjob', ['delete api --group batch --kind Cronjob', 'create api --group batch --kind CronJob']],
  ['CronJob', ['create api --group other --kind Cronjob']],
  ['CronJob', ['create api --group batch --version v2 --kind CronJobSpec']],
])('beside %s, a way out leads to a project that generates: %j', async (there, ways) => {
  using folder = await projectWith(there);
  for (const words of ways) expect(await folder.kb(...words.split(' '))).toMatchObject({ code: 0, err: '' });
  expect(await folder.kb('generate', '--check', '--no-cache')).toMatchObject({ code: 0, err: '' });
});

test('a group is refused whose types would be among those of another group', async () => {
  using folder = await projectWith();
  await folder.kb('create', 'api', '--group', 'example', '--kind', 'Shop');
  const before = folder.snapshot();
  const run = await folder.kb('create', 'api', '--group', '', '--kind', 'Cart');
  expect(run).toEqual({
    code: 1,
    out: '',
    err: `error KB_FLAGS_DIFFER: types of the group example.com would go into the folder example, which has those of the group example.example.com
  Give --group "example" for that group, or choose another one with --group.
`,
  });
  expect(folder.snapshot()).toEqual(before);
});
