import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate, memoryReader, parseProjectFile } from '../../index.ts';

const folder = 'packages/api/src/shop/v1';

const zod = `
export namespace z {
  interface Schema<Output> { readonly _output: Output }
  interface Text extends Schema<string> { max(length: number): Text; min(length: number): Text }
  type infer<T extends { readonly _output: unknown }> = T['_output'];
  function object<Shape extends Record<string, Schema<unknown>>>(shape: Shape): Schema<{ [K in keyof Shape]: Shape[K]['_output'] }>;
  function string(): Text;
  function number(): Schema<number>;
}
`;
const typeFest = `
declare const tag: unique symbol;
export type Tagged<T, Name extends string> = T & { readonly [tag]: Name };
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
export type SetOptional<T, Keys extends keyof T> = Simplify<Omit<T, Keys> & Partial<Pick<T, Keys>>>;
`;

const typeBox = `
interface TSchema<T> { readonly static: T }
export type Static<T extends { readonly static: unknown }> = T['static'];
export declare const Type: {
  Object<P extends Record<string, { readonly static: unknown }>>(properties: P): TSchema<{ [K in keyof P]: P[K]['static'] }>;
  String(options?: { minLength?: number }): TSchema<string>;
  Array<T>(items: TSchema<T>): TSchema<T[]>;
};
`;
const valibot = `
interface BaseSchema<T> { readonly '~types': T }
export type InferOutput<T extends { readonly '~types': unknown }> = T['~types'];
export declare function object<P extends Record<string, BaseSchema<unknown>>>(entries: P): BaseSchema<{ [K in keyof P]: P[K]['~types'] }>;
export declare function string(): BaseSchema<string>;
export declare function nullable<T>(of: BaseSchema<T>): BaseSchema<T | null>;
`;

/** Generates a kind whose spec is a type, with the packages that are installed. */
async function resultOf(type: string, before: string): Promise<{ schema: unknown; said: string[] }> {
  const { project } = parseProjectFile(
    'version: "3"\ndomain: example.com\nrepo: example.com/shop\nprojectName: shop\nlayout:\n- typescript.kb/v1\n',
  );
  if (project === undefined) throw new Error('the project file is invalid');
  const { files, diagnostics } = await generate({
    root: '/project',
    project,
    builtInDescriptions: false,
    reader: memoryReader({
      'packages/api/package.json': '{ "name": "@shop/api", "type": "module" }',
      'node_modules/zod/package.json': '{ "name": "zod", "types": "./index.d.ts" }',
      'node_modules/zod/index.d.ts': zod,
      'node_modules/@sinclair/typebox/package.json': '{ "name": "@sinclair/typebox", "types": "./index.d.ts" }',
      'node_modules/@sinclair/typebox/index.d.ts': typeBox,
      'node_modules/valibot/package.json': '{ "name": "valibot", "types": "./index.d.ts" }',
      'node_modules/valibot/index.d.ts': valibot,
      'node_modules/type-fest/package.json': '{ "name": "type-fest", "types": "./index.d.ts" }',
      'node_modules/type-fest/index.d.ts': typeFest,
      [`${folder}/groupversion-info.ts`]: '// +groupName=shop.example.com\nexport {};\n',
      [`${folder}/index.ts`]: "export type { Shop } from './types.ts';\n",
      [`${folder}/types.ts`]: `import type { int32, KubernetesObject } from '@kb/apimachinery';\n${before}\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec: ${type} }\n`,
    }),
  });
  const manifest = files.find(({ path }) => path.startsWith('config/crd/bases/'))?.content;
  const { spec } = parse(manifest ?? 'spec: {}') as {
    spec: { versions?: { schema: { openAPIV3Schema: { properties: { spec: unknown } } } }[] };
  };
  return {
    schema: spec.versions?.[0]?.schema.openAPIV3Schema.properties.spec,
    said: diagnostics.map(
      ({ severity, file, line, column, message }) => `${severity} ${file}:${line}:${column} ${message}`,
    ),
  };
}

const text = { type: 'string' };

test('the type of a zod schema has the fields of the schema', async () => {
  const before =
    "import { z } from 'zod';\nconst shop = z.object({ owner: z.string(), inner: z.object({ name: z.string() }) });";
  expect(await resultOf('z.infer<typeof shop>', before)).toEqual({
    schema: {
      type: 'object',
      properties: { owner: text, inner: { type: 'object', properties: { name: text }, required: ['name'] } },
      required: ['inner', 'owner'],
    },
    said: [],
  });
});

test('its rules are lost, which is reported at the use', async () => {
  const before = "import { z } from 'zod';\nconst owner = z.string().min(3);\nconst shop = z.object({ owner });";
  const { schema, said } = await resultOf('z.infer<typeof shop>', before);
  expect(schema).toEqual({ type: 'object', properties: { owner: text }, required: ['owner'] });
  expect(said).toEqual([
    `warning ${folder}/types.ts:6:56 the schema of zod has rules that its type does not carry, so the CRD lacks them: min`,
  ]);
});

test('a number in it is reported at the use, where its type can be given', async () => {
  const before = "import { z } from 'zod';\nconst shop = z.object({ owner: z.string(), size: z.number() });";
  const { said } = await resultOf('z.infer<typeof shop>', before);
  expect(said).toEqual([
    `error ${folder}/types.ts:5:56 size, in the schema of zod: its type does not say what kind of number it is: the type of whole numbers is number too`,
  ]);
  expect(await resultOf("Omit<z.infer<typeof shop>, 'size'> & { size: int32 }", before)).toEqual({
    schema: {
      type: 'object',
      properties: { owner: text, size: { type: 'integer', format: 'int32' } },
      required: ['owner', 'size'],
    },
    said: [],
  });
});

test('helpers of type-fest keep the comments and markers of fields', async () => {
  const before = `import type { SetOptional, Tagged } from 'type-fest';
interface Door {
  /** Its name. */
  // +kubebuilder:validation:MaxLength=5
  name: Tagged<string, 'Name'>;
  width: int32;
}`;
  expect(await resultOf("SetOptional<Door, 'name'>", before)).toEqual({
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 5, description: 'Its name.' },
        width: { type: 'integer', format: 'int32' },
      },
      required: ['width'],
    },
    said: [],
  });
});

test.each([
  [
    'TypeBox',
    'Static<typeof shop>',
    "import { type Static, Type } from '@sinclair/typebox';\nconst shop = Type.Object({ owner: Type.String(), names: Type.Array(Type.String()) });",
    { names: { type: 'array', items: text }, owner: text },
  ],
  [
    'valibot',
    'v.InferOutput<typeof shop>',
    "import * as v from 'valibot';\nconst shop = v.object({ owner: v.string(), note: v.nullable(v.string()) });",
    { note: { type: 'string', nullable: true }, owner: text },
  ],
])('the type of a schema of %s has the fields of the schema', async (_, type, before, properties) => {
  expect(await resultOf(type, before)).toEqual({
    schema: { type: 'object', properties, required: Object.keys(properties) },
    said: [],
  });
});

test('the rules in a part of the type are also reported, where the part is used', async () => {
  const before =
    "import { z } from 'zod';\nconst shop = z.object({ owner: z.string(), inner: z.object({ name: z.string().min(3) }) });";
  expect(await resultOf("z.infer<typeof shop>['inner']", before)).toEqual({
    schema: { type: 'object', properties: { name: text }, required: ['name'] },
    said: [
      `warning ${folder}/types.ts:5:56 the schema of zod has rules that its type does not carry, so the CRD lacks them: min`,
    ],
  });
});

test('what is left out of a part of the type neither needs a schema nor loses a rule', async () => {
  const before = `import { z } from 'zod';
const door = z.object({ name: z.string().min(3), note: z.string().max(5), size: z.number() });
const shop = z.object({ door, owner: z.string().max(5) });`;
  expect(await resultOf("Omit<z.infer<typeof shop>['door'], 'note' | 'size'>", before)).toEqual({
    schema: { type: 'object', properties: { name: text }, required: ['name'] },
    said: [
      `warning ${folder}/types.ts:6:61 the schema of zod has rules that its type does not carry, so the CRD lacks them: min`,
    ],
  });
});
