import { beforeAll, describe, expect, test } from 'vitest';
import type { DiagnosticCode } from '../../index.ts';
import { placeOfType, resultsOf, type TypeCase, type TypeResult } from '../../testdata/type-cases.ts';

type Row = TypeCase & {
  readonly code: DiagnosticCode;
  /** A part of the message. */
  readonly message: string;
  /** A part of the hint. */
  readonly hint: string;
};
const row = (
  type: string,
  code: DiagnosticCode,
  message: string,
  hint: string,
  before = '',
  files?: TypeCase['files'],
): Row => ({
  type,
  code,
  message,
  hint,
  before,
  ...(files !== undefined && { files }),
});

const optOut = '+kubebuilder:validation:Schemaless';
const plainData = 'plain data';
const door = 'interface Door { name: string; width?: int32 }';

const tables: Readonly<Record<string, readonly Row[]>> = {
  recursion: [
    row('Tree', 'recursive-type', 'Tree → Tree', optOut, 'interface Tree { children?: Tree[] }'),
    row('Tree', 'recursive-type', 'Tree → Tree', optOut, 'interface Tree { byName: Record<string, Tree> }'),
    row(
      'Tree',
      'recursive-type',
      'contains itself: Partial<Tree> → Partial<Tree>',
      optOut,
      'interface Tree { value?: string; patch?: Partial<Tree> }',
    ),
    row(
      'Tree',
      'recursive-type',
      'contains itself',
      optOut,
      "interface Tree { value?: string; patch?: Pick<Tree, 'patch'> }",
    ),
    row(
      'Tree',
      'recursive-type',
      'contains itself',
      optOut,
      "interface Tree { value?: string; rest?: Omit<Tree, 'value'>[] }",
    ),
    row('Tree', 'recursive-type', 'Tree → Tree', optOut, 'type Tree = { value: string; next: Tree | null };'),
    row('Tree', 'recursive-type', 'Tree → Tree', optOut, 'type Tree = { leaf: string } | { node: Tree };'),
    row(
      'Tree',
      'recursive-type',
      'Tree → Branch → Tree',
      optOut,
      'type Tree = Leaf | Branch; interface Leaf { leaf: string } interface Branch { branch: Tree[] }',
    ),
    row(
      'Tree',
      'recursive-type',
      'Tree → Box → Tree',
      optOut,
      'interface Tree { box: Box<Tree> } interface Box<T> { content?: T }',
    ),
    row(
      'Tree',
      'recursive-type',
      'contains itself',
      optOut,
      'interface Tree { same: Mine<Tree> } type Mine<T> = { [K in keyof T]?: T[K] };',
    ),
    row(
      'Deep<Tree>',
      'recursive-type',
      'Deep → Deep',
      optOut,
      'interface Tree { next: Tree } type Deep<T> = { [K in keyof T]?: Deep<T[K]> };',
    ),
    row("Tree['next']", 'recursive-type', 'Tree → Tree', optOut, 'interface Tree { next: Tree }'),
    row('Tree', 'recursive-type', 'leads back', optOut, "interface Tree { next: Tree['next'][] | null } "),
    row('A', 'recursive-type', 'leads back', optOut, "interface A { b: B['a'] } interface B { a: A['b'] }"),
    row("A['x']", 'recursive-type', 'leads back', optOut, "type A = { x: A['x'] };"),
    row(
      'A',
      'recursive-type',
      'A → B → C → A',
      optOut,
      'interface A { b: B } interface B { c: C[] } interface C { a?: A }',
    ),
    row('N<string>', 'recursive-type', 'larger instances', optOut, 'interface N<T> { next?: N<T[]> }'),
    row('N<string>', 'recursive-type', 'instances', optOut, 'type N<T> = { [K in "next"]: N<T[]> };'),
    row('A', 'recursive-type', 'nothing but another name of itself', 'write the type', 'type A = B; type B = A;'),
    row(
      'A',
      'recursive-type',
      'a type cannot extend A, which contains it',
      optOut,
      'interface A extends B { a: string } interface B extends A { b: string }',
    ),
    row('A', 'recursive-type', 'contains itself', optOut, 'type A = { x: string } & B; type B = { y: string } & A;'),
    row(
      "Omit<A, 'a'>",
      'recursive-type',
      'a type cannot extend',
      optOut,
      'interface A extends B { a: string } interface B extends A { b: string }',
    ),
  ],
  tuples: [
    row('[string, int32]', 'no-schema', 'those of this tuple have several', 'an object with a field for each'),
    row("['a', 'b']", 'no-schema', 'those of this tuple have several', 'an object with a field for each'),
    row('[...Record<string, string>]', 'no-schema', 'only the elements of a list', '...T[]'),
    row('[]', 'no-schema', 'an empty tuple', 'an object'),
    row(
      "Holder['a' | 'b']",
      'no-schema',
      'tuple',
      'an object',
      'interface Holder { a: [string, int32]; b: [string, int32] }',
    ),
  ],
  'template literals': [
    row('`${Uppercase<string>}`', 'no-schema', 'text', '+kubebuilder:validation:Pattern'),
    row('Uppercase<string>', 'no-schema', 'letters of a text', '+kubebuilder:validation:Pattern'),
    row('`a${Uppercase<string>}`', 'no-schema', 'a pattern cannot say', '+kubebuilder:validation:Pattern'),
  ].slice(1),
  enums: [
    row('Mixed', 'no-schema', 'values of one type', 'two enums', "enum Mixed { A = 1, B = 'b' }"),
    row('Run', 'no-schema', 'without running anything', 'write the value out', "enum Run { A = 'x'.length }"),
  ],
  'what JSON does not have': [
    row('symbol', 'no-schema', 'symbol has no schema', 'JSON'),
    row('unique symbol', 'no-schema', 'a symbol is no JSON type', 'string'),
    row('bigint', 'no-schema', 'bigint', 'int64'),
    row('1n', 'no-schema', 'has no schema', 'type'),
    row('undefined', 'no-schema', 'undefined', 'JSON'),
    row('void', 'no-schema', 'void', 'JSON'),
    row('never', 'no-schema', 'never', 'JSON'),
    row('any', 'no-schema', 'any has no schema', 'unknown'),
    row(
      'Loose2<string[]>',
      'no-schema',
      'any has no schema',
      'unknown',
      'type Loose2<T> = T extends string ? Loose2<T> : any;',
    ),
    row("Loose['a']", 'no-schema', 'any has no schema', 'unknown', 'interface Loose { a: any }'),
    row('Promise<string>', 'no-schema', 'Promise is no JSON type', 'Awaited<T>'),
    row('Map<string, string>', 'no-schema', 'Map is no JSON type', 'Record<string, T>'),
    row('Set<string>', 'no-schema', 'Set is no JSON type', '+listType=set'),
    row('Uint8Array', 'no-schema', 'Uint8Array is no JSON type', 'Bytes'),
    row('Buffer', 'no-schema', 'Buffer is no JSON type', 'Bytes'),
    row('RegExp', 'no-schema', 'RegExp is no JSON type', 'text of the expression'),
    row('Function', 'no-schema', 'Function is no JSON type', 'functions beside'),
    row('Date', 'no-schema', 'Date is no JSON type', 'Time'),
    row('URL', 'no-schema', 'URL is no JSON type', 'Format=uri'),
    row('Number', 'no-schema', 'Number is no JSON type', 'int32'),
    row('1.5', 'plain-number', '1.5 is no whole number', 'Quantity'),
    row('1 | 2 | -1.5', 'plain-number', '-1.5 is no whole number', 'Quantity'),
    row('Half', 'plain-number', '0.5 is no whole number', 'Quantity', 'enum Half { A = 0.5, B = 1 }'),
    row(
      '(typeof sizes)[number]',
      'plain-number',
      '0.5 is no whole number',
      'Quantity',
      'const sizes = [1, 0.5] as const;',
    ),
    row('object', 'no-schema', 'object says nothing', 'Record<string, unknown>'),
    row('this', 'no-schema', 'this', 'JSON'),
    row('() => void', 'no-schema', 'a function', 'beside the type'),
    row('new () => Door', 'no-schema', 'a function', 'beside the type', door),
    row('(string | undefined)[]', 'no-schema', 'cannot be undefined', 'null'),
    row('Array<string | undefined>', 'no-schema', 'cannot be undefined', 'null'),
    row(
      "Holder['list' | 'other']",
      'no-schema',
      'cannot be undefined',
      'null',
      'interface Holder { list: (string | undefined)[]; other: (string | undefined)[] }',
    ),
    row('Clerk', 'no-schema', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row('Readonly<Clerk>', 'no-schema', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row("{ [K in 'a']: Clerk }", 'no-schema', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row('Both', 'no-schema', 'Both has no schema', plainData, 'interface Both { a: string } class Both {}'),
    row('{ run(): void }', 'no-schema', 'only properties', 'beside'),
    row('{ run?(): void }', 'no-schema', 'only properties', 'beside'),
    row('{ get name(): string }', 'no-schema', 'only properties', 'beside'),
    row('{ (): void }', 'no-schema', 'only properties', 'beside'),
    row(
      'Mine<{ run(): void }>',
      'no-schema',
      '() => void has no schema',
      plainData,
      'type Mine<T> = { [K in keyof T]: T[K] };',
    ),
    row('{ [key]: string }', 'no-schema', 'the name of a field', 'a constant', 'declare const key: unique symbol;'),
    row('{ [key]: string }', 'no-schema', 'the name of a field', 'a constant', 'declare const key: string;'),
    row('Mine<{ a: number }>', 'plain-number', 'number', 'int32', 'type Mine<T> = { [K in keyof T]: T[K] };'),
    row('typeof value', 'plain-number', 'number', 'int32', 'const value = { a: 1 };'),
  ],
  keys: [
    row('Record<number, string>', 'no-schema', 'the keys of a map are strings', 'Record<string'),
    row('Record<`a-${string}`, string>', 'no-schema', 'cannot restrict the keys', 'Record<string'),
    row('{ [key: `a-${string}`]: string }', 'no-schema', 'the keys of a map are strings', '[key: string]'),
    row('{ [key: number]: string }', 'no-schema', 'the keys of a map are strings', '[key: string]'),
    row('{ [key: symbol]: string }', 'no-schema', 'the keys of a map are strings', '[key: string]'),
    row(
      'Mine<{ [key: number]: string }>',
      'no-schema',
      'the keys of a map are strings',
      'Record<string',
      'type Mine<T> = { [K in keyof T]: T[K] };',
    ),
    row('{ a: string; [key: string]: string }', 'no-schema', 'not both', 'a field of its own'),
    row('{ a: string } & Record<string, string>', 'no-schema', 'not both', 'a field of its own'),
    row('Pick<Door, string>', 'no-schema', 'the names of the fields have to be literals', "'a' | 'b'", door),
    row("Pick<string, 'a'>", 'no-schema', 'no fields to choose from', 'object'),
    row('Partial<Record<string, int32>>', 'no-schema', 'no fields to choose from', 'object'),
  ].filter(({ type }) => type !== 'Partial<Record<string, int32>>'),
  declarations: [
    row(
      'Thing',
      'type-not-found',
      "declared in 'elsewhere'",
      'own API packages',
      "import type { Thing } from 'elsewhere';",
    ),
    row(
      'ns.Thing',
      'type-not-found',
      "declared in 'elsewhere'",
      'own API packages',
      "import type * as ns from 'elsewhere';",
    ),
    row(
      'Thing',
      'type-not-found',
      "declared in 'elsewhere'",
      'own API packages',
      "import type Thing from 'elsewhere';",
    ),
    row(
      'Thing',
      'type-not-found',
      "'./other.ts' has no type Thing",
      'exported',
      "import type { Thing } from './other.ts';",
      { 'other.ts': 'export interface Other { a: string }' },
    ),
    row('Pod', 'type-not-found', 'Pod is neither declared nor imported', "import it from '@kb/kubernetes/core/v1'"),
    row('LabelSelector', 'type-not-found', 'neither declared', "import it from '@kb/kubernetes/meta/v1'"),
    row('float32', 'type-not-found', 'neither declared', "import it from '@kb/apimachinery'"),
    row('V1Affinity', 'type-not-found', 'neither declared', "import it from '@kubernetes/client-node'"),
    row(
      'ResourceClaim',
      'type-not-found',
      'neither declared',
      "import the one that is meant: '@kb/kubernetes/core/v1', '",
    ),
    row('Quantty', 'type-not-found', 'declared nowhere', 'did you mean Quantity?'),
    row('MicroTme', 'type-not-found', 'declared nowhere', "did you mean MicroTime, from '@kb/apimachinery'?"),
    row(
      'Selector',
      'type-not-found',
      "'@kb/kubernetes/core/v1' has no type LabelSelector",
      "import it from '@kb/kubernetes/meta/v1'",
      "import type { LabelSelector as Selector } from '@kb/kubernetes/core/v1';",
    ),
    row(
      'Time2',
      'type-not-found',
      "'@kb/kubernetes/core/v1' has no type Time",
      "import it from '@kb/apimachinery'",
      "import type { Time as Time2 } from '@kb/kubernetes/core/v1';",
    ),
    row(
      'k8s.V1Afinity',
      'type-not-found',
      "'@kubernetes/client-node' has no type V1Afinity",
      'did you mean V1Affinity?',
      "import * as k8s from '@kubernetes/client-node';",
    ),
    row(
      'FromClient',
      'type-not-found',
      'is not the one that kinds extend',
      "import it from '@kb/apimachinery'",
      "import type { KubernetesObject as FromClient } from '@kubernetes/client-node';",
    ),
    row(
      'KubernetesListObject<Door>',
      'no-schema',
      'KubernetesList has no schema',
      'T[]',
      `${door} import type { KubernetesListObject } from '@kubernetes/client-node';`,
    ),
    row('Mine<Missing>', 'type-not-found', 'Missing', 'own API packages', 'type Mine<T> = T extends string ? T : T[];'),
    row("import('elsewhere').Thing", 'type-not-found', 'declared', 'own API packages'),
    row('Box', 'no-schema', 'nothing says what', 'write Box<', 'interface Box<T> { content: T }'),
    row(
      'N.Kind',
      'not-a-kind',
      'inside a namespace',
      'at the top',
      'namespace N {\n// +kubebuilder:object:root=true\nexport interface Kind extends KubernetesObject { a: string } }',
    ),
    row(
      'string',
      'not-a-kind',
      'has type parameters',
      'write the types',
      '// +kubebuilder:object:root=true\nexport interface Kind<T> extends KubernetesObject { a: T }',
    ),
    row(
      'Child',
      'no-schema',
      'cannot extend Words',
      'extend an interface',
      "type Words = 'a' | 'b'; interface Child extends Words { a: string }",
    ),
    row(
      'Child',
      'no-schema',
      'cannot extend Record<string, string>',
      'extend',
      'interface Child extends Record<string, string> { a: string }',
    ),
    row(
      'Twice',
      'no-schema',
      'the field a is declared twice',
      'keep one',
      'interface Twice { a: string } interface Twice { a: string }',
    ),
    row(
      'Child',
      'conflicting-types',
      'the field a is text in A, and a whole number in B',
      'declare it here',
      'interface A { a: string } interface B { a: int32 } interface Child extends A, B { c: string }',
    ),
    row(
      'Left & Right',
      'conflicting-types',
      'the field a is text in Left, and a list in Right',
      'declare it',
      'interface Left { a: string } interface Right { a: string[] }',
    ),
    row('(Door & string)', 'no-schema', 'intersection', 'objects', door),
    row(
      'Thing<Door>',
      'no-schema',
      'has no schema',
      plainData,
      `${door} type Thing<T> = T extends string ? never : new () => T;`,
    ),
  ],
};

const all = Object.values(tables).flat();
let results: TypeResult[];
beforeAll(async () => {
  results = await resultsOf(all);
});

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows.map((one) => [`${one.type} ${one.before ?? ''}`.trim(), one] as const))('%s', (_name, one) => {
    const { diagnostics } = results[all.indexOf(one)] ?? { diagnostics: [] };
    const found = diagnostics.find(({ code, message }) => code === one.code && message.includes(one.message));
    expect(diagnostics.map(({ code, message, hint }) => ({ code, message, hint }))).toContainEqual({
      code: one.code,
      message: expect.stringContaining(one.message),
      hint: expect.stringContaining(one.hint),
    });
    // At the type itself, or at a declaration before it.
    expect(found?.line).toBeLessThanOrEqual(placeOfType(one).line);
    expect(found?.line).toBeGreaterThan(3);
    expect(found?.frame).toBeDefined();
  });
});
