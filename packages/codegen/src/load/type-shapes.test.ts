import type { JsonSchemaProps } from '@kb/apimachinery';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareText } from '../text/compare-text.ts';
import { resultsOf, type TypeCase, type TypeResult } from '../testdata/type-cases.ts';

const text: JsonSchemaProps = { type: 'string' };
const int32: JsonSchemaProps = { type: 'integer', format: 'int32' };
const oneOf = (...values: (string | number | boolean)[]): JsonSchemaProps => ({
  enum: values,
  type: typeof values[0] === 'number' ? 'integer' : typeof values[0],
});
const object = (
  properties: Record<string, JsonSchemaProps>,
  required = Object.keys(properties).sort(),
): JsonSchemaProps => ({
  type: 'object',
  ...(Object.keys(properties).length > 0 && { properties }),
  ...(required.length > 0 && { required }),
});
const list = (items: JsonSchemaProps, rest: JsonSchemaProps = {}): JsonSchemaProps => ({
  type: 'array',
  items,
  ...rest,
});
const map = (additionalProperties: JsonSchemaProps): JsonSchemaProps => ({ type: 'object', additionalProperties });
const pattern = (source: string): JsonSchemaProps => ({ type: 'string', pattern: source });
const intOrString: JsonSchemaProps = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  'x-kubernetes-int-or-string': true,
};

const door = `
/** Name of a thing. */
// +kubebuilder:validation:MaxLength=20
type Name = string;
interface Door { name: Name; width?: int32; locked: boolean }
`;
const name: JsonSchemaProps = { type: 'string', maxLength: 20, description: 'Name of a thing.' };
const level = `enum Level { Low = 'low', Mid = 'mid', High = 'high' }`;

type Row = TypeCase & { readonly schema: JsonSchemaProps };
const row = (type: string, schema: JsonSchemaProps, before = '', files?: TypeCase['files']): Row => ({
  type,
  schema,
  before,
  ...(files !== undefined && { files }),
});

const tables: Readonly<Record<string, readonly Row[]>> = {
  tuples: [
    row('[string, string]', list(text, { minItems: 2, maxItems: 2 })),
    row('readonly [string, string?]', list(text, { minItems: 1, maxItems: 2 })),
    row('[int32, ...int32[]]', list(int32, { minItems: 1 })),
    row('[...string[]]', list(text)),
    row('[from: int32, to: int32]', list(int32, { minItems: 2, maxItems: 2 })),
    row('[first: string, ...rest: string[]]', list(text, { minItems: 1 })),
    row('[...Two, ...Names]', list(text, { minItems: 2 }), 'type Two = [string, string]; type Names = string[];'),
    row('[...Two, string?]', list(text, { minItems: 2, maxItems: 3 }), 'type Two = [string, string];'),
    row('Pair<int32>', list(int32, { minItems: 2, maxItems: 2 }), 'type Pair<T> = [T, T];'),
    row(
      "Holder['pair' | 'other']",
      list(text, { minItems: 2, maxItems: 2 }),
      'interface Holder { pair: [string, string]; other: [string, string] }',
    ),
  ],
  'template literals': [
    row('`a-${string}`', pattern(String.raw`^a-[\s\S]*$`)),
    row('`${int32}%`', pattern('^-?[0-9]+%$')),
    row('`${bigint}`', pattern('^-?[0-9]+$')),
    row('`${number}s`', pattern(String.raw`^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?s$`)),
    row("`${'a' | 'b'}-${boolean}`", oneOf('a-false', 'a-true', 'b-false', 'b-true')),
    row('`(${string}.${string})*$`', pattern(String.raw`^\([\s\S]*\.[\s\S]*\)\*\$$`)),
    row("'auto' | `${int32}%`", pattern('^(?:auto|-?[0-9]+%)$')),
    row('`v${int32}` | `v${int32}beta${int32}`', pattern('^(?:v-?[0-9]+|v-?[0-9]+beta-?[0-9]+)$')),
    row('Prefixed<string>', pattern(String.raw`^x-[\s\S]*$`), 'type Prefixed<T extends string> = `x-${T}`;'),
    row('`${Version}-${int32}`', pattern('^v-?[0-9]+--?[0-9]+$'), 'type Version = `v${int32}`;'),
    row("Uppercase<'a' | 'b'>", oneOf('A', 'B')),
    row("`${Capitalize<'a'>}b`", oneOf('Ab')),
  ],
  enums: [
    row('Level', oneOf('low', 'mid', 'high'), level),
    row('Level.Low', oneOf('low'), level),
    row('Level.Low | Level.High', oneOf('low', 'high'), level),
    row('Exclude<Level, Level.Mid>', oneOf('low', 'high'), level),
    row('Size', oneOf(0, 1, 2), 'const enum Size { A, B, C }'),
    row('Bits', oneOf(1, 2, 4, 7), 'enum Bits { A = 1 << 0, B = 1 << 1, C = B * 2, All = A | B | C }'),
    row('Text', oneOf('a-b'), "const enum Text { A = `a-${'b'}` }"),
    row('Merged', oneOf('a', 'b'), "enum Merged { A = 'a' } enum Merged { B = 'b' }"),
    row('other.Far', oneOf('far'), "import type * as other from './other.ts';", {
      'other.ts': "export enum Far { Away = 'far' }",
    }),
    row('`${Level}`', oneOf('high', 'low', 'mid'), level),
    row('Record<Level, int32>', object({ high: int32, low: int32, mid: int32 }), level),
    row(
      '{ [Level.Low]: string; [key]?: int32 }',
      object({ low: text, extra: int32 }, ['low']),
      `${level} declare const key: 'extra';`,
    ),
    row('keyof typeof table', oneOf('a', 'b'), 'const table = { a: 1, b: 2 };'),
    row('(typeof names)[number]', oneOf('x', 'y'), "const names = ['x', 'y'] as const;"),
    row("(typeof table)['a']", oneOf('one'), "const table = { a: 'one' } as const;"),
    row(
      Array.from({ length: 1000 }, (_, index) => `'v${index}'`).join(' | '),
      oneOf(...Array.from({ length: 1000 }, (_, index) => `v${index}`)),
    ),
  ],
  'scalars together': [
    row('string | int32', intOrString),
    row('int64 | string | null', { ...intOrString, nullable: true }),
    row("'a' | string", text),
    row('1 | int32', int32),
    row('true | boolean', { type: 'boolean' }),
    row("(string & {}) | 'a'", text),
    row('unknown | string', { 'x-kubernetes-preserve-unknown-fields': true }),
    row("Maybe | 'c'", { type: 'string', anyOf: [{ enum: ['a', 'c'] }], nullable: true }, "type Maybe = 'a' | null;"),
    row('string | undefined', text),
    row('Level | null', { type: 'string', anyOf: [{ enum: ['low', 'mid', 'high'] }], nullable: true }, level),
    row("('a' | null)[]", list({ type: 'string', anyOf: [{ enum: ['a'] }], nullable: true })),
  ],
  'utility types': [
    row("Pick<Door, 'name'>", object({ name }), door),
    row("Omit<Door, 'name' | 'locked'>", object({ width: int32 }, []), door),
    row('Omit<Door, never>', object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']), door),
    row(
      "Omit<Door, keyof Pick<Door, 'name'>>",
      object({ locked: { type: 'boolean' }, width: int32 }, ['locked']),
      door,
    ),
    row("Pick<Door, Exclude<keyof Door, 'locked'>>", object({ name, width: int32 }, ['name']), door),
    row('Partial<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }, []), door),
    row('Required<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }), door),
    row('Readonly<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']), door),
    row('NonNullable<string | null>', text),
    row("Record<'a' | 'b', int32>", object({ a: int32, b: int32 })),
    row('Record<string, never>', { type: 'object' }),
    row('Record<string, string | undefined>', map(text)),
    row("Extract<'a' | 'b' | 1, string>", oneOf('a', 'b')),
    row("Door['width']", int32, door),
    row("Door['name']", name, door),
    row("Door['name' | 'locked'] extends never ? string : int32", int32, door),
    row("Door[]['length'] extends number ? Door['width'] : never", int32, door),
    row(
      'Wrap<Door>',
      object({ inner: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }),
      `${door} interface Wrap<T> { inner: Partial<T> }`,
    ),
    row(
      'Some<Door, keyof Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Some<T, K extends keyof T> = Pick<T, K>;`,
    ),
  ],
  'types that authors compute': [
    row(
      'Mine<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, []),
      `${door} type Mine<T> = { [K in keyof T]?: T[K] };`,
    ),
    row(
      'Sure<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }),
      `${door} type Sure<T> = { [K in keyof T]-?: T[K] };`,
    ),
    row(
      'Deep<House>',
      object(
        {
          door: object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
          sizes: list(int32),
          at: { type: 'string', format: 'date-time' },
        },
        ['at', 'door', 'sizes'],
      ),
      `${door} interface House { door: Door; sizes: int32[]; at: Time } type Deep<T> = T extends Function ? T : T extends readonly (infer E)[] ? readonly Deep<E>[] : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;`,
    ),
    row(
      'DeepPartial<House>',
      object({ door: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }, []),
      `${door} interface House { door: Door } type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> };`,
    ),
    row(
      'Getters<Door>',
      object({ 'get-locked': { type: 'boolean' }, 'get-name': text, 'get-width': int32 }, ['get-locked', 'get-name']),
      `${door} type Getters<T> = { [K in keyof T as \`get-\${string & K}\`]: T[K] };`,
    ),
    row(
      'Only<Door, boolean>',
      object({ locked: { type: 'boolean' } }),
      `${door} type Only<T, V> = { [K in keyof T as T[K] extends V ? K : never]: T[K] };`,
    ),
    row(
      'Item<Door[]>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Item<T> = T extends (infer E)[] ? E : never;`,
    ),
    row(
      'Outer<Door>',
      object({ inner: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }),
      `${door} interface Outer<T> { inner: Inner<T> } type Inner<T> = { [K in keyof T]?: T[K] };`,
    ),
    row(
      'ByKey',
      object({ a: int32, b: text }, ['a']),
      "type ByKey = { [K in 'a' | 'b' as K]: K extends 'a' ? int32 : string } extends infer T ? { a: int32; b?: string } : never;",
    ),
    row(
      "Tagged<'x' | 'y'>",
      {
        type: 'object',
        properties: { kind: oneOf('x', 'y'), x: int32, y: int32 },
        required: ['kind'],
        oneOf: [
          { properties: { kind: { enum: ['x'] } }, required: ['x'], not: { required: ['y'] } },
          { properties: { kind: { enum: ['y'] } }, required: ['y'], not: { required: ['x'] } },
        ],
      },
      'type Tagged<K extends string> = K extends K ? { kind: K } & Record<K, int32> : never;',
    ),
    row('Aliased', object({ a: int32, b: int32 }), "type Aliased = { [K in 'a' | 'b']: int32 };"),
    row('Aliased | null', { ...object({ a: int32 }), nullable: true }, "type Aliased = ({ [K in 'a']: int32 });"),
    row(
      'Strict<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Strict<T extends Door> = T extends Door ? T : never;`,
    ),
    row(
      'Boxed<int32>',
      object({ content: int32, label: name }),
      `${door} interface Boxed<T> { content: T; label: Name }`,
    ),
    row(
      "{ [K in 'x']: Boxed<string> }",
      object({ x: { ...object({ content: text, label: name }), description: 'Box of it.' } }),
      `${door} /** Box of it. */ interface Boxed<T> { content: T; label: Name }`,
    ),
    row(
      'Pick2<Listed>',
      object({ names: { ...list(text), 'x-kubernetes-list-type': 'set' } }),
      `interface Listed {\n// +listType=set\nnames: string[] } type Pick2<T> = { [K in keyof T]: T[K] };`,
    ),
    row(
      'Same<Marked>',
      object({ a: text, b: text }, ['b']),
      `interface Marked {\n// +optional\na: string;\n// +required\nb?: string }\ntype Same<T> = { [K in keyof T]: T[K] };`,
    ),
  ],
  declarations: [
    row('Twice', object({ a: text, b: int32 }), 'interface Twice { a: string } interface Twice { b: int32 }'),
    row('N.X', object({ a: text }), 'namespace N { export interface X { a: string } } interface X { b: string }'),
    row(
      'N.M.Y',
      object({ x: object({ a: text }) }),
      'namespace N { export interface X { a: string } export namespace M { export interface Y { x: X } } }',
    ),
    row('api.Thing', object({ a: text }), "import type * as api from './other.ts';", {
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('Thing', object({ a: text }), "import type Thing from './other.ts';", {
      'other.ts': 'export default interface Thing { a: string }',
    }),
    row('Renamed', object({ a: text }), "import type { Second as Renamed } from './index2.ts';", {
      'index2.ts': "export type { First as Second } from './other.ts';",
      'other.ts': 'export interface First { a: string }',
    }),
    row('Thing', object({ a: text }), "import type { Thing } from './star.ts';", {
      'star.ts': "export * from './other.ts';",
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('ns.Thing', object({ a: text }), "import type { ns } from './star.ts';", {
      'star.ts': "export * as ns from './other.ts';",
      'other.ts': 'export interface Thing { a: string }',
    }),
    row('Thing', object({ a: text }), "import type Thing = require('./other.ts');", {
      'other.ts': 'interface Thing { a: string } export = Thing;',
    }),
    row('Short', object({ a: text }), 'namespace N { export interface X { a: string } } import Short = N.X;'),
    row("import('@kb/kubernetes/core/v1').SecretKeySelector", openApiSchemaOf('core/v1.SecretKeySelector')),
    row(
      'apps.DeploymentStrategy',
      openApiSchemaOf('apps/v1.DeploymentStrategy'),
      "import apps = require('@kb/kubernetes/apps/v1');",
    ),
    row("import('./other.ts').Thing", object({ a: text }), '', { 'other.ts': 'export interface Thing { a: string }' }),
    row(
      'Child',
      object({ a: text, b: int32, c: text }),
      'interface A { a: string } interface B { b: int32 } interface Child extends A, B { c: string }',
    ),
    row('Child', object({ c: text, name }), `${door} interface Child extends Pick<Door, 'name'> { c: string }`),
    row(
      'Child',
      object({ c: text, value: int32 }),
      'interface Box<T> { value: T } interface Child extends Box<int32> { c: string }',
    ),
    row(
      'Child',
      object({ a: int32, c: text }, ['c']),
      'type Mapped<T> = { [K in keyof T]?: int32 }; interface Child extends Mapped<{ a: string }> { c: string }',
    ),
    row('Child', object({ a: oneOf('x') }), "interface A { a: string } interface Child extends A { a: 'x' }"),
    row('{}', { type: 'object' }),
    row(
      '{ readonly a: readonly string[]; readonly b: ReadonlyArray<string> }',
      object({ a: list(text), b: list(text) }),
    ),
    row('string[][]', list(list(text))),
    row('Defaults', object({ a: text }), 'type Defaults = WithDefault; interface WithDefault<T = string> { a: T }'),
  ],
  intersections: [
    row(
      'Door & { extra: string }',
      object({ extra: text, locked: { type: 'boolean' }, name, width: int32 }, ['extra', 'locked', 'name']),
      door,
    ),
    row('{ a: string } & Record<string, unknown>', {
      ...object({ a: text }),
      'x-kubernetes-preserve-unknown-fields': true,
    }),
    row("{ a: string } & { a: 'x' | 'y' }", object({ a: oneOf('x', 'y') })),
    row("{ a: 'x' | 'y' } & { a: 'y' | 'z' }", object({ a: oneOf('y') })),
    row('{ a?: string } & { a: string }', object({ a: text })),
    row(
      "Partial<Door> & Pick<Door, 'name'>",
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['name']),
      door,
    ),
  ],
  'names of fields': [
    row(
      "{ 'foo-bar': string; '$ref': string; 'with space': string; 'a.b': string }",
      object({ $ref: text, 'a.b': text, 'foo-bar': text, 'with space': text }),
    ),
    row(
      '{ constructor: string; toString: string; hasOwnProperty: string }',
      object({ constructor: text, hasOwnProperty: text, toString: text }),
    ),
    row('{ "__proto__": string; a: __proto__ }', object({ a: int32, ['__proto__']: text }), 'type __proto__ = int32;'),
    row('Protos["__proto__"]', int32, 'interface Protos { "__proto__": int32 }'),
    row('{ [K in "__proto__" | "b"]: int32 } | { c: string }', {
      type: 'object',
      properties: { ['__proto__']: int32, b: int32, c: text },
      oneOf: [
        { required: ['__proto__', 'b'], not: { required: ['c'] } },
        { required: ['c'], not: { anyOf: [{ required: ['__proto__'] }, { required: ['b'] }] } },
      ],
    }),
    row('{ 0: string; 1.5: string }', object({ 0: text, 1.5: text })),
    row("{ ['com' + 'puted']?: string } extends never ? string : { a: string }", object({ a: text })),
  ],
  'built-in types': [
    row("PodSpec['containers'][number]", openApiSchemaOf('core/v1.Container')),
    row("V1PodSpec['containers']", openApiSchemaOf('core/v1.PodSpec').properties?.['containers'] ?? {}),
    row(
      "Pick<PodSpec, 'restartPolicy' | 'containers'>",
      object({ containers: openApiSchemaOf('core/v1.PodSpec').properties?.['containers'] ?? {}, restartPolicy: text }, [
        'containers',
      ]),
    ),
    row(
      "{ [K in 'nodeName' | 'tolerations']: PodSpec[K] }",
      object({ nodeName: text, tolerations: list(openApiSchemaOf('core/v1.Toleration')) }),
    ),
    row(
      'Pick<V1EnvVar, "name"> & { extra: Quantity }',
      object({ name: text, extra: openApiSchemaOf('resource.Quantity') }),
    ),
    row(
      'Child',
      {
        ...object(
          {
            extra: text,
            key: text,
            name: openApiSchemaOf('core/v1.SecretKeySelector').properties?.['name'] ?? {},
            optional: { type: 'boolean' },
          },
          ['extra', 'key'],
        ),
        'x-kubernetes-map-type': 'atomic',
      },
      'interface Child extends SecretKeySelector { extra: string }',
    ),
    row('Partial<Container>', { type: 'object', properties: openApiSchemaOf('core/v1.Container').properties ?? {} }),
    row(
      "Pick<PodSpec['affinity'], 'podAffinity'>",
      object({ podAffinity: openApiSchemaOf('core/v1.PodAffinity') }, []),
    ),
    row("NonNullable<PodSpec['containers'][number]['ports']>[number]['protocol'] | 'QUIC'", text),
    row(
      'Record<core.ResourceName, Quantity>',
      map(openApiSchemaOf('resource.Quantity')),
      "import type * as core from '@kb/kubernetes/core/v1';",
    ),
    row(
      "Required<PodSpec>['dnsConfig']['nameservers']",
      openApiSchemaOf('core/v1.PodDNSConfig').properties?.['nameservers'] ?? {},
    ),
    row("PodTemplateSpec['spec']", openApiSchemaOf('core/v1.PodSpec')),
    row(
      'Optional<SecretKeySelector>',
      object(
        {
          key: text,
          name: openApiSchemaOf('core/v1.SecretKeySelector').properties?.['name'] ?? {},
          optional: { type: 'boolean' },
        },
        [],
      ),
      'type Optional<T> = { [K in keyof T]?: T[K] };',
    ),
  ],
};

/** Property order is not part of a schema. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, unknown] => [
        key,
        key === 'required' && Array.isArray(inner) ? inner.map(String).toSorted(compareText) : inner,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const all = Object.values(tables).flat();
let results: TypeResult[];
beforeAll(async () => {
  results = await resultsOf(all);
});

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows.map((one) => [one.type.length > 80 ? `${one.type.slice(0, 77)}...` : one.type, one] as const))(
    '%s',
    (_name, one) => {
      const { schema, diagnostics } = results[all.indexOf(one)] ?? { schema: undefined, diagnostics: [] };
      expect(diagnostics.map(({ message, line, column }) => `${line}:${column} ${message}`)).toEqual([]);
      const { description: _description, ...own } = schema ?? {};
      const { description: _wanted, ...wanted } = one.schema;
      expect(sorted(own)).toEqual(sorted(wanted));
    },
  );
});
