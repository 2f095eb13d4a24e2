// kb generate in a project whose PROJECT, sources and lists disagree.
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from './test-support/run-kb.ts';

const types = 'packages/api/src/shop/v1alpha1/shop.types.ts';
const controllers = 'packages/controller/src/controllers.ts';
const controller = 'packages/controller/src/shop.controller.ts';
const list = 'config/crd/kustomization.yaml';

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  for (const kind of ['Shop', 'Cart']) await folder.kb('create', 'api', '--group', 'shop', '--kind', kind);
  return folder;
}

test('a project as kb creates it gives no warning', async () => {
  using folder = await project();
  expect(await folder.kb('generate', '--check')).toMatchObject({ code: 0, err: '' });
});

test.each<[name: string, change: (folder: TestFolder) => void, said: string]>([
  [
    'a kind without types',
    (folder) => {
      folder.remove(types);
      folder.edit('packages/api/src/shop/v1alpha1/index.ts', "export type * from './shop.types.ts';\n", '');
    },
    'PROJECT:20:9 warning KB_KIND_MISSING\n  the kind Shop of shop.example.com/v1alpha1 is listed here, but no source declares it\n',
  ],
  [
    'types of a kind that PROJECT does not list',
    (folder) => folder.edit('PROJECT', 'kind: Shop', 'kind: Shoe'),
    `${types}:27:18 warning KB_KIND_UNLISTED\n  PROJECT does not list the kind Shop of shop.example.com/v1alpha1\n`,
  ],
  [
    'a controller that is not there',
    (folder) => {
      folder.remove(controller);
      folder.write(controllers, 'export const controllers = [];\n');
    },
    'warning KB_CONTROLLER_MISSING\n  the kind Shop is listed with a controller, but there is none: packages/controller/src/shop.controller.ts\n',
  ],
  [
    'a controller in no list',
    (folder) => {
      folder.edit(controllers, "import { shopController } from './shop.controller.ts';\n", '');
      folder.edit(controllers, ', shopController', '');
    },
    `${controller} warning KB_CONTROLLER_UNLISTED\n  no source imports this controller, so that nothing runs it\n  hint: import it in controllers.ts and add it to the list there, or remove it\n`,
  ],
  [
    'a CRD in no list',
    (folder) => folder.edit(list, '- bases/shop.example.com_shops.yaml\n', ''),
    `${list}:3:1 warning KB_LIST_DIFFERS\n  the CRD bases/shop.example.com_shops.yaml is not in this list, so it is not deployed\n`,
  ],
  [
    'a CRD that is gone in a list',
    (folder) =>
      folder.edit(
        list,
        '- bases/shop.example.com_shops.yaml',
        '- bases/shop.example.com_shops.yaml\n- bases/shop.example.com_old.yaml',
      ),
    `${list}:5:3 warning KB_LIST_DIFFERS\n  there is no CRD bases/shop.example.com_old.yaml\n`,
  ],
])('%s gives a warning', async (_name, change, said) => {
  using folder = await project();
  change(folder);
  const { code, err } = await folder.kb('generate', '--check', '--no-cache');
  expect(err).toContain(said.split('\n')[0]);
  for (const line of said.split('\n')) expect(err).toContain(line);
  expect(err).not.toContain(' error ');
  expect(code).toBe(err.includes('out of date') ? 1 : 0);
});

test.each<[name: string, change: (folder: TestFolder) => void]>([
  [
    'a controller of another name, imported by another source',
    (folder) => {
      folder.write('packages/controller/src/shop/index.ts', folder.read(controller));
      folder.remove(controller);
      folder.edit(controllers, './shop.controller.ts', './shop/index.ts');
    },
  ],
  [
    'a controller that main imports itself, as JavaScript',
    (folder) => {
      folder.edit(controllers, "import { shopController } from './shop.controller.ts';\n", '');
      folder.edit(controllers, ', shopController', '');
      folder.write('packages/controller/src/more.ts', 'export * from "./shop.controller.js"\n');
    },
  ],
  ['a list of CRDs by folder', (folder) => folder.write(list, 'resources:\n- bases\n')],
  ['no list of CRDs', (folder) => folder.remove(list)],
])('%s gives no warning', async (_name, change) => {
  using folder = await project();
  change(folder);
  expect(await folder.kb('generate', '--check', '--no-cache')).toMatchObject({ code: 0, err: '' });
});
