// "kb init" in a project with other flags: what it says differs, and that what it says changes it does so.
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const kind = 'create api --group batch --kind CronJob';

async function projectWith(...commands: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  for (const words of ['init --domain example.com', ...commands])
    expect(await folder.kb(...words.split(' '))).toMatchObject({ code: 0, err: '' });
  return folder;
}

/** Runs a command that is refused, and returns the lines that say why. */
async function differences(folder: TestFolder, flags: string): Promise<string[]> {
  const before = folder.snapshot();
  const { code, err, out } = await folder.kb('init', ...flags.split(' ').filter((word) => word !== ''));
  expect([code, out, folder.snapshot()]).toEqual([1, '', before]);
  const [first = '', ...lines] = err.trimEnd().split('\n');
  expect(first).toMatch(/^error KB_ALREADY_INITIALIZED: this folder is a project already, .*PROJECT$/);
  expect(lines.pop()).toContain('create api --kind …", or choose an empty folder.');
  return lines.map((line) => line.trim());
}

test.each<[flags: string, said: readonly string[]]>([
  [
    '--domain example.org',
    [
      '--domain example.org: the project has example.com; the groups of its kinds end in it (batch.example.com), so another domain needs a new folder',
    ],
  ],
  ['', ['without --domain, which means my.domain: the project has example.com; give --domain example.com']],
  [
    '--domain example.com --project-name other --repo example.com/other',
    [
      '--repo example.com/other: the project has example.com/shop; change repo in PROJECT: only that file has it',
      '--project-name other: the project has shop; packages and deployed objects are named after it, so another name needs a new folder',
    ],
  ],
  [
    '--domain example.org --namespaced --multigroup --plugins grafana/v1-alpha',
    [
      '--domain example.org: the project has example.com; the groups of its kinds end in it (batch.example.com), so another domain needs a new folder',
      '--namespaced: the project is an operator of the cluster; "kb edit --namespaced" changes it',
      '--plugins grafana/v1-alpha: the project does not have grafana; "kb edit --plugins grafana/v1-alpha" adds it',
      '--multigroup: the project has multigroup false; "kb edit --multigroup" changes it',
    ],
  ],
])('kb init %s says what differs', async (flags, said) => {
  using folder = await projectWith(kind);
  expect(await differences(folder, flags)).toEqual(said);
});

test.each<[commands: readonly string[], flags: string]>([
  [[], '--namespaced'],
  [['edit --namespaced'], ''],
  [['edit --multigroup'], '--multigroup=false'],
  [[], '--plugins grafana/v1-alpha,autoupdate/v1-alpha'],
  [[], '--owner Crew'],
  [['edit --license copyright --owner Ship'], '--owner Crew'],
  [['edit --license apache2 --owner Ship'], '--license none'],
])('after %j, the command that kb init %s names leads to what it asks for', async (commands, flags) => {
  using folder = await projectWith(kind, ...commands);
  const init = `--domain example.com ${flags}`;
  const [said = '', ...more] = await differences(folder, init);
  expect(more).toEqual([]);
  const edit = /"kb (edit [^"]+)"/.exec(said)?.[1]?.replaceAll("'", '').split(' ') ?? [];
  expect(await folder.kb(...edit)).toMatchObject({ code: 0, err: '' });
  const again = await folder.kb('init', ...init.trim().split(' '));
  expect(again).toEqual({ code: 0, out: 'Nothing to change.\n', err: '' });
});

test('the domain of a project without kinds is changed in PROJECT', async () => {
  using folder = await projectWith();
  expect(await differences(folder, '--domain example.org --repo example.com/shop')).toEqual([
    '--domain example.org: the project has example.com; as it has no kinds yet, change domain in PROJECT, and run "kb update"',
  ]);
  folder.edit('PROJECT', 'domain: example.com', 'domain: example.org');
  expect((await folder.kb('update')).code).toBe(0);
  expect(folder.read('packages/controller/src/main.ts')).toContain('example.org');
  expect(await folder.kb(...kind.split(' '))).toMatchObject({ code: 0, err: '' });
  expect(await folder.kb('generate', '--check')).toMatchObject({ code: 0, err: '' });
  expect(folder.read('PROJECT')).not.toContain('domain: example.com');
});

test('the repository is changed in PROJECT', async () => {
  using folder = await projectWith(kind);
  folder.edit('PROJECT', 'repo: example.com/shop', 'repo: example.com/other');
  expect(await differences(folder, '--domain example.com')).toEqual([
    'without --repo, which means example.com/shop: the project has example.com/other; give --repo example.com/other',
  ]);
  const again = await folder.kb('init', '--domain', 'example.com', '--repo', 'example.com/other');
  expect(again).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  expect((await folder.kb('update')).out).toContain('Nothing to change.');
});

test('a PROJECT with errors is not compared', async () => {
  using folder = await projectWith();
  folder.write('PROJECT', 'version: "3"\ndomain: [');
  const { code, err } = await folder.kb('init', '--domain', 'example.com');
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('error KB_ALREADY_INITIALIZED: this folder is a project already, with errors in '),
  ]);
});
