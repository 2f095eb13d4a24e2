// A project file that is broken, and files of a project that are in the way or that kb cannot edit: the error has a
// code, says the place and the way out, and no file is changed.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  using folder = testFolder();
  for (const words of ['init --domain example.com', 'create api --group crew --kind Captain --version v1']) {
    const { code, err } = await folder.kb(...words.split(' '));
    if (code !== 0) throw new Error(err);
  }
  files = folder.snapshot();
});

/** Every file and folder with its content and times: what was only touched differs too. */
function stateOf({ path: root }: TestFolder): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    entries.map((entry) => {
      const { ino, mtimeMs, size } = statSync(path.join(root, entry));
      return [entry, `${ino} ${mtimeMs} ${size}`];
    }),
  );
}

type Change = (folder: TestFolder) => void;

async function expectRefusal(change: Change, words: string, said: string, wayOut: string): Promise<void> {
  using folder = testFolder();
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  change(folder);
  const before = stateOf(folder);
  const { code, out, err } = await folder.kb(...words.split(' '));
  expect(err).toContain(said);
  expect(err).toContain(wayOut);
  expect(err).toMatch(/error KB_\w+/);
  expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect([code, out]).toEqual([1, '']);
  expect(stateOf(folder)).toEqual(before);
}

const edit =
  (from: string, to: string): Change =>
  (folder) =>
    folder.edit('PROJECT', from, to);
const write =
  (file: string, text: string): Change =>
  (folder) =>
    folder.write(file, text);
const asFolder =
  (file: string): Change =>
  (folder) => {
    if (file in files) folder.remove(file);
    mkdirSync(path.join(folder.path, file));
  };
const mine =
  (file: string): Change =>
  (folder) =>
    folder.write(file, `${folder.read(file)}// Mine.\n`);

const conflicting = (ours: string, theirs: string): string =>
  `\n<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> theirs\n`;
const again = '- domain: example.com\n  group: crew\n  kind: Captain\n  version: v1\nversion: "3"';

const projectFiles: readonly (readonly [what: string, change: Change, said: string, wayOut: string])[] = [
  ['empty', write('PROJECT', ''), 'domain is missing', 'write domain: …'],
  ['a comment only', write('PROJECT', '# Ours.\n'), 'version is missing', 'write version: "3"'],
  ['no YAML', write('PROJECT', 'version: "3"\ndomain: ['), 'PROJECT:2:10 error KB_PROJECT_FILE', 'end with a ]'],
  ['a list', write('PROJECT', '- a\n'), 'PROJECT:1:1 error KB_PROJECT_FILE', 'expected keys and values'],
  ['a folder', asFolder('PROJECT'), 'PROJECT is a folder, and has to be a file', 'rename or remove it'],
  ['a version that is a number', edit('version: "3"', 'version: 3'), 'version 3 is not supported', '"3", in quotes'],
  ['an old version', edit('version: "3"', 'version: "2"'), 'version "2" is not supported', 'write version: "3"'],
  ['no domain', edit('domain: example.com\nlayout', 'layout'), 'domain is missing', 'write domain: …'],
  ['a wrong domain', edit('domain: example.com\nl', 'domain: a_b\nl'), '"a_b" is not a domain', 'such as example.com'],
  ['no name', edit('projectName: shop\n', ''), 'projectName is missing', 'write projectName: …'],
  ['a wrong name', edit('projectName: shop', 'projectName: Sh_p'), '"Sh_p" is not a valid name', 'lower case letters'],
  ['a layout of Go', edit('typescript.kb/v1', 'go.kubebuilder.io/v4'), 'kb does not know', 'kb init in another folder'],
  ['another layout', edit('typescript.kb/v1', 'ansible/v1'), 'kb does not know', 'own layout is typescript'],
  ['two documents', edit('version: "3"', 'version: "3"\n---\na: 1'), 'a second YAML document begins here', 'remove it'],
  ['an absolute folder', edit('api: packages/api', 'api: /etc'), '"/etc" is not a folder of this', 'such as packages'],
  ['a folder outside', edit('api: packages/api', 'api: ../api'), '"../api" is not a folder', 'relative to the project'],
  ['an unknown folder', edit('api: packages/api', 'apis: packages/api'), 'paths has no "apis"', 'it has api, client'],
  ['a kind without a name', edit('  kind: Captain\n', ''), 'resources.0.kind is missing', 'write kind: …'],
  ['a kind without a version', edit('  version: v1\n', ''), 'resources.0.version is missing', 'write version: …'],
  ['a kind twice', edit('version: "3"', again), 'crew.example.com/v1 Captain is listed twice', 'remove the other'],
  ['a text for a flag', edit('controller: true', 'controller: maybe'), 'found "maybe"', 'expected true or false'],
  [
    'a wrong name of a controller',
    edit('controller: true', 'controllers:\n  - name: A_b'),
    '"A_b" is not a name of a controller',
    'such as captain-backup',
  ],
  [
    'two controllers of one name',
    edit('controller: true', 'controllers:\n  - name: a\n  - name: a'),
    'two controllers have the name "a"',
    'give each its own',
  ],
  [
    'a merge conflict',
    edit('domain: example.com\nlayout', `${conflicting('domain: example.com', 'domain: example.org').slice(1)}layout`),
    'PROJECT:3:1 error KB_MERGE_CONFLICT',
    'keep what is right of the two sides',
  ],
];

describe.each(['generate', 'create api --group crew --kind Cook', 'edit --with prometheus'])('kb %s', (words) => {
  test.each(projectFiles)('PROJECT: %s', async (_what, change, said, wayOut) =>
    expectRefusal(change, words, said, wayOut),
  );
});

const cook = 'create api --group crew --version v1 --kind Cook';
const webhook = 'create webhook --kind Captain --defaulting';
const sources = 'packages/controller/src';
const DEFAULT = 'config/default/kustomization.yaml';

test.each<[what: string, change: Change, words: string, said: string, wayOut: string]>([
  [
    'types',
    write('packages/api/src/crew/v1/cook.types.ts', ''),
    cook,
    'v1/cook.types.ts',
    'Move what you want to keep',
  ],
  ['a controller', write(`${sources}/cook.controller.ts`, ''), cook, 'KB_FILE_EXISTS', 'Move what you want to keep'],
  ['a folder', asFolder(`${sources}/cook.controller.ts`), cook, 'KB_FILE_EXISTS', 'Move what you want to keep'],
  ['a sample', write('config/samples/crew_v1_cook.yaml', ''), cook, 'crew_v1_cook.yaml', 'Move what you want to keep'],
  [
    'a file in the place of a folder',
    write('packages/api/src/ship', ''),
    'create api --group ship --version v1 --kind Cook',
    'a file is where a folder has to be (ENOTDIR); nothing was written',
    'remove or rename that file',
  ],
  [
    'controllers without a list',
    write(`${sources}/controllers.ts`, 'export const mine = true;\n'),
    cook,
    `${sources}/controllers.ts: it exports no list controllers; add`,
    'Nothing was written. Add it, and run the command again',
  ],
  [
    'controllers with a merge conflict',
    (folder) =>
      folder.edit(
        `${sources}/controllers.ts`,
        '[captainController]',
        conflicting('[captainController]', '[captainController, mine]'),
      ),
    cook,
    'it is not valid TypeScript; add',
    "import { cookController } from './cook.controller.ts';",
  ],
  [
    'types with a merge conflict',
    (folder) =>
      folder.edit('packages/api/src/crew/v1/captain.types.ts', 'foo?: string;', conflicting('foo?: string;', 'a: b;')),
    cook,
    'captain.types.ts:10:1 error KB_MERGE_CONFLICT',
    'keep what is right of the two sides',
  ],
  [
    'a kustomization that is not YAML',
    write('config/samples/kustomization.yaml', 'resources: ['),
    cook,
    'config/samples/kustomization.yaml:1: it is not valid YAML; add',
    '- crew_v1_cook.yaml',
  ],
  [
    'a kustomization with a text for a list',
    write('config/crd/kustomization.yaml', 'resources: all\n'),
    cook,
    'its resources are not a plain list; add',
    '- bases/crew.example.com_cooks.yaml',
  ],
  ['main by hand', write(`${sources}/main.ts`, ''), webhook, 'does not call runManager', 'options of runManager'],
  [
    'a webhook',
    write(`${sources}/captain.webhook.ts`, ''),
    webhook,
    'does not call webhookFor',
    'add\n    webhookFor(',
  ],
  ['parts in no list', write(DEFAULT, 'components: x\n'), 'edit --with prometheus', DEFAULT, '- ../prometheus'],
  ['parts that are not YAML', write(DEFAULT, 'components: ['), 'edit --with prometheus', DEFAULT, '- ../prometheus'],
  [
    'a package without a name',
    write('packages/api/package.json', '{'),
    'create api --group crew --kind Captain --version v2',
    'KB_PACKAGE_NAME',
    'packages/api/package.json needs a name',
  ],
  ['an edit', mine(`${sources}/captain.controller.ts`), 'delete api --kind Captain', '+// Mine.', 'Add --yes'],
  [
    'an edit, and --force',
    mine(`${sources}/captain.controller.ts`),
    `${cook.replace('Cook', 'Captain')} --force`,
    '-// Mine.',
    'Add --yes to replace it',
  ],
])('in the way: %s', async (_what, change, words, said, wayOut) => expectRefusal(change, words, said, wayOut));

test('kb init says that PROJECT is a folder', async () => {
  using folder = testFolder();
  mkdirSync(path.join(folder.path, 'PROJECT'));
  const before = stateOf(folder);
  const { code, out, err } = await folder.kb('init', '--domain', 'example.com');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('PROJECT is a folder, and has to be a file (EISDIR): rename or remove it');
  expect(stateOf(folder)).toEqual(before);
});
