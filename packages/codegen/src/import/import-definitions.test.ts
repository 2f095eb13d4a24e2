import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import { fileSystemReader, memoryReader } from '../read/source-reader.ts';
import { applyPlan } from '../write/apply-plan.ts';
import { type ImportOptions, importDefinitions, type ImportResult } from './import-definitions.ts';
import { type ReadDefinition, readDefinitions } from './read/read-definitions.ts';

type Schema = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;

const text: Schema = { type: 'string' };
const object = (properties: Schema): Schema => ({ type: 'object', properties });
const endpoint = object({ host: text, port: { type: 'integer', format: 'int32' } });

/** A definition whose kind has the given specs, by version; the first version is stored. */
function definition(kind: string, specs: Readonly<Record<string, Schema>>, group = 'shop.example.com'): ReadDefinition {
  const singular = kind.toLowerCase();
  const versions = Object.entries(specs).map(([name, spec], index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: {
      openAPIV3Schema: object({ apiVersion: text, kind: text, metadata: { type: 'object' }, spec }),
    },
  }));
  const { definitions, diagnostics } = readDefinitions([
    {
      name: `${singular}.json`,
      text: JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${singular}s.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
          versions,
        },
      }),
    },
  ]);
  expect(diagnostics).toEqual([]);
  const [read] = definitions;
  if (read === undefined) throw new Error('nothing was read');
  return read;
}

const into = 'api';

function importInto(
  files: Files,
  definitions: readonly ReadDefinition[],
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  return importDefinitions({ root: '/project', into, definitions, reader: memoryReader(files), ...options });
}

/** What is there after an import. */
function applied(files: Files, { plan }: ImportResult): Files {
  const result = new Map(Object.entries(files));
  for (const { path: file, after } of plan.changes) {
    if (after === undefined) result.delete(file);
    else result.set(file, after);
  }
  return Object.fromEntries(result);
}

/** Imports without anything to say, and gives what is there then. */
async function imported(
  files: Files,
  definitions: readonly ReadDefinition[],
  options?: Partial<ImportOptions>,
): Promise<Files> {
  const result = await importInto(files, definitions, options);
  expect(result.diagnostics).toEqual([]);
  return applied(files, result);
}

function changesOf({ plan }: ImportResult): readonly string[] {
  return plan.changes.map((change) => `${change.kind} ${change.path}`);
}

const shop = definition('Shop', { v1: object({ name: text }) });
const stall = definition('Stall', { v1: object({ endpoint }) });
const cart = definition('Cart', { v1: object({ endpoint, wheels: { type: 'integer', format: 'int32' } }) });

const shopFile = 'api/shop.example.com/v1/shop.types.ts';
const indexFile = 'api/shop.example.com/v1/index.ts';
const infoFile = 'api/shop.example.com/v1/groupversion-info.ts';

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

  test('names the kinds and their files', async () => {
    const both = definition('Shop', { v1: object({}), v2: object({}) });
    expect((await importInto({}, [both])).imported).toEqual([
      { group: 'shop.example.com', version: 'v1', kind: 'Shop', file: shopFile },
      { group: 'shop.example.com', version: 'v2', kind: 'Shop', file: 'api/shop.example.com/v2/shop.types.ts' },
    ]);
  });

  test('puts every version of every group into a folder of its own, and nothing elsewhere', async () => {
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

  test('leaves kinds alone that it is not given', async () => {
    const files = await imported({}, [shop, stall]);
    const result = await importInto(files, [definition('Shop', { v1: object({}) })]);
    expect(changesOf(result)).toEqual([`update ${shopFile}`]);
  });

  test.each([
    ['one', [shop, stall, cart]],
    ['another', [cart, stall, shop]],
  ])('kinds one after the other, in %s order, is the same as all at once: they share types', async (_, order) => {
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
    // It was stored among others, and is alone now.
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

  test('removes the index of a version that is gone beside a group version that an author edited', async () => {
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

  test('leaves out a kind whose files somebody removed, in every version', async () => {
    const carts = definition('Cart', { v1: object({ endpoint }), v1beta1: object({ endpoint }), v2: object({}) });
    const stalls = definition('Stall', { v1beta1: object({ awning: text }) });
    const given = await imported({}, [shop, carts, stalls]);
    const files = Object.fromEntries(Object.entries(given).filter(([file]) => !file.endsWith('/cart.types.ts')));
    const result = await importInto(files, [shop]);
    expect(result.diagnostics).toEqual([]);
    expect(applied(files, result)).toEqual(await imported({}, [shop, stalls]));
  });

  test('reads back what it must know of other versions', async () => {
    const stalls = definition('Stall', { v1: object({ endpoint }), v1beta1: object({ endpoint, name: text }) });
    const files = await imported({}, [stalls]);
    const result = await importInto(files, [cart]);
    expect(result.diagnostics).toEqual([]);
    expect(changesOf(result).filter((change) => change.includes('v1beta1'))).toEqual([]);
    expect(await imported(applied(files, result), [stalls, cart])).toEqual(applied(files, result));
  });
});

describe('a file that somebody edited', () => {
  const edit = (files: Files): Files => ({ ...files, [shopFile]: `${files[shopFile]}export type Mine = string;\n` });
  const larger = definition('Shop', { v1: object({ name: text, street: text }), v2: object({}) });
  const other = definition('Shop', { v1: object({}) }, 'other.example.com');

  test('is an error, and its group stays as it is; other groups are imported', async () => {
    const files = edit(await imported({}, [shop]));
    const result = await importInto(files, [larger, other]);
    expect(result.diagnostics).toMatchObject([
      { code: 'KB_IMPORT_EDITED', severity: 'error', file: shopFile, line: 1 },
    ]);
    expect(result.diagnostics[0]?.hint).toContain('--overwrite');
    expect(changesOf(result).every((change) => change.startsWith('create api/other.example.com/v1/'))).toBe(true);
    expect(result.imported.map(({ group }) => group)).toEqual(['other.example.com']);
  });

  test('is replaced with overwrite', async () => {
    const files = edit(await imported({}, [shop]));
    expect(await imported(files, [larger], { overwrite: true })).toEqual(await imported({}, [larger]));
  });

  test('that no longer reads as types is an error where its kinds have to be known', async () => {
    const files = await imported({}, [shop]);
    const broken = { ...files, [shopFile]: `${files[shopFile]}export interface {` };
    const result = await importInto(broken, [stall], { overwrite: true });
    expect(result.diagnostics[0]).toMatchObject({ code: 'KB_SOURCE_SYNTAX', file: shopFile });
    expect(changesOf(result)).toEqual([]);
  });

  test('that says what no definition can is an error, too', async () => {
    const files = await imported({}, [shop]);
    const marker = '// +kb:definition={"names":{"singular":"Not A Name"}}\nexport interface Shop ';
    const wrong = { ...files, [shopFile]: (files[shopFile] ?? '').replace('export interface Shop ', marker) };
    const result = await importInto(wrong, [stall], { overwrite: true });
    expect(result.diagnostics).toMatchObject([{ severity: 'error', file: shopFile }]);
    expect(changesOf(result)).toEqual([]);
  });
});

describe('what an author wrote', () => {
  const own = 'api/shop.example.com/v1/own.types.ts';
  const info = '// +groupName=shop.example.com\n// +versionName=v1\n// +of-another-tool=x\nexport {};\n';
  const index = "// Ours.\nexport type * from './own.types.ts';\n";
  const authored: Files = { [own]: 'export interface Own { name: string }\n', [infoFile]: info, [indexFile]: index };

  test('stays, with lines for what is imported below its own', async () => {
    const files = await imported(authored, [shop, stall]);
    expect(files).toMatchObject({ [own]: authored[own], [infoFile]: info });
    expect(files[indexFile]).toBe(
      `${index}export type * from './shop.types.ts';\nexport type * from './stall.types.ts';\n`,
    );
  });

  test('stays when all kinds of the folder are gone', async () => {
    const files = await imported(authored, [shop]);
    const moved = definition('Shop', { v2: object({}) });
    const left = applied(files, await importInto(files, [moved]));
    expect(
      Object.keys(left)
        .filter((file) => file.includes('/v1/'))
        .sort(),
    ).toEqual(Object.keys(authored).sort());
    expect(left[indexFile]).toBe(index);
  });

  test('may say the group in any file', async () => {
    const doc = 'api/shop.example.com/v1/doc.ts';
    const files = await imported(
      { [doc]: '/**\n * +groupName=shop.example.com\n * +versionName=v1\n */\nexport {};\n' },
      [shop],
    );
    expect(Object.keys(files)).not.toContain(infoFile);
  });

  test('keeps its names: imported types get others', async () => {
    const mine = 'api/shop.example.com/v1/mine.ts';
    const files = await imported({ [mine]: 'export interface ShopSpec { mine: string }\n' }, [shop]);
    expect(files[shopFile]).not.toContain('interface ShopSpec ');
  });

  test.each([
    ['an interface', 'export interface Shop { name: string }\n', 1, 18],
    ['an export of that name', "\nexport { type Own as Shop } from './own.types.ts';\n", 2, 22],
  ])('is an error where a kind has the name of %s', async (_, content, line, column) => {
    const mine = 'api/shop.example.com/v1/mine.ts';
    const result = await importInto({ ...authored, [mine]: content }, [shop]);
    expect(result.diagnostics).toMatchObject([{ code: 'KB_DUPLICATE_KIND', file: mine, line, column }]);
    expect(changesOf(result)).toEqual([]);
  });

  test('is an error where an imported file belongs', async () => {
    const result = await importInto({ [shopFile]: 'export type Till = string;\n' }, [shop]);
    expect(result.diagnostics).toMatchObject([{ code: 'KB_FILE_IN_THE_WAY', file: shopFile, line: 1 }]);
    expect(changesOf(result)).toEqual([]);
  });

  test('that changes what the types mean is a warning', async () => {
    const optional = definition('Shop', { v1: { ...object({ name: text }), required: ['name'] } });
    const files = { [infoFile]: `// +kubebuilder:validation:Optional\n${info}` };
    const result = await importInto(files, [optional]);
    expect(result.diagnostics).toMatchObject([
      { code: 'KB_IMPORT_DIFFERS', severity: 'warning', file: 'shop.json', line: 1 },
    ]);
    expect(result.diagnostics[0]?.message).toContain('spec.required');
    expect(changesOf(result)).not.toEqual([]);
    expect((await importInto(files, [optional], { verify: false })).diagnostics).toEqual([]);
  });
});

describe('kinds of another project', () => {
  const isExternal = (content: string | undefined): boolean => /\n\n\/\/ \+kb:external\n\n/.test(content ?? '');

  test('are marked in every file of types, and stay it in every later import', async () => {
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

  test('stay in the versions that are there, unless others are asked for', async () => {
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

  test('are none by themselves', async () => {
    expect(isExternal((await imported({}, [shop]))[shopFile])).toBe(false);
  });
});

describe('some versions only', () => {
  const three = definition('Shop', { v1: object({}), v2: object({ name: text }), v3: object({}) });
  const versionsIn = (files: Files): string[] =>
    [...new Set(Object.keys(files).map((file) => path.posix.basename(path.posix.dirname(file))))].sort();

  test('are a definition of their own, with one that is stored', async () => {
    const files = await imported({}, [three, stall], { versions: ['v2', 'v3'] });
    expect(versionsIn(files)).toEqual(['v2', 'v3']);
  });

  test('come with those that are there already, so that all stay of one definition', async () => {
    const files = await imported(await imported({}, [three], { versions: ['v2'] }), [three], { versions: ['v3'] });
    expect(versionsIn(files)).toEqual(['v2', 'v3']);
    const later = definition('Shop', { v1: object({}), v2: object({ name: text, street: text }) });
    const latest = await imported(files, [later], { versions: ['v1'] });
    expect(versionsIn(latest)).toEqual(['v1', 'v2']);
    expect(latest['api/shop.example.com/v2/shop.types.ts']).toContain('street?: string;');
  });
});

describe('a definition that the API server refuses', () => {
  const bad = object({ name: { type: 'string', pattern: '(' }, label: { type: 'string', pattern: '[' } });

  test('is a warning at its place, once, and what is beside it is well', async () => {
    const result = await importInto({}, [definition('Stall', { v1: bad, v2: bad }), shop]);
    expect(result.diagnostics).toMatchObject([
      { code: 'KB_DEFINITION_REFUSED', severity: 'warning', file: 'stall.json', line: 1 },
    ]);
    const [refused] = result.diagnostics;
    expect(refused?.message).toMatch(
      /^the API server refuses the definition stalls\.shop\.example\.com: schema of v1: /,
    );
    expect(refused?.message).toContain('properties[spec].properties[label].pattern: "["');
    expect(refused?.message).toMatch(/; and 3 more$/);
    expect(refused?.hint).toContain('kb generate refuses the whole folder');
    expect(result.imported.map(({ kind }) => kind)).toEqual(['Shop', 'Stall', 'Stall']);
  });

  test('is told of each kind that shares what is wrong', async () => {
    const shared = object({ port: { type: 'integer', minimum: 3, default: 1 } });
    const result = await importInto({}, [
      definition('Shop', { v1: object({ endpoint: shared }) }),
      definition('Stall', { v1: object({ endpoint: shared }) }),
    ]);
    expect(result.diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'KB_DEFINITION_REFUSED shop.json',
      'KB_DEFINITION_REFUSED stall.json',
    ]);
  });

  test('is told by what kb says, where it is not the schema', async () => {
    const withShortName = ({ definition: given, place }: ReadDefinition): ReadDefinition => {
      const names = { ...given.spec.names, shortNames: ['s'] };
      return { definition: { ...given, spec: { ...given.spec, names } }, place };
    };
    const { diagnostics } = await importInto({}, [withShortName(shop), withShortName(stall), cart]);
    expect(diagnostics).toMatchObject([
      { code: 'KB_DEFINITION_REFUSED', severity: 'warning', file: 'stall.json', line: 1 },
    ]);
    expect(diagnostics[0]?.message).toMatch(
      /^kb generate refuses the types of stalls\.shop\.example\.com, .*stall\.types\.ts:\d+: .* short name s/,
    );
  });
});

test("a shape of Kubernetes in words of another release is Kubernetes' type, with what differs said", async () => {
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

test('blanks at the ends of lines are said apart from the description, which comes back', async () => {
  const description = 'What it is. \n More of it.';
  const files = await imported({}, [definition('Shop', { v1: object({ name: { type: 'string', description } }) })]);
  const text = files[shopFile] ?? '';
  expect(text).toMatch(/\* What it is\.\n +\*  More of it\.\n +\*\/\n +\/\/ \+kb:lineEnds=" "\n/);
  expect(text).not.toContain('+kb:description');
});

test('blank lines that follow each other stay in the comment, and the description comes back', async () => {
  const description = 'What it is.\n\n\nMore of it.';
  const files = await imported({}, [definition('Shop', { v1: object({ name: { type: 'string', description } }) })]);
  const text = files[shopFile] ?? '';
  expect(text).toMatch(/\* What it is\.\n +\*\n +\*\n +\* More of it\.\n +\*\/\n +\/\/ \+kb:blankLines\n/);
  expect(text).not.toContain('+kb:description');
});

describe('what is in the way', () => {
  test('a folder where a file belongs is an error', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'kb-import-'));
    try {
      mkdirSync(path.join(root, shopFile), { recursive: true });
      const result = await importDefinitions({ root, into, definitions: [shop], reader: fileSystemReader(root) });
      expect(result.diagnostics).toMatchObject([{ code: 'KB_FILE_UNREADABLE', file: shopFile }]);
      expect(changesOf(result)).toEqual([]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  test('writes that fail half way leave what was there', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'kb-import-'));
    try {
      const reader = fileSystemReader(root);
      applyPlan((await importDefinitions({ root, into, definitions: [shop], reader })).plan);
      const before = snapshot(root);
      const { plan } = await importDefinitions({ root, into, definitions: [stall, cart], reader });
      // Somebody is faster: the last file of the plan cannot be written any more.
      const last = plan.changes.findLast(({ kind }) => kind === 'create')?.path ?? '';
      mkdirSync(path.join(root, last, 'in-the-way'), { recursive: true });
      expect(() => applyPlan(plan)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
      rmSync(path.join(root, last), { recursive: true });
      expect(snapshot(root)).toEqual(before);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  function snapshot(root: string): Files {
    const reader = fileSystemReader(root);
    expect(readdirSync(root, { recursive: true }).filter((file) => /\.(?:tmp|old)$/.test(String(file)))).toEqual([]);
    return Object.fromEntries(reader.list('').map((file) => [file, reader.read(file) ?? '']));
  }
});

test('texts that would break out of a comment, a string or a folder stay in them', async () => {
  const hostile = '*/ export const x = 1; /*';
  const names = ['__proto__', 'constructor', 'hasOwnProperty', '0', '../../etc', "'; x", '\u2028', '$&', '`${x}`'];
  const properties = Object.fromEntries(names.map((name) => [name, { ...text, description: hostile }]));
  const odd = definition('Shop', {
    v1: {
      ...object(properties),
      description: 'line\n*/\n\u2028export const y = 2;\u2029',
      required: names,
    },
    v2: object({ many: { type: 'string', enum: names, description: 'x'.repeat(3_000_000) } }),
  });
  const result = await importInto({}, [odd]);
  expect(result.diagnostics).toEqual([]);
  expect(Object.keys(applied({}, result)).every((file) => file.startsWith('api/shop.example.com/v'))).toBe(true);
});
