import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyPlan, fileSystemReader } from '@kb/codegen';
import { describe, expect, test } from 'vitest';
import { importDefinitions } from './import-definitions.ts';
import {
  applied,
  cart,
  changesOf,
  definition,
  type Files,
  imported,
  importInto,
  indexFile,
  infoFile,
  into,
  object,
  shop,
  shopFile,
  stall,
  text,
} from './test-support/import-into.ts';

describe('an edited file', () => {
  const edit = (files: Files): Files => ({ ...files, [shopFile]: `${files[shopFile]}export type Mine = string;\n` });
  const larger = definition('Shop', { v1: object({ name: text, street: text }), v2: object({}) });
  const other = definition('Shop', { v1: object({}) }, 'other.example.com');

  test('is an error, and its group is not imported; other groups are', async () => {
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

  test('that is no longer valid is an error if its kinds are needed', async () => {
    const files = await imported({}, [shop]);
    const broken = { ...files, [shopFile]: `${files[shopFile]}export interface {` };
    const result = await importInto(broken, [stall], { overwrite: true });
    expect(result.diagnostics[0]).toMatchObject({ code: 'KB_SOURCE_SYNTAX', file: shopFile });
    expect(changesOf(result)).toEqual([]);
  });

  test('that contains more than a definition can is an error, too', async () => {
    const files = await imported({}, [shop]);
    const marker = '// +kb:definition={"names":{"singular":"Not A Name"}}\nexport interface Shop ';
    const wrong = { ...files, [shopFile]: (files[shopFile] ?? '').replace('export interface Shop ', marker) };
    const result = await importInto(wrong, [stall], { overwrite: true });
    expect(result.diagnostics).toMatchObject([{ severity: 'error', file: shopFile }]);
    expect(changesOf(result)).toEqual([]);
  });
});

describe("an author's source", () => {
  const own = 'api/shop.example.com/v1/own.types.ts';
  const info = '// +groupName=shop.example.com\n// +versionName=v1\n// +of-another-tool=x\nexport {};\n';
  const index = "// Ours.\nexport type * from './own.types.ts';\n";
  const authored: Files = { [own]: 'export interface Own { name: string }\n', [infoFile]: info, [indexFile]: index };

  test('stays, and imported types get lines below its own', async () => {
    const files = await imported(authored, [shop, stall]);
    expect(files).toMatchObject({ [own]: authored[own], [infoFile]: info });
    expect(files[indexFile]).toBe(
      `${index}export type * from './shop.types.ts';\nexport type * from './stall.types.ts';\n`,
    );
  });

  test('stays when all kinds of the folder are removed', async () => {
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

  test('may state the group in any file', async () => {
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
  ])('is an error if it declares the name of %s', async (_, content, line, column) => {
    const mine = 'api/shop.example.com/v1/mine.ts';
    const result = await importInto({ ...authored, [mine]: content }, [shop]);
    expect(result.diagnostics).toMatchObject([{ code: 'KB_DUPLICATE_KIND', file: mine, line, column }]);
    expect(changesOf(result)).toEqual([]);
  });

  test('is an error at the path of an imported file', async () => {
    const result = await importInto({ [shopFile]: 'export type Till = string;\n' }, [shop]);
    expect(result.diagnostics).toMatchObject([{ code: 'KB_FILE_IN_THE_WAY', file: shopFile, line: 1 }]);
    expect(changesOf(result)).toEqual([]);
  });

  test('that changes the meaning of the types is a warning', async () => {
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

describe('files in the way', () => {
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

  test('writes that fail half way leave the old files', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'kb-import-'));
    try {
      const reader = fileSystemReader(root);
      applyPlan((await importDefinitions({ root, into, definitions: [shop], reader })).plan);
      const before = snapshot(root);
      const { plan } = await importDefinitions({ root, into, definitions: [stall, cart], reader });
      // Another process is faster: the last file of the plan can no longer be written.
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
