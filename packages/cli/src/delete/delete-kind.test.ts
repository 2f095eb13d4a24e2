import { beforeAll, describe, expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';

async function succeed(folder: TestFolder, ...args: string[]): Promise<KbRun> {
  const run = await folder.kb(...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

const SOURCES = 'packages/controller/src';

describe('a kind and its webhooks', () => {
  let before: Record<string, string>;
  let withKind: Record<string, string>;
  let withWebhooks: Record<string, string>;
  beforeAll(async () => {
    using folder = testFolder();
    await succeed(folder, 'init', '--domain', 'example.com');
    await succeed(folder, 'create', 'api', '--group', 'crew', '--kind', 'Admiral');
    before = folder.snapshot();
    await succeed(folder, 'create', 'api', '--group', 'ship', '--kind', 'Boat');
    withKind = folder.snapshot();
    await succeed(folder, 'create', 'webhook', '--kind', 'Boat', '--defaulting', '--programmatic-validation');
    withWebhooks = folder.snapshot();
  });

  function project(files: Record<string, string>): TestFolder {
    const folder = testFolder();
    for (const [file, content] of Object.entries(files)) folder.write(file, content);
    return folder;
  }

  test('delete api takes back what create api added', async () => {
    using folder = project(withKind);
    await succeed(folder, 'delete', 'api', '--kind', 'Boat');
    expect(folder.snapshot()).toEqual(before);
    const again = await folder.kb('delete', 'api', '--kind', 'Boat');
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringContaining('It lists crew.example.com/v1alpha1 Admiral.'),
    });
    expect(folder.snapshot()).toEqual(before);
  });

  test('delete webhook takes back the files of the webhooks, and keeps what serves others', async () => {
    using folder = project(withWebhooks);
    const { out } = await succeed(folder, 'delete', 'webhook', '--kind', 'Boat');
    expect(out).toContain('npx kb edit --without webhook,cert-manager\n');
    const after = folder.snapshot();
    expect(after['PROJECT']).toBe(withKind['PROJECT']);
    expect(Object.keys(after).filter((file) => /boat\.webhook/.test(file))).toEqual([]);
    expect(after[`${SOURCES}/webhooks.ts`]).toContain('readonly WebhookDescription[] = [];');
    expect(after[`${SOURCES}/main.ts`]).toBe(withWebhooks[`${SOURCES}/main.ts`]);
    await succeed(folder, 'generate', '--check');
    await succeed(folder, 'delete', 'api', '--kind', 'Boat');
    await succeed(folder, 'delete', 'api', '--kind', 'Admiral');
    await succeed(folder, 'generate', '--check');
    expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('readonly Controller[] = [];');
  });

  test("a person's lines and entries stay", async () => {
    using folder = project(withKind);
    folder.edit(
      `${SOURCES}/controllers.ts`,
      '[admiralController, boatController]',
      '[admiralController, boatController, mine()]',
    );
    folder.edit(
      'config/samples/kustomization.yaml',
      '- ship_v1alpha1_boat.yaml\n',
      '# Mine.\n- ship_v1alpha1_boat.yaml # b\n- mine.yaml\n',
    );
    await succeed(folder, 'delete', 'api', '--kind', 'Boat');
    expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('[admiralController, mine()]');
    expect(folder.read('config/samples/kustomization.yaml')).toMatch(
      /- crew_v1alpha1_admiral\.yaml\n# Mine\.\n- mine\.yaml\n$/,
    );
  });

  test('edited files are removed with --yes only, after the difference is shown', async () => {
    using folder = project(withKind);
    const file = `${SOURCES}/boat.controller.ts`;
    folder.write(file, `${folder.read(file)}export const mine = 1;\n`);
    const state = folder.snapshot();
    const { code, err } = await folder.kb('delete', 'api', '--kind', 'Boat');
    expect([code, err]).toEqual([1, expect.stringContaining(`delete ${file}\n`)]);
    expect(err).toContain('\n+export const mine = 1;\n');
    expect(err).toContain('Add --yes');
    expect((await succeed(folder, 'delete', 'api', '--kind', 'Boat', '--dry-run')).out).toContain(`delete ${file}\n`);
    expect(folder.snapshot()).toEqual(state);
    await succeed(folder, 'delete', 'api', '--kind', 'Boat', '--yes');
    expect(folder.snapshot()).toEqual(before);
  });

  test.each([['webhooks', () => withWebhooks, ['--kind', 'Boat'], 'kb delete webhook --kind Boat --version v1alpha1']])(
    'refuses a kind with %s',
    async (_name, files, flags, said) => {
      using folder = project(files());
      const state = folder.snapshot();
      expect(await folder.kb('delete', 'api', ...flags)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
      expect(folder.snapshot()).toEqual(state);
    },
  );

  test.each([
    ['api', 'Boat', '--group', 'crew', 'It lists crew.example.com/v1alpha1 Admiral, ship.example.com/v1alpha1 Boat.'],
    ['api', 'Boat', '--version', 'v2', 'It lists crew.example.com/v1alpha1 Admiral, ship.example.com/v1alpha1 Boat.'],
    ['webhook', 'Boat', '--group', 'ship', 'It lists none at all.'],
  ])('has nothing to do for kb delete %s --kind %s %s %s', async (what, kind, flag, value, lists) => {
    using folder = project(withKind);
    const out = `Nothing to change: PROJECT lists no such ${kind}. ${lists}\n`;
    expect(await folder.kb('delete', what, '--kind', kind, flag, value)).toEqual({ code: 0, out, err: '' });
    expect(folder.snapshot()).toEqual(withKind);
  });

  test('versions go one by one, and the one of the controller last', async () => {
    using folder = project(withKind);
    await succeed(folder, 'create', 'api', '--group', 'ship', '--kind', 'Boat', '--version', 'v2');
    const refused = await folder.kb('delete', 'api', '--kind', 'Boat', '--version', 'v1alpha1');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Delete the other versions first (v2)') });
    expect(await folder.kb('delete', 'api', '--kind', 'Boat')).toMatchObject({ code: 2 });
    await succeed(folder, 'delete', 'api', '--kind', 'Boat', '--version', 'v2');
    expect(folder.snapshot()).toEqual(withKind);
  });

  test('a conversion goes with the markers of its hub', async () => {
    using folder = project(withKind);
    await succeed(folder, 'create', 'api', '--group', 'ship', '--kind', 'Boat', '--version', 'v2');
    const versions = folder.snapshot();
    await succeed(folder, 'create', 'webhook', '--kind', 'Boat', '--version', 'v2', '--conversion');
    expect((await folder.kb('delete', 'api', '--kind', 'Boat', '--version', 'v2')).err).toContain('KB_API_IN_USE');
    await succeed(folder, 'delete', 'webhook', '--kind', 'Boat');
    const types = 'packages/api/src/ship/v2/boat.types.ts';
    expect(folder.read(types)).toBe(versions[types]);
    expect(folder.read('config/crd/bases/ship.example.com_boats.yaml')).not.toContain('strategy: Webhook');
  });
});
