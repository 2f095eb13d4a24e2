import { format } from 'prettier';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';

const SOURCES = 'packages/controller/src';

async function succeed(folder: TestFolder, ...args: string[]): Promise<KbRun> {
  const run = await folder.kb(...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

test.each(['Foo', 'Captain', 'Status', 'Error', 'ConnectionPool', 'HorizontalRunnerAutoscaler', 'K'.repeat(33)])(
  'webhooks of %s are formatted, in one command or two',
  async (kind) => {
    using folder = testFolder();
    await succeed(folder, 'init', '--domain', 'example.com');
    await succeed(folder, 'create', 'api', '--group', 'crew', '--version', 'v1', '--kind', kind);
    const begin = folder.snapshot();
    await succeed(folder, 'create', 'webhook', '--kind', kind, '--defaulting', '--programmatic-validation');
    const file = `${SOURCES}/${kind.toLowerCase()}.webhook.ts`;
    const content = folder.read(file);
    expect(await format(content, { singleQuote: true, printWidth: 120, filepath: file })).toBe(content);
    using other = testFolder();
    for (const [each, text] of Object.entries(begin)) other.write(each, text);
    await succeed(other, 'create', 'webhook', '--kind', kind, '--defaulting');
    await succeed(other, 'create', 'webhook', '--kind', kind, '--programmatic-validation');
    expect(other.read(file)).toBe(content);
    using reversed = testFolder();
    for (const [each, text] of Object.entries(begin)) reversed.write(each, text);
    await succeed(reversed, 'create', 'webhook', '--kind', kind, '--programmatic-validation');
    await succeed(reversed, 'create', 'webhook', '--kind', kind, '--defaulting');
    const inOtherOrder = reversed.read(file);
    expect(await format(inOtherOrder, { singleQuote: true, printWidth: 120, filepath: file })).toBe(inOtherOrder);
  },
);

describe('a project with two versions of a kind', () => {
  let files: Record<string, string>;
  beforeEach(async () => {
    using made = testFolder();
    await succeed(made, 'init', '--domain', 'example.com');
    await succeed(made, 'create', 'api', '--group', 'crew', '--version', 'v1', '--kind', 'Captain');
    await succeed(made, 'create', 'api', '--group', 'crew', '--version', 'v2', '--kind', 'Captain');
    files = made.snapshot();
  });

  function project(): TestFolder {
    const folder = testFolder();
    for (const [file, content] of Object.entries(files)) folder.write(file, content);
    return folder;
  }

  const both = [
    'create',
    'webhook',
    '--kind',
    'Captain',
    '--version',
    'v1',
    '--defaulting',
    '--programmatic-validation',
  ];

  test('one command and two write the same, and a repeated one changes nothing', async () => {
    using folder = project();
    await succeed(folder, ...both);
    const after = folder.snapshot();
    expect(after[`${SOURCES}/main.ts`]).toContain('runManager({ controllers, webhooks, leaderElectionId:');
    expect(after[`${SOURCES}/webhooks.ts`]).toContain('[captainWebhooks]');
    expect(after['config/webhook/manifests.yaml']).toMatch(/name: mcaptain-v1\.kb\.io[^]*name: vcaptain-v1\.kb\.io/);
    expect(after['PROJECT']).toContain(
      '  webhooks:\n    defaulting: true\n    validation: true\n    webhookVersion: v1\n',
    );
    expect(await succeed(folder, ...both)).toMatchObject({ out: 'Nothing to change.\n' });
    expect(folder.snapshot()).toEqual(after);

    using other = project();
    await succeed(other, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting');
    await succeed(other, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--programmatic-validation');
    expect(other.snapshot()).toEqual(after);
  });

  test("a second webhook keeps the author's code", async () => {
    using folder = project();
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting');
    const file = `${SOURCES}/captain.webhook.ts`;
    folder.edit(file, 'return undefined;', "return { ..._captain, spec: { foo: 'mine' } };");
    folder.write(file, `${folder.read(file)}\n/** Mine. */\nexport const mine = 1;\n`);
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--programmatic-validation');
    expect(folder.read(file)).toContain("return { ..._captain, spec: { foo: 'mine' } };");
    expect(folder.read(file)).toContain('export const mine = 1;');
    expect(folder.read(file)).toContain('.validates(captainValidator)');
  });

  test('a second webhook leaves what its author made of the first one', async () => {
    using folder = project();
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting');
    const [file, tests] = [`${SOURCES}/captain.webhook.ts`, `${SOURCES}/captain.webhook.test.ts`];
    folder.edit(file, '.defaults(captainDefaulter)', '');
    folder.edit(tests, "'defaulting keeps", "'a default keeps");
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--programmatic-validation');
    expect(folder.read(file)).toContain('= webhookFor(captains).validates(captainValidator);\n');
    expect(folder.read(tests)).not.toContain("'defaulting keeps");
  });

  test('a file in another form is left, and the error says what to add', async () => {
    using folder = project();
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--defaulting');
    folder.write(`${SOURCES}/captain.webhook.ts`, 'export const captainWebhooks = make();\n');
    const before = folder.snapshot();
    const { code, err } = await folder.kb(...both);
    expect(code).toBe(1);
    expect(err).toContain('KB_LIST_BY_HAND');
    expect(err).toContain('it does not call webhookFor(captains); add');
    expect(err).toContain('webhookFor(captains).validates(captainValidator)');
    expect(folder.snapshot()).toEqual(before);
  });

  test('conversion: hub, spoke, tests and markers', async () => {
    using folder = project();
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--conversion', '--spoke', 'v2');
    const after = folder.snapshot();
    expect(after['packages/api/src/crew/v1/captain.types.ts']).toMatch(
      /\/\/ \+kubebuilder:storageversion\n\/\/ \+kb:conversion:strategy=Webhook\nexport interface Captain /,
    );
    expect(after['config/crd/bases/crew.example.com_captains.yaml']).toContain('strategy: Webhook');
    expect(after[`${SOURCES}/captain.conversion.ts`]).toContain('readonly Spoke<Captain>[] = [captainV2];');
    expect(after[`${SOURCES}/captain.v2.conversion.test.ts`]).toContain('keeps everything on its way to v1 and back');
    expect(after['packages/controller/package.json']).toContain('"fast-check"');
    // A third version joins the others.
    await succeed(folder, 'create', 'api', '--group', 'crew', '--version', 'v3', '--kind', 'Captain');
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--conversion');
    expect(folder.read(`${SOURCES}/captain.conversion.ts`)).toContain('= [captainV2, captainV3];');
    expect(folder.read('PROJECT')).toContain('    spoke:\n    - v2\n    - v3\n');
  });

  test("webhooks of Kubernetes' own kinds leave out the operator's namespace", async () => {
    using folder = project();
    const args = ['create', 'webhook', '--group', 'core', '--version', 'v1', '--kind', 'Pod', '--defaulting'];
    await succeed(folder, ...args);
    expect(folder.read('config/webhook/manifests.yaml')).toMatch(
      /path: \/mutate--v1-pod[^]*operator: NotIn\n\s+values:\n\s+- kube-system\n\s+- shop-system\n/,
    );
    expect(folder.read('PROJECT')).toContain('- core: true\n  group: core\n  kind: Pod\n');
    expect(await succeed(folder, ...args)).toMatchObject({ out: 'Nothing to change.\n' });
    await succeed(
      folder,
      'create',
      'webhook',
      '--group',
      'networking',
      '--kind',
      'Ingress',
      '--programmatic-validation',
    );
    expect(folder.read('config/webhook/manifests.yaml')).toContain('path: /validate-networking-k8s-io-v1-ingress');
  });

  test('--force replaces what was edited only with --yes, and shows it', async () => {
    using folder = project();
    await succeed(folder, ...both);
    const fresh = folder.snapshot();
    const file = `${SOURCES}/captain.webhook.ts`;
    folder.edit(file, 'return undefined;', 'return _captain;');
    const edited = folder.snapshot();
    const { code, err } = await folder.kb(...both, '--force');
    expect(code).toBe(1);
    expect(err).toContain('KB_NEEDS_YES');
    expect(err).toContain('-  return _captain;');
    expect(folder.snapshot()).toEqual(edited);
    await succeed(folder, ...both, '--force', '--yes');
    expect(folder.snapshot()).toEqual(fresh);
  });

  test('--dry-run writes nothing', async () => {
    using folder = project();
    const { out } = await succeed(folder, ...both, '--dry-run');
    expect(out).toContain(`create ${SOURCES}/captain.webhook.ts`);
    expect(folder.snapshot()).toEqual(files);
  });

  test.each<[args: string, code: string, message: string]>([
    [
      '--kind Captain --version v1',
      'KB_WRONG_FLAGS',
      'at least one of --defaulting, --programmatic-validation and --conversion',
    ],
    ['--version v1 --defaulting', 'KB_WRONG_FLAGS', 'missing --kind'],
    ['--kind Captain --defaulting', 'KB_WRONG_FLAGS', 'several Captain: crew.example.com/v1, crew.example.com/v2'],
    ['--kind Sailor --defaulting', 'KB_API_NOT_FOUND', 'the project has no Sailor'],
    ['--kind Pod --defaulting', 'KB_API_NOT_FOUND', 'give --group core --version v1'],
    ['--kind Captain --version v9 --defaulting', 'KB_API_NOT_FOUND', 'the project has no Captain in v9'],
    ['--kind Captain --version v1 --conversion --spoke v9', 'KB_API_NOT_FOUND', 'Captain has no version v9'],
    ['--kind Captain --version v1 --conversion --spoke v1', 'KB_API_NOT_FOUND', 'v1 is the hub, and no spoke'],
    ['--kind Captain --version v1 --conversion --spoke v2,v2', 'KB_WRONG_FLAGS', 'duplicate spoke version: v2'],
    ['--kind Captain --version v1 --defaulting --spoke v2', 'KB_WRONG_FLAGS', 'can only be used with --conversion'],
    [
      '--kind Captain --version v1 --defaulting --validation-path /a',
      'KB_WRONG_FLAGS',
      'only be used with --programmatic-validation',
    ],
    ['--kind Captain --version v1 --defaulting --defaulting-path a', 'KB_WRONG_FLAGS', 'not a path of a webhook'],
    [
      '--kind Captain --version v1 --defaulting --external-api-path a.io/b',
      'KB_WRONG_FLAGS',
      'kb create api --external-api SOURCE',
    ],
    ['--group core --kind Pod --version v1 --conversion', 'KB_WRONG_FLAGS', 'for kinds of your own'],
  ])('%s: %s', async (args, code, message) => {
    using folder = project();
    const { code: exit, err } = await folder.kb('create', 'webhook', ...args.split(' '));
    expect(exit).toBeGreaterThan(0);
    expect(err).toContain(code);
    expect(err).toContain(message);
    expect(folder.snapshot()).toEqual(files);
  });

  test('another path, or another hub, is an error that says the difference', async () => {
    using folder = project();
    await succeed(folder, ...both);
    await succeed(folder, 'create', 'webhook', '--kind', 'Captain', '--version', 'v1', '--conversion');
    const before = folder.snapshot();
    const path = await folder.kb(...both, '--defaulting-path', '/other');
    expect(path.err).toContain('KB_FLAGS_DIFFER');
    expect(path.err).toContain('at its default path instead of /other');
    const hub = await folder.kb('create', 'webhook', '--kind', 'Captain', '--version', 'v2', '--conversion');
    expect(hub.err).toContain('v1 is the hub of Captain already');
    expect(folder.snapshot()).toEqual(before);
  });
});
