// A second "kb create api" in a project whose lists a person has edited.
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';

const controllers = 'packages/controller/src/controllers.ts';
const crds = 'packages/controller/src/crds.ts';
const lists = ['config/crd/kustomization.yaml', 'config/samples/kustomization.yaml', 'config/rbac/kustomization.yaml'];
const index = 'packages/api/src/shop/v1alpha1/index.ts';

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await create(folder, 'Shop');
  return folder;
}

async function create(folder: TestFolder, kind: string, ...more: string[]): Promise<void> {
  const { code, err } = await folder.kb('create', 'api', '--group', 'shop', '--kind', kind, ...more);
  if (code !== 0) throw new Error(err);
}

/** The lines of a text that another one lacks. */
function linesLost(before: string, after: string): string[] {
  const there = after.split('\n');
  return before.split('\n').filter((line) => !there.includes(line));
}

test('keeps every line that a person wrote', async () => {
  using folder = await project();
  folder.edit(
    controllers,
    'export const controllers: readonly Controller[] = [shopController];',
    'export const controllers: readonly Controller[] = [\n  shopController, // the first\n  ...extraControllers(),\n];',
  );
  folder.edit(
    controllers,
    'import { shopController',
    "import { extraControllers } from './extra.ts';\nimport { shopController",
  );
  folder.edit(crds, 'export const crds', '// Ours.\nexport const crds');
  for (const file of lists)
    folder.write(file, `${folder.read(file)}# Mine.\n- https://example.com/mine.yaml\npatches: []\n`);
  folder.write(index, `${folder.read(index)}export * from './extra.ts'; // mine\n`);
  folder.write(
    'PROJECT',
    `# Mine.\nmine: { a: 1 }\n${folder.read('PROJECT').replace('  kind: Shop', '  # the shop\n  kind: Shop')}`,
  );
  const files = [controllers, crds, index, 'PROJECT', ...lists];
  const before = files.map((file) => folder.read(file));
  await create(folder, 'Cart');
  for (const [i, file] of files.entries()) {
    const lost = linesLost(before[i] ?? '', folder.read(file));
    expect([file, ...lost]).toEqual([file]);
  }
  expect(folder.read(controllers)).toContain('...extraControllers(),\n  cartController,\n]');
  expect(folder.read(lists[0] ?? '')).toContain('- bases/shop.example.com_carts.yaml\n');
  expect(folder.read(lists[2] ?? '')).toContain('- shop_cart_viewer_role.yaml\n');
  expect(folder.read('PROJECT')).toMatch(/kind: Cart\n/);
  expect((await folder.kb('generate', '--check')).code).toBe(0);
});

test('a list of another source can have the entry', async () => {
  using folder = await project();
  const all = 'packages/controller/src/all.ts';
  folder.write(all, folder.read(controllers));
  folder.write(controllers, "export { controllers } from './all.ts';\n");
  const before = folder.snapshot();
  const refused = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Cart');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('it exports no list controllers; add') });
  expect(folder.snapshot()).toEqual(before);
  folder.edit(all, 'import { shop', "import { cartController } from './cart.controller.ts';\nimport { shop");
  folder.edit(all, '[shopController]', '[cartController, shopController]');
  const mine = folder.read(all);
  await create(folder, 'Cart');
  expect([folder.read(all), folder.read(controllers)]).toEqual([mine, before[controllers]]);
});

test('an entry that a person removed does not come back', async () => {
  using folder = await project();
  folder.edit('config/rbac/kustomization.yaml', '- role_binding.yaml\n', '');
  folder.edit('config/samples/kustomization.yaml', '- shop_v1alpha1_shop.yaml\n', '');
  await create(folder, 'Cart');
  expect(folder.read('config/rbac/kustomization.yaml')).not.toContain('- role_binding.yaml\n');
  expect(folder.read('config/samples/kustomization.yaml')).not.toContain('shop_v1alpha1_shop.yaml');
});

test('writes a missing list completely', async () => {
  using folder = await project();
  const before = folder.read(controllers);
  folder.remove(controllers);
  await create(folder, 'Cart', '--no-controller');
  expect(folder.read(controllers)).toBe(before);
});

test.each([
  ['config/samples', 'config/samples/kustomization.yaml', 'resources:\n- shop_v1alpha1_cart.yaml\n'],
  [
    'config/rbac',
    'config/rbac/kustomization.yaml',
    'resources:\n- role.yaml\n- shop_cart_admin_role.yaml\n- shop_cart_editor_role.yaml\n- shop_cart_viewer_role.yaml\n',
  ],
  ['packages/controller/src', controllers, '= [cartController];\n'],
])('if %s is missing, its new list has the existing and the new entries', async (gone, list, end) => {
  using folder = await project();
  rmSync(path.join(folder.path, gone), { recursive: true });
  await create(folder, 'Cart');
  expect(folder.read(list)).not.toMatch(/shop\.controller|alpha1_shop|service_account/);
  expect(folder.read(list).endsWith(end)).toBe(true);
});

test('if only the list of samples is missing, its new list has the existing ones', async () => {
  using folder = await project();
  folder.remove('config/samples/kustomization.yaml');
  await create(folder, 'Cart');
  expect(folder.read('config/samples/kustomization.yaml')).toMatch(
    /resources:\n- shop_v1alpha1_cart.yaml\n- shop_v1alpha1_shop.yaml\n$/,
  );
});

test('lists do not depend on the order of creating the kinds', async () => {
  using one = await project();
  await create(one, 'Cart');
  using other = testFolder();
  await other.kb('init', '--domain', 'example.com');
  await create(other, 'Cart');
  await create(other, 'Shop');
  for (const file of [controllers, crds, ...lists]) expect(one.read(file)).toBe(other.read(file));
  expect(one.read(controllers)).toContain('= [cartController, shopController];\n');
});

test('for computed lists, reports every entry and its place, and writes nothing', async () => {
  using folder = await project();
  folder.edit(controllers, '[shopController]', 'all(shopController)');
  folder.edit(lists[0] ?? '', '- bases/shop.example.com_shops.yaml', '  a: b');
  const before = folder.snapshot();
  const { code, err, out } = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Cart');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(
    'error KB_LIST_BY_HAND: kb cannot add the new entry to 2 lists that were written in another form',
  );
  expect(err).toContain(
    `${controllers}:6: the list controllers is computed; add\n    import { cartController } from './cart.controller.ts';\n    and cartController to controllers`,
  );
  expect(err).toContain(
    'config/crd/kustomization.yaml:3: its resources are not a plain list; add\n    resources:\n    - bases/shop.example.com_carts.yaml',
  );
  expect(err).toContain('Nothing was written. Add it, and run the command again');
  expect(folder.snapshot()).toEqual(before);
  folder.edit(controllers, 'all(shopController)', 'all(shopController, cartController)');
  folder.edit(controllers, 'import { shop', "import { cartController } from './cart.controller.ts';\nimport { shop");
  folder.edit(lists[0] ?? '', '  a: b', '- bases/shop.example.com_carts.yaml');
  const edited = [controllers, lists[0] ?? ''].map((file) => folder.read(file));
  await create(folder, 'Cart');
  expect([controllers, lists[0] ?? ''].map((file) => folder.read(file))).toEqual(edited);
});

test('adds the temporary files of writes to an existing .gitignore', async () => {
  using folder = await project();
  expect(folder.read('.gitignore')).toContain('*.kb-*\n');
  folder.write('.gitignore', 'mine/');
  await create(folder, 'Cart');
  expect(folder.read('.gitignore')).toBe('mine/\n*.kb-*\n');
});

test.each([controllers, 'PROJECT', '.gitignore'])(
  'reports %s in another encoding with a hint, and does not change it',
  async (file) => {
    using folder = await project();
    const absolute = path.join(folder.path, file);
    appendFileSync(absolute, Buffer.from('# M\u00fcller\n', 'latin1'));
    const before = readFileSync(absolute);
    const { code, err } = await folder.kb('create', 'api', '--group', 'shop', '--kind', 'Cart');
    expect(code).toBe(1);
    expect(err).toContain(`KB_NOT_UTF8: ${file} is not text in UTF-8`);
    expect(err).toContain('Save it in UTF-8');
    expect(readFileSync(absolute)).toEqual(before);
  },
);
