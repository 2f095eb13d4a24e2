import { beforeAll, describe, expect, test } from 'vitest';
import { type KbRun, type TestFolder, testFolder } from '../test-support/run-kb.ts';

type Files = Readonly<Record<string, string>>;

async function succeed(folder: TestFolder, ...args: string[]): Promise<KbRun> {
  const run = await folder.kb(...args);
  expect(run).toMatchObject({ code: 0, err: '' });
  return run;
}

function project(files: Files): TestFolder {
  const folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  return folder;
}

const SOURCES = 'packages/controller/src';
const CAPTAIN = ['--group', 'crew', '--kind', 'Captain'];
const addController = ['create', 'api', ...CAPTAIN, '--resource=false', '--controller-name'];
const remove = ['delete', 'api', '--kind', 'Captain'];

let alone: Files;
let one: Files;
let two: Files;
let three: Files;

beforeAll(async () => {
  using folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  await succeed(folder, 'create', 'api', ...CAPTAIN, '--controller=false');
  alone = folder.snapshot();
  await succeed(folder, 'create', 'api', ...CAPTAIN, '--resource=false');
  one = folder.snapshot();
  await succeed(folder, ...addController, 'captain-backup');
  two = folder.snapshot();
  await succeed(folder, ...addController, 'captain-audit');
  three = folder.snapshot();
});

describe('takes back what create api --controller-name added', () => {
  test.each<[what: string, before: () => Files, flags: string[], after: () => Files]>([
    ['one of three', () => three, ['--controller-name', 'captain-audit'], () => two],
    ['one of two', () => two, ['--controller-name', 'captain-backup'], () => one],
    ['the only one, by its name', () => one, ['--controller-name', 'captain'], () => alone],
    ['the only one', () => one, ['--resource=false'], () => alone],
  ])('%s', async (_what, before, flags, after) => {
    using folder = project(before());
    const { out } = await succeed(folder, ...remove, ...flags);
    expect(out).toContain(`delete ${SOURCES}/captain`);
    expect(folder.snapshot()).toEqual(after());
    await succeed(folder, 'generate', '--check');
    const again = await succeed(folder, ...remove, ...flags);
    expect(again.out).toMatch(/^Nothing to change: /);
    expect(folder.snapshot()).toEqual(after());
    expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  });

  test('one of a kind of Kubernetes, with its entry', async () => {
    using folder = project(one);
    const before = folder.snapshot();
    await succeed(
      folder,
      'create',
      'api',
      '--group',
      'apps',
      '--version',
      'v1',
      '--kind',
      'Deployment',
      '--resource=false',
    );
    await succeed(folder, 'delete', 'api', '--kind', 'Deployment', '--controller-name', 'deployment');
    expect(folder.snapshot()).toEqual(before);
  });
});

test('the first one goes, and the others stay as they were written', async () => {
  using folder = project(two);
  const backup = folder.read(`${SOURCES}/captain-backup.controller.ts`);
  const { out } = await succeed(folder, ...remove, '--controller-name', 'captain');
  expect(out).toContain(`Nothing writes the status of Captain any more: change what ${SOURCES}/story.ts`);
  expect(folder.read('PROJECT')).toContain('  controllers:\n  - name: captain-backup\n');
  expect(folder.read(`${SOURCES}/captain-backup.controller.ts`)).toBe(backup);
  expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('readonly Controller[] = [captainBackupController];');
  expect(Object.keys(folder.snapshot())).not.toContain(`${SOURCES}/captain.controller.ts`);
  await succeed(folder, 'generate', '--check');
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
  expect(folder.read(`${SOURCES}/captain-backup.controller.ts`)).toBe(backup);
});

test('the one that runs an image goes, and the types stay', async () => {
  using folder = project(alone);
  await succeed(folder, 'create', 'api', '--group', 'crew', '--kind', 'Cook', '--image', 'cook:1');
  const types = folder.read('packages/api/src/crew/v1alpha1/cook.types.ts');
  await succeed(folder, 'delete', 'api', '--kind', 'Cook', '--controller-name', 'cook');
  expect(folder.read('packages/api/src/crew/v1alpha1/cook.types.ts')).toBe(types);
  expect(folder.read('PROJECT')).not.toContain('deploy-image');
  expect(folder.read(`${SOURCES}/controllers.ts`)).toContain('readonly Controller[] = [];');
  await succeed(folder, 'generate', '--check');
  expect((await succeed(folder, 'update')).out).toContain('Nothing to change.');
});

test('a kind of several versions needs no version', async () => {
  using folder = project(two);
  await succeed(folder, 'create', 'api', ...CAPTAIN, '--version', 'v2');
  await succeed(folder, ...remove, '--controller-name', 'captain-backup');
  expect(folder.read('PROJECT')).not.toContain('captain-backup');
  expect(folder.read('PROJECT')).toContain('version: v2');
});

test('an edited one goes with --yes only, after the difference is shown', async () => {
  using folder = project(two);
  const file = `${SOURCES}/captain-backup.controller.ts`;
  folder.write(file, `${folder.read(file)}export const mine = 1;\n`);
  const state = [folder.snapshot(), folder.times()];
  const flags = ['--controller-name', 'captain-backup'];
  const { code, out, err } = await folder.kb(...remove, ...flags);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`error KB_NEEDS_YES: a file that would be removed was edited\ndelete ${file}\n`);
  expect(err).toContain('\n+export const mine = 1;\n');
  expect(err).toContain('Add --yes');
  expect((await succeed(folder, ...remove, ...flags, '--dry-run')).out).toContain(`delete ${file}\n`);
  expect([folder.snapshot(), folder.times()]).toEqual(state);
  await succeed(folder, ...remove, ...flags, '--yes');
  expect(folder.snapshot()).toEqual(one);
});

test('an entry that a person wrote otherwise stays, and the command says how to remove it', async () => {
  using folder = project(two);
  folder.write(`${SOURCES}/controllers.ts`, folder.read(`${SOURCES}/controllers.ts`).replace(/= \[.*\];/, '= make();'));
  const state = folder.snapshot();
  const { code, err } = await folder.kb(...remove, '--controller-name', 'captain-backup');
  expect([code, err]).toEqual([1, expect.stringContaining('error KB_LIST_BY_HAND: kb cannot remove the entries from')]);
  expect(err).toContain('import { captainBackupController }');
  expect(folder.snapshot()).toEqual(state);
});

describe('wrong input changes nothing', () => {
  test.each<[flags: string, code: number, said: string, way: string]>([
    ['--controller-name Captain_Backup', 1, 'KB_INVALID_CONTROLLER_NAME', 'such as captain-backup (--controller-name)'],
    [
      '--resource=false',
      2,
      'Captain has several controllers: captain, captain-backup',
      'Say which one with --controller-name',
    ],
    [
      '--resource --controller-name captain',
      2,
      '--resource and --controller-name exclude each other',
      'kb delete api --help',
    ],
    ['--controller-name', 2, '--controller-name', 'kb delete api --help'],
  ])('kb delete api --kind Captain %s', async (flags, code, said, way) => {
    using folder = project(two);
    const state = [folder.snapshot(), folder.times()];
    const run = await folder.kb(...remove, ...flags.split(' '));
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toContain(said);
    expect(run.err).toContain(way);
    expect([folder.snapshot(), folder.times()]).toEqual(state);
  });

  test.each<[flags: string, out: string]>([
    ['--kind Captain --controller-name backup', 'Captain has no controller backup. It has captain, captain-backup.'],
    ['--kind Cook --controller-name cook', 'PROJECT lists no such Cook. It lists crew.example.com/v1alpha1 Captain.'],
    [
      '--kind Captain --group ship --controller-name captain',
      'PROJECT lists no such Captain. It lists crew.example.com/v1alpha1 Captain.',
    ],
  ])('kb delete api %s has nothing to do', async (flags, out) => {
    using folder = project(two);
    const state = [folder.snapshot(), folder.times()];
    const run = await folder.kb('delete', 'api', ...flags.split(' '));
    expect(run).toEqual({ code: 0, out: `Nothing to change: ${out}\n`, err: '' });
    expect([folder.snapshot(), folder.times()]).toEqual(state);
  });
});
