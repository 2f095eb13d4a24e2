import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandTable } from '../../commands/index.ts';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';
import { flagsPage } from './flags-as-markdown.ts';
import { type KubebuilderFlag, kubebuilderFlags } from './kubebuilder-flags.ts';

const required: Readonly<Record<KubebuilderFlag['command'], readonly string[]>> = {
  init: ['--domain', 'example.com'],
  'create api': ['--group', 'crew', '--kind', 'Extra'],
  'create webhook': ['--kind', 'Captain', '--defaulting'],
  edit: ['--with', 'prometheus'],
  update: [],
};

let empty: TestFolder;
let project: TestFolder;
beforeAll(async () => {
  empty = testFolder();
  project = testFolder();
  await project.kb('init', '--domain', 'example.com');
  const { code } = await project.kb('create', 'api', '--group', 'crew', '--kind', 'Captain');
  if (code !== 0) throw new Error('no project');
});
afterAll(() => {
  empty[Symbol.dispose]();
  project[Symbol.dispose]();
});

function named(treatment: KubebuilderFlag['treatment']): [string, KubebuilderFlag][] {
  return kubebuilderFlags
    .filter((one) => one.treatment === treatment)
    .map((one) => [`${one.command} --${one.flag}`, one]);
}

describe('flags with the same meaning are flags of the command', () => {
  test.each(named('same'))('%s', async (_name, { command, flag, type }) => {
    const entry = commandTable.find(({ name }) => name === command);
    expect((await entry?.load())?.flags).toHaveProperty([flag, 'type'], type);
  });
});

describe('accepted flags change nothing', () => {
  test.each(named('accepted'))('%s', async (_name, { command, flag, type }) => {
    const folder = command === 'init' ? empty : project;
    const words = [...command.split(' '), ...required[command], '--dry-run'];
    const plain = await folder.kb(...words);
    expect(plain).toMatchObject({ code: 0, err: '' });
    for (const given of type === 'boolean' ? [`--${flag}`, `--${flag}=false`] : [`--${flag}=3`])
      expect(await folder.kb(...words, given)).toEqual(plain);
  });
});

describe("refused flags are errors that say kb's way, and change nothing", () => {
  test.each(named('refused'))('%s', async (_name, { command, flag, type, note }) => {
    const folder = command === 'init' ? empty : project;
    const before = folder.snapshot();
    const words = [
      ...command.split(' '),
      ...required[command],
      ...(type === 'boolean' ? [`--${flag}`] : [`--${flag}`, 'x']),
    ];
    const { code, out, err } = await folder.kb(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`KB_WRONG_FLAGS: `);
    expect(err).toContain(`--${flag}`);
    expect(err).toContain(note.replace(/\.$/, ''));
    expect(folder.snapshot()).toEqual(before);
  });

  test.each(named('refused').filter(([, { type }]) => type === 'boolean'))(
    '%s=false is the default',
    async (_name, { command, flag }) => {
      const folder = command === 'init' ? empty : project;
      const words = [...command.split(' '), ...required[command], '--dry-run'];
      expect(await folder.kb(...words, `--${flag}=false`)).toEqual(await folder.kb(...words));
    },
  );
});

test('docs/kubebuilder-flags.md is made from the table', () => {
  const page = path.join(import.meta.dirname, '../../../../../docs/kubebuilder-flags.md');
  if (process.env['KB_UPDATE'] === '1') writeFileSync(page, flagsPage());
  expect(readFileSync(page, 'utf8'), 'run the test with KB_UPDATE=1').toBe(flagsPage());
});
