// A file in which an author wrote a second chain of webhooks of the kind.
import { beforeAll, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const webhook = 'packages/controller/src/cronjob.webhook.ts';
const list = 'packages/controller/src/webhooks.ts';
const other = '/** Others. */\nexport const otherWebhooks: WebhookBuilder<CronJob> = webhookFor(cronJobs);\n';
const create = ['create', 'webhook', '--kind', 'CronJob', '--programmatic-validation'];

let files: Record<string, string>;
beforeAll(async () => {
  using folder = testFolder();
  for (const words of [
    'init --domain example.com',
    'create api --group batch --kind CronJob',
    'create webhook --kind CronJob --defaulting',
  ]) {
    const { code, err } = await folder.kb(...words.split(' '));
    if (code !== 0) throw new Error(err);
  }
  folder.edit(webhook, '/** The webhooks of CronJob. */', `${other}\n/** The webhooks of CronJob. */`);
  folder.edit(list, '{ cronJobWebhooks }', '{ cronJobWebhooks, otherWebhooks }');
  folder.edit(list, '[cronJobWebhooks]', '[cronJobWebhooks, otherWebhooks]');
  files = folder.snapshot();
});

function project(): TestFolder {
  const folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}

test('a new webhook goes to the chain that kb wrote, and only there', async () => {
  using folder = project();
  expect(await folder.kb(...create)).toMatchObject({ code: 0, err: '' });
  expect(folder.read(webhook)).toContain(other);
  expect(folder.read(webhook)).toContain('  .defaults(cronJobDefaulter)\n  .validates(cronJobValidator);\n');
  const after = folder.snapshot();
  expect(await folder.kb(...create)).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  expect(folder.snapshot()).toEqual(after);
});

test('without the name of that chain, the message says what to add, and what was added is kept', async () => {
  using folder = project();
  folder.edit(webhook, 'cronJobWebhooks', 'mine');
  folder.edit(list, 'import { cronJobWebhooks,', 'import { mine as cronJobWebhooks,');
  const before = folder.snapshot();
  const { code, err } = await folder.kb(...create);
  expect([code, folder.snapshot()]).toEqual([1, before]);
  expect(err).toContain('KB_LIST_BY_HAND');
  expect(err).toContain(`${webhook}:14: it calls webhookFor(cronJobs) several times`);
  expect(err).toContain('webhookFor(cronJobs).validates(cronJobValidator)');
  folder.edit(webhook, 'webhookFor(cronJobs);', 'webhookFor(cronJobs).validates(cronJobValidator);');
  const own = folder.read(webhook);
  expect(await folder.kb(...create)).toMatchObject({ code: 0, err: '' });
  expect(folder.read(webhook)).toBe(own);
});

test('a deletion does not leave an import of the file that goes', async () => {
  using folder = project();
  const before = folder.snapshot();
  const deletion = ['delete', 'webhook', '--kind', 'CronJob', '--yes'];
  const { code, err } = await folder.kb(...deletion);
  expect([code, folder.snapshot()]).toEqual([1, before]);
  expect(err).toContain(
    `${list}: it needs something else of ./cronjob.webhook.ts, which goes; remove import { otherWebhooks } from './cronjob.webhook.ts', and its use`,
  );
  folder.edit(list, ', otherWebhooks }', ' }');
  folder.edit(list, ', otherWebhooks]', ']');
  expect(await folder.kb(...deletion)).toMatchObject({ code: 0, err: '' });
  expect(folder.read(list)).not.toContain('cronjob.webhook');
});
