import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Diagnostic, generate, memoryReader, parseProjectFile } from '../../index.ts';

const folder = 'packages/api/src/shop/v1';

/** Generates a kind whose field `value` has a type: returns its schema, and the diagnostics. */
async function resultOf(
  type: string,
  before: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly schema: unknown; readonly diagnostics: readonly Diagnostic[] }> {
  const { project } = parseProjectFile(
    'version: "3"\ndomain: example.com\nrepo: example.com/shop\nprojectName: shop\nlayout:\n- typescript.kb/v1\n',
  );
  if (project === undefined) throw new Error('the project file is invalid');
  const { files: generated, diagnostics } = await generate({
    root: '/project',
    project,
    builtInDescriptions: false,
    reader: memoryReader({
      'packages/api/package.json': '{ "name": "@shop/api", "type": "module" }',
      [`${folder}/groupversion-info.ts`]: '// +groupName=shop.example.com\nexport {};\n',
      [`${folder}/index.ts`]: "export type { Shop } from './types.ts';\n",
      [`${folder}/types.ts`]: `import type { int32, KubernetesObject } from '@kb/apimachinery';\n${before}\nexport interface Spec { value: ${type} }\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec: Spec }\n`,
      ...files,
    }),
  });
  const manifest = generated.find(({ path }) => path.startsWith('config/crd/bases/'));
  const { spec } = parse(manifest?.content ?? 'spec: {}') as {
    spec: {
      versions?: { schema: { openAPIV3Schema: { properties: { spec: { properties: { value: unknown } } } } } }[];
    };
  };
  return { schema: spec.versions?.[0]?.schema.openAPIV3Schema.properties.spec.properties.value, diagnostics };
}

const door = 'export interface Door { name: string; colour?: "red" | "blue" }\n';
const doorSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, colour: { type: 'string', enum: ['red', 'blue'] } },
  required: ['name'],
};
const text = { type: 'string' };

test.each([
  [
    'a constant that is frozen',
    '(typeof modes)[number]',
    "const modes = Object.freeze(['a', 'b'] as const);",
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    'a list that is mapped over',
    '(typeof names)[number]',
    "const names = ['a', 'b'].map((name) => `x-${name}`);",
    text,
  ],
  [
    'what a function gives',
    'ReturnType<typeof make>',
    'const make = () => ({ name: String(5) });',
    { type: 'object', properties: { name: text }, required: ['name'] },
  ],
])('%s is as the library declares it', async (_, type, before, schema) => {
  expect(await resultOf(type, before)).toEqual({ schema, diagnostics: [] });
});

test('values of a JSON file have their types', async () => {
  const { schema, diagnostics } = await resultOf('(typeof data)["name"]', "import data from './data.json';", {
    [`${folder}/data.json`]: '{ "name": "a" }',
  });
  expect({ schema, diagnostics }).toEqual({ schema: text, diagnostics: [] });
});

test.each([
  ['types', { name: 'doors', types: './index.d.ts' }, 'index.d.ts'],
  [
    'exports',
    { name: 'doors', exports: { '.': { types: './lib/doors.d.ts', default: './lib/doors.js' } } },
    'lib/doors.d.ts',
  ],
])('finds a type of an installed package by its %s', async (_, manifest, file) => {
  expect(
    await resultOf('Door', "import type { Door } from 'doors';", {
      'node_modules/doors/package.json': JSON.stringify(manifest),
      [`node_modules/doors/${file}`]: door,
    }),
  ).toEqual({ schema: doorSchema, diagnostics: [] });
});

test('finds packages beside the project and beside other packages', async () => {
  expect(
    await resultOf('Gate', "import type { Gate } from 'gates';", {
      '../node_modules/gates/package.json': '{ "name": "gates", "types": "index.d.ts" }',
      '../node_modules/gates/index.d.ts':
        "import type { Door } from 'doors';\nexport type Gate = Pick<Door, 'name'>;\n",
      '../node_modules/doors/package.json': '{ "name": "doors", "types": "index.d.ts" }',
      '../node_modules/doors/index.d.ts': door,
    }),
  ).toEqual({ schema: { type: 'object', properties: { name: text }, required: ['name'] }, diagnostics: [] });
});

test('reports a package without types, and a missing one, at the import', async () => {
  const without: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'node_modules/doors/package.json': '{ "name": "doors", "main": "index.js" }', 'node_modules/doors/index.js': '' },
  ];
  for (const files of without) {
    const { diagnostics } = await resultOf('Door', "import type { Door } from 'doors';", files);
    expect(diagnostics.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`)).toEqual([
      "2:27 KB_TYPE_NOT_FOUND there is no package with types 'doors', which Door is imported from",
    ]);
  }
});

test.each([
  ['relative to the settings', { paths: { '@shapes/*': ['./src/shapes/*'] } }],
  ['relative to baseUrl', { baseUrl: './src', paths: { '@shapes/*': ['shapes/*'] } }],
])('follows paths of tsconfig.json, %s', async (_, compilerOptions) => {
  expect(
    await resultOf('Door', "import type { Door } from '@shapes/door.ts';", {
      'packages/api/tsconfig.json': JSON.stringify({ compilerOptions }),
      'packages/api/src/shapes/door.ts': door,
    }),
  ).toEqual({ schema: doorSchema, diagnostics: [] });
});

test('uses the settings that a tsconfig.json extends, and those of the projects that it references', async () => {
  const before = 'interface Base { a?: string } interface Mine extends Base { a?: string | undefined }';
  const strict = '{ "compilerOptions": { "strict": true, "exactOptionalPropertyTypes": true } }';
  const said = async (files: Readonly<Record<string, string>>): Promise<boolean> =>
    (await resultOf('Mine', before, files)).diagnostics.some(({ message }) => message.includes('TS2430'));
  expect(await said({})).toBe(false);
  expect(await said({ 'tsconfig.json': strict })).toBe(true);
  expect(await said({ 'packages/api/tsconfig.json': '{ "extends": "../../base.json" }', 'base.json': strict })).toBe(
    true,
  );
  expect(
    await said({ 'packages/api/tsconfig.json': '{ "extends": "../../../base.json" }', '../base.json': strict }),
  ).toBe(true);
  expect(
    await said({
      'packages/api/tsconfig.json': '{ "extends": "@shop/settings" }',
      'node_modules/@shop/settings/package.json': '{ "name": "@shop/settings" }',
      'node_modules/@shop/settings/tsconfig.json': strict,
    }),
  ).toBe(true);
  expect(
    await said({
      'packages/api/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.src.json" }] }',
      'packages/api/tsconfig.src.json': strict,
    }),
  ).toBe(true);
});

test("keeps the names and the structure of other packages' types", async () => {
  const { schema, diagnostics } = await resultOf(
    "Pick<Held<Door>, 'content'> & { sizes: int32[] }",
    "import type { Door, Held } from 'doors';",
    {
      'node_modules/doors/package.json': '{ "name": "doors", "types": "index.d.ts" }',
      'node_modules/doors/index.d.ts': `${door}export interface Held<T> { content: T; size?: string }\n`,
    },
  );
  expect({ schema, diagnostics }).toEqual({
    schema: {
      type: 'object',
      properties: { content: doorSchema, sizes: { type: 'array', items: { type: 'integer', format: 'int32' } } },
      required: ['content', 'sizes'],
    },
    diagnostics: [],
  });
});
