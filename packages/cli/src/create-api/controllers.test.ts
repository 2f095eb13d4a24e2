// Controllers beside the one that comes with a kind: of kinds of Kubernetes, several of a kind, and of kinds that have
// one name.
import path from 'node:path';
import { parseProjectFile } from '@kb/codegen';
import { check } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';

const SOURCES = 'packages/controller/src';
const captain = ['create', 'api', '--group', 'crew', '--kind', 'Captain', '--version', 'v1'];

async function succeed(folder: TestFolder, ...words: readonly string[]): Promise<KbRun> {
  const run = await folder.kb(...words);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

async function projectWith(...commands: readonly (readonly string[])[]): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  for (const words of commands) await succeed(folder, ...words);
  return folder;
}

/** Runs a command that succeeds, and again, when it changes nothing. */
async function twice(folder: TestFolder, ...words: readonly string[]): Promise<void> {
  await succeed(folder, ...words);
  const after = folder.snapshot();
  expect((await succeed(folder, ...words)).out).toBe('Nothing to change.\n');
  expect(folder.snapshot()).toEqual(after);
  await succeed(folder, 'generate', '--check');
}

function resourcesOf(folder: TestFolder): unknown {
  return parseProjectFile(folder.read('PROJECT')).project?.resources;
}

async function expectFormatted(folder: TestFolder, file: string): Promise<void> {
  const filepath = path.join(folder.path, file);
  const content = folder.read(file);
  const isFormatted = await check(content, { singleQuote: true, printWidth: 120, filepath });
  expect({ isFormatted, content: isFormatted ? '' : content }).toEqual({ isFormatted: true, content: '' });
}

test.each([[], ['--image', 'memcached:1.6']])(
  'kb create api --plural: the CRD and the client have the plural %s',
  async (...flags) => {
    using folder = await projectWith();
    await twice(folder, ...captain, '--plural', 'crewmen', ...flags);
    expect(folder.read('config/crd/bases/crew.example.com_crewmen.yaml')).toContain('plural: crewmen');
    expect(folder.read('packages/client/src/crew/v1/captain.ts')).toContain('export const crewmen:');
    expect(folder.read(`${SOURCES}/captain.controller.ts`)).toContain('controllerFor(crewmen)');
  },
);

describe('kb create api --resource=false', () => {
  test('writes a controller for a kind of Kubernetes, and kb delete api removes it', async () => {
    using folder = await projectWith(captain);
    const before = folder.snapshot();
    await twice(folder, 'create', 'api', '--group', 'apps', '--kind', 'Deployment', '--resource=false');
    const controller = folder.read(`${SOURCES}/deployment.controller.ts`);
    expect(controller).toContain("import { deployments } from '@kb/kubernetes/apps/v1';\n");
    expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('[captainController, deploymentController]');
    expect(folder.read('config/rbac/role.yaml')).toMatch(/- apps\n {2}resources:\n {2}- deployments\n/);
    expect(resourcesOf(folder)).toContainEqual({
      controller: true,
      core: true,
      group: 'apps',
      kind: 'Deployment',
      path: '@kb/kubernetes/apps/v1',
      version: 'v1',
    });
    for (const file of ['deployment.controller.ts', 'deployment.controller.test.ts'])
      await expectFormatted(folder, `${SOURCES}/${file}`);
    await succeed(folder, 'update');
    await succeed(folder, 'delete', 'api', '--kind', 'Deployment');
    expect(folder.snapshot()).toEqual(before);
  });

  test('says nothing of a group for a kind of the core group', async () => {
    using folder = await projectWith();
    await twice(folder, 'create', 'api', '--group', 'core', '--version', 'v1', '--kind', 'Pod', '--resource=false');
    expect(folder.read(`${SOURCES}/pod.controller.ts`)).toContain('+kubebuilder:rbac:groups="",resources=pods,');
    expect(folder.read('config/rbac/role.yaml')).toMatch(/- ""\n {2}resources:\n {2}- pods\n/);
  });

  test('adds to a kind what it would have had from the start', async () => {
    using whole = await projectWith(captain);
    using folder = await projectWith([...captain, '--controller=false']);
    await twice(folder, ...captain, '--resource=false', '--controller');
    expect(folder.snapshot()).toEqual(whole.snapshot());
  });

  test('webhooks of a kind of Kubernetes stay when its controller comes', async () => {
    const pod = ['--group', 'core', '--version', 'v1', '--kind', 'Pod'];
    using folder = await projectWith(['create', 'webhook', ...pod, '--defaulting']);
    await twice(folder, 'create', 'api', ...pod, '--resource=false');
    expect(resourcesOf(folder)).toMatchObject([{ controller: true, core: true, webhooks: { defaulting: true } }]);
    expect((await folder.kb('delete', 'api', '--kind', 'Pod')).err).toContain('KB_API_IN_USE');
  });
});

describe('kb create api --controller-name', () => {
  const backup = [...captain, '--resource=false', '--controller-name', 'captain-backup'];

  test('adds a second controller to a kind, with a name of its own', async () => {
    using folder = await projectWith(captain);
    await twice(folder, ...backup);
    expect(resourcesOf(folder)).toMatchObject([{ controllers: [{ name: 'captain' }, { name: 'captain-backup' }] }]);
    expect(folder.read('PROJECT')).not.toContain('controller: true');
    const controller = folder.read(`${SOURCES}/captain-backup.controller.ts`);
    expect(controller).toContain('export const captainBackupController: Controller = controllerFor(captains)\n');
    expect(controller).toContain("  .named('captain-backup')\n");
    expect(controller).not.toContain('applyStatus');
    expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('[captainBackupController, captainController]');
    await expectFormatted(folder, `${SOURCES}/captain-backup.controller.ts`);
    await expectFormatted(folder, `${SOURCES}/captain-backup.controller.test.ts`);
    expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  });

  test('names the first one, which writes the status', async () => {
    using folder = await projectWith();
    await twice(folder, ...captain, '--controller-name', 'helm');
    expect(folder.read(`${SOURCES}/helm.controller.ts`)).toContain('client.applyStatus(captains');
    await expectFormatted(folder, `${SOURCES}/helm.controller.ts`);
    expect(folder.read(`${SOURCES}/helm.controller.test.ts`)).toContain("from './helm.controller.ts'");
  });

  test.each<[words: string, code: string, wayOut: string]>([
    ['--resource=false --controller-name Backup', 'KB_INVALID_CONTROLLER_NAME', 'such as captain-backup'],
    ['--resource=false --controller-name 1', 'KB_INVALID_CONTROLLER_NAME', 'beginning with a letter'],
    ['--resource=false --controller-name boat', 'KB_FLAGS_DIFFER', 'Choose another name'],
    ['--resource=false --controller-name bo-at', 'KB_FLAGS_DIFFER', 'one name in TypeScript'],
    ['--controller-name other', 'KB_API_EXISTS', 'With --resource=false'],
    ['--controller-name other --controller=false', 'KB_WRONG_FLAGS', 'exclude each other'],
    ['--resource=false --controller=false', 'KB_WRONG_FLAGS', 'nothing to write'],
    ['--resource=false --plural captains', 'KB_WRONG_FLAGS', '--plural'],
    ['--resource=false --image x:1', 'KB_WRONG_FLAGS', '--image'],
  ])('%s is refused', async (words, code, wayOut) => {
    const before = several.snapshot();
    const { err, out } = await several.kb(...captain, ...words.split(' '));
    expect(err).toContain(code);
    expect(err).toContain(wayOut);
    expect(out).toBe('');
    expect(several.snapshot()).toEqual(before);
  });

  let several: TestFolder;
  beforeAll(async () => {
    several = await projectWith(captain, ['create', 'api', '--group', 'ship', '--kind', 'Boat']);
  });
  afterAll(() => several[Symbol.dispose]());

  test('a kind with named controllers needs a name for the next', async () => {
    using folder = await projectWith(captain, backup);
    expect((await folder.kb(...captain, '--resource=false')).err).toContain('Name another one with --controller-name.');
  });
});

test('kinds of two groups with one name each have a controller', async () => {
  using folder = await projectWith(captain);
  const before = folder.snapshot();
  await twice(folder, 'create', 'api', '--group', 'sea', '--kind', 'Captain', '--version', 'v1');
  expect(resourcesOf(folder)).toMatchObject([{ controller: true }, { controllers: [{ name: 'sea-captain' }] }]);
  expect(folder.read(`${SOURCES}/sea-captain.controller.ts`)).toContain("/client/sea/v1';\n");
  expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('[captainController, seaCaptainController]');
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  await succeed(folder, 'delete', 'api', '--group', 'crew', '--kind', 'Captain');
  expect(Object.keys(folder.snapshot())).toContain(path.normalize(`${SOURCES}/sea-captain.controller.ts`));
  expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('[seaCaptainController]');
  await succeed(folder, ...captain);
  await succeed(folder, 'delete', 'api', '--group', 'sea', '--kind', 'Captain');
  expect({ ...folder.snapshot(), PROJECT: '', 'PROJECT.lock': '' }).toEqual({
    ...before,
    PROJECT: '',
    'PROJECT.lock': '',
  });
});

describe('kb create api --force', () => {
  test('writes edited files again, after the difference is shown', async () => {
    using folder = await projectWith(captain);
    const before = folder.snapshot();
    const file = `${SOURCES}/captain.controller.ts`;
    folder.write(file, `${folder.read(file)}export const mine = 1;\n`);
    folder.remove('config/samples/crew_v1_captain.yaml');
    const edited = folder.snapshot();
    const { code, err, out } = await folder.kb(...captain, '--force');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('KB_NEEDS_YES');
    expect(err).toContain('\n-export const mine = 1;\n');
    expect(folder.snapshot()).toEqual(edited);
    await succeed(folder, ...captain, '--force', '--yes');
    expect(folder.snapshot()).toEqual(before);
    await succeed(folder, ...captain, '--force');
    expect(folder.snapshot()).toEqual(before);
  });

  test('replaces a file that is in the way of a new kind', async () => {
    using folder = await projectWith();
    folder.write(`${SOURCES}/captain.controller.ts`, '// Mine.\n');
    expect((await folder.kb(...captain)).err).toContain('KB_FILE_EXISTS');
    expect((await folder.kb(...captain, '--force')).err).toContain('\n-// Mine.\n');
    await succeed(folder, ...captain, '--force', '--yes');
    expect(folder.read(`${SOURCES}/captain.controller.ts`)).toContain('captainController');
  });
});

describe('kb create api --image', () => {
  const cook = ['create', 'api', '--group', 'crew', '--kind', 'Cook', '--image', 'cook:1'];
  const more = ['--image-container-command', 'cook,-v', '--image-container-port', '80', '--run-as-user', '1001'];

  test('is recorded as kubebuilder records it, for update and delete', async () => {
    using folder = await projectWith();
    const before = folder.snapshot();
    await twice(folder, ...cook, ...more);
    expect(folder.read('PROJECT')).toContain(
      `plugins:
  deploy-image.go.kubebuilder.io/v1-alpha:
    resources:
    - domain: example.com
      group: crew
      kind: Cook
      options:
        containerCommand: cook,-v
        containerPort: "80"
        image: cook:1
        runAsUser: "1001"
      version: v1alpha1
`,
    );
    expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
    await succeed(folder, ...cook, ...more, '--force');
    await succeed(folder, 'delete', 'api', '--kind', 'Cook');
    expect(folder.snapshot()).toEqual(before);
  });

  test('with another image or setting is refused', async () => {
    using folder = await projectWith(cook);
    const before = folder.snapshot();
    for (const words of [
      [...cook.slice(0, -1), 'cook:2'],
      [...cook, ...more],
    ]) {
      const { err } = await folder.kb(...words);
      expect(err).toContain('KB_API_EXISTS: crew.example.com/v1alpha1 has a kind Cook already, which runs cook:1\n');
    }
    expect(folder.snapshot()).toEqual(before);
  });
});
