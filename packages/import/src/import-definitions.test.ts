import path from 'node:path';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import {
  applied,
  cart,
  changesOf,
  definition,
  endpoint,
  type Files,
  imported,
  importInto,
  indexFile,
  infoFile,
  object,
  shop,
  shopFile,
  stall,
  text,
} from './test-support/import-into.ts';

describe('the first import', () => {
  test('writes types, an index and the group version', async () => {
    const files = await imported({}, [shop]);
    expect(Object.keys(files).sort()).toEqual([infoFile, indexFile, shopFile]);
    expect(files[indexFile]).toBe("export type * from './shop.types.ts';\n");
    expect(files[infoFile]).toBe(
      '// The API of the group shop.example.com, version v1: markers of the whole folder.\n// +groupName=shop.example.com\n// +versionName=v1\nexport {};\n',
    );
    expect(files[shopFile]).toMatch(
      /^\/\/ Imported by `kb import` \(sha256 [0-9a-f]{16}\): import again instead of editing it\.\n\nimport type /,
    );
    expect(files[shopFile]).toContain('export interface Shop extends KubernetesObject {');
  });

  test('names the files after the kinds', async () => {
    const both = definition('Shop', { v1: object({}), v2: object({}) });
    expect((await importInto({}, [both])).imported).toEqual([
      { group: 'shop.example.com', version: 'v1', kind: 'Shop', file: shopFile },
      { group: 'shop.example.com', version: 'v2', kind: 'Shop', file: 'api/shop.example.com/v2/shop.types.ts' },
    ]);
  });

  test('puts every version of every group into a separate folder, and nothing elsewhere', async () => {
    const other = definition('Shop', { v1: object({}), v1beta1: object({}) }, 'other.example.com');
    const files = Object.keys(await imported({}, [shop, other]));
    const folders = new Set(files.map((file) => path.posix.dirname(file)));
    expect([...folders].sort()).toEqual([
      'api/other.example.com/v1',
      'api/other.example.com/v1beta1',
      'api/shop.example.com/v1',
    ]);
  });

  test.each(['.', '', './api/', 'deep/er/api'])('goes below the folder %j', async (folder) => {
    const files = Object.keys(await imported({}, [shop], { into: folder }));
    expect(files).toContain(path.posix.join(folder, 'shop.example.com/v1/shop.types.ts'));
  });

  test('of nothing changes nothing', async () => {
    expect(await importInto({}, [])).toMatchObject({ diagnostics: [], plan: { changes: [] }, imported: [] });
  });
});

describe('importing again', () => {
  test('changes nothing when nothing changed, whichever line breaks the files have', async () => {
    const files = await imported({}, [shop, stall, cart]);
    const again = await importInto(files, [cart, shop, stall]);
    expect(changesOf(again)).toEqual([]);
    expect(again.plan.unchanged).toContain(shopFile);
    const windows = Object.fromEntries(Object.entries(files).map(([file, lf]) => [file, lf.replaceAll('\n', '\r\n')]));
    expect((await importInto(windows, [shop])).diagnostics).toEqual([]);
  });

  test('changes the file of a kind that got a field, and no other', async () => {
    const files = await imported({}, [shop, stall]);
    const larger = definition('Shop', { v1: object({ name: text, street: text }) });
    const result = await importInto(files, [larger, stall]);
    expect(changesOf(result)).toEqual([`update ${shopFile}`]);
    expect(applied(files, result)[shopFile]).toContain('street?: string;');
  });

  test('does not touch kinds that are not imported', async () => {
    const files = await imported({}, [shop, stall]);
    const result = await importInto(files, [definition('Shop', { v1: object({}) })]);
    expect(changesOf(result)).toEqual([`update ${shopFile}`]);
  });

  test.each([
    ['one', [shop, stall, cart]],
    ['another', [cart, stall, shop]],
  ])('kinds one after the other, in %s order, give the same as all at once: they share types', async (_, order) => {
    let files: Files = {};
    for (const one of order) files = await imported(files, [one]);
    const { [indexFile]: index = '', ...others } = files;
    const { [indexFile]: wanted = '', ...wantedOthers } = await imported({}, order);
    expect(others).toEqual(wantedOthers);
    expect(index.split('\n').sort()).toEqual(wanted.split('\n').sort());
    expect(files['api/shop.example.com/v1/shared.types.ts']).toContain('export interface Endpoint {');
  });

  test('removes a version that is gone, with its line in the index, and the folder when nothing is left', async () => {
    const both = definition('Shop', { v1: object({ name: text }), v1alpha1: object({ name: text }) });
    const stalls = definition('Stall', { v1alpha1: object({ awning: text }) });
    const alpha = 'api/shop.example.com/v1alpha1';
    const files = await imported({}, [both, stalls]);

    const withStalls = await importInto(files, [shop]);
    expect(withStalls.withLess).toEqual([
      { group: 'shop.example.com', kind: 'Shop', versions: ['v1'], gone: ['v1alpha1'] },
    ]);
    // It was stored among other versions, and is alone now.
    expect(changesOf(withStalls)).toEqual([
      `update ${shopFile}`,
      `update ${alpha}/index.ts`,
      `delete ${alpha}/shop.types.ts`,
    ]);
    expect(applied(files, withStalls)[`${alpha}/index.ts`]).toBe("export type * from './stall.types.ts';\n");

    const alone = await imported({}, [both]);
    expect(changesOf(await importInto(alone, [shop]))).toEqual([
      `update ${shopFile}`,
      `delete ${alpha}/groupversion-info.ts`,
      `delete ${alpha}/index.ts`,
      `delete ${alpha}/shop.types.ts`,
    ]);
  });

  test('removes the index of a removed version, and keeps a group version that an author edited', async () => {
    const alpha = 'api/shop.example.com/v1alpha1';
    const both = definition('Shop', { v1: object({ name: text }), v1alpha1: object({ name: text }) });
    const files = await imported({}, [both]);
    const edited = {
      ...files,
      [`${alpha}/groupversion-info.ts`]: `${files[`${alpha}/groupversion-info.ts`]}// Mine.\n`,
    };
    expect(changesOf(await importInto(edited, [shop]))).toEqual([
      `update ${shopFile}`,
      `delete ${alpha}/index.ts`,
      `delete ${alpha}/shop.types.ts`,
    ]);
  });

  test('leaves out a kind whose files were removed, in every version', async () => {
    const carts = definition('Cart', { v1: object({ endpoint }), v1beta1: object({ endpoint }), v2: object({}) });
    const stalls = definition('Stall', { v1beta1: object({ awning: text }) });
    const given = await imported({}, [shop, carts, stalls]);
    const files = Object.fromEntries(Object.entries(given).filter(([file]) => !file.endsWith('/cart.types.ts')));
    const result = await importInto(files, [shop]);
    expect(result.diagnostics).toEqual([]);
    expect(applied(files, result)).toEqual(await imported({}, [shop, stalls]));
  });

  test('reads what it needs from other versions', async () => {
    const stalls = definition('Stall', { v1: object({ endpoint }), v1beta1: object({ endpoint, name: text }) });
    const files = await imported({}, [stalls]);
    const result = await importInto(files, [cart]);
    expect(result.diagnostics).toEqual([]);
    expect(changesOf(result).filter((change) => change.includes('v1beta1'))).toEqual([]);
    expect(await imported(applied(files, result), [stalls, cart])).toEqual(applied(files, result));
  });
});

describe('kinds of another project', () => {
  const isExternal = (content: string | undefined): boolean => /\n\n\/\/ \+kb:external\n\n/.test(content ?? '');

  test('are marked in every file of types, also after further imports', async () => {
    const files = await imported({}, [stall], { external: true });
    expect(isExternal(files['api/shop.example.com/v1/stall.types.ts'])).toBe(true);
    const v2 = definition('Cart', { v1: object({ endpoint }), v2: object({ endpoint }) });
    const more = await imported(files, [v2]);
    const types = Object.entries(more).filter(([file]) => file.endsWith('.types.ts'));
    expect(types.map(([file]) => path.posix.basename(file)).sort()).toEqual([
      'cart.types.ts',
      'cart.types.ts',
      'shared.types.ts',
      'stall.types.ts',
    ]);
    expect(types.filter(([, content]) => !isExternal(content))).toEqual([]);
  });

  test('keep their versions, unless others are requested', async () => {
    const one = definition('Shop', { v1: object({}) });
    const two = definition('Shop', { v1: object({ name: text }), v1beta1: object({}) });
    const files = await imported({}, [one], { external: true });
    const result = await importInto(files, [two, stall]);
    expect(result.withMore).toEqual([
      { group: 'shop.example.com', kind: 'Shop', versions: ['v1'], others: ['v1beta1'] },
    ]);
    const after = applied(files, result);
    expect(Object.keys(after).filter((file) => file.includes('v1beta1'))).toEqual([]);
    expect(after[shopFile]).toContain('name?: string;');
    expect(Object.keys(after)).toContain('api/shop.example.com/v1/stall.types.ts');
    const asked = await importInto(after, [two], { versions: ['v1beta1'] });
    expect(asked.withMore).toEqual([]);
    expect(Object.keys(applied(after, asked))).toContain('api/shop.example.com/v1beta1/shop.types.ts');
  });

  test('move on when none of their versions is left', async () => {
    const files = await imported({}, [shop], { external: true });
    const later = await imported(files, [definition('Shop', { v2: object({}) })]);
    expect(Object.keys(later).filter((file) => file.endsWith('.types.ts'))).toEqual([
      'api/shop.example.com/v2/shop.types.ts',
    ]);
  });

  test('are not external by themselves', async () => {
    expect(isExternal((await imported({}, [shop]))[shopFile])).toBe(false);
  });
});

describe('some versions only', () => {
  const three = definition('Shop', { v1: object({}), v2: object({ name: text }), v3: object({}) });
  const versionsIn = (files: Files): string[] =>
    [...new Set(Object.keys(files).map((file) => path.posix.basename(path.posix.dirname(file))))].sort();

  test('give a definition of their own, with a stored version', async () => {
    const files = await imported({}, [three, stall], { versions: ['v2', 'v3'] });
    expect(versionsIn(files)).toEqual(['v2', 'v3']);
  });

  test('are added to the existing ones, so that all stay one definition', async () => {
    const files = await imported(await imported({}, [three], { versions: ['v2'] }), [three], { versions: ['v3'] });
    expect(versionsIn(files)).toEqual(['v2', 'v3']);
    const later = definition('Shop', { v1: object({}), v2: object({ name: text, street: text }) });
    const latest = await imported(files, [later], { versions: ['v1'] });
    expect(versionsIn(latest)).toEqual(['v1', 'v2']);
    expect(latest['api/shop.example.com/v2/shop.types.ts']).toContain('street?: string;');
  });
});

test('a copy of a Kubernetes type with descriptions of another release extends that type, and declares the differences', async () => {
  const today = openApiSchemaOf('core/v1.Affinity', { descriptions: true });
  const { nodeAffinity, ...others } = today.properties ?? {};
  const description = 'Rules of nodes, as an older release says it.';
  const affinity = { ...today, properties: { ...others, nodeAffinity: { ...nodeAffinity, description } } };
  const files = await imported({}, [definition('Shop', { v1: object({ affinity }) })]);
  const text = files[shopFile] ?? '';
  expect(text).toContain("import type { Affinity } from '@kb/kubernetes/core/v1';");
  expect(text).toContain(
    `// +kb:schema={"properties":{"nodeAffinity":{"description":"${description}"}}}\n  affinity?: Affinity;`,
  );
  expect(text).not.toContain('interface Affinity');
});

test('spaces at the ends of lines have their own marker, and the description is generated again unchanged', async () => {
  const description = 'What it is. \n More of it.';
  const files = await imported({}, [definition('Shop', { v1: object({ name: { type: 'string', description } }) })]);
  const text = files[shopFile] ?? '';
  expect(text).toMatch(/\* What it is\.\n +\*  More of it\.\n +\*\/\n +\/\/ \+kb:lineEnds=" "\n/);
  expect(text).not.toContain('+kb:description');
});

test('consecutive blank lines stay in the comment, and the description is generated again unchanged', async () => {
  const description = 'What it is.\n\n\nMore of it.';
  const files = await imported({}, [definition('Shop', { v1: object({ name: { type: 'string', description } }) })]);
  const text = files[shopFile] ?? '';
  expect(text).toMatch(/\* What it is\.\n +\*\n +\*\n +\* More of it\.\n +\*\/\n +\/\/ \+kb:blankLines\n/);
  expect(text).not.toContain('+kb:description');
});
