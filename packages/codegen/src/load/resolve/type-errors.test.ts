import { beforeAll, describe, expect, test } from 'vitest';
import type { DiagnosticCode } from '../../index.ts';
import { placeOfType, resultsOf, type TypeCase, type TypeResult } from '../../test-support/type-cases.ts';

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
    row('Tree', 'KB_RECURSIVE_TYPE', 'Tree → Tree', optOut, 'interface Tree { children?: Tree[] }'),
    row('Tree', 'KB_RECURSIVE_TYPE', 'Tree → Tree', optOut, 'interface Tree { byName: Record<string, Tree> }'),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'contains itself: Partial<Tree> → Partial<Tree>',
      optOut,
      'interface Tree { value?: string; patch?: Partial<Tree> }',
    ),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'contains itself',
      optOut,
      "interface Tree { value?: string; patch?: Pick<Tree, 'patch'> }",
    ),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'contains itself',
      optOut,
      "interface Tree { value?: string; rest?: Omit<Tree, 'value'>[] }",
    ),
    row('Tree', 'KB_RECURSIVE_TYPE', 'Tree → Tree', optOut, 'type Tree = { value: string; next: Tree | null };'),
    row('Tree', 'KB_RECURSIVE_TYPE', 'Tree → Tree', optOut, 'type Tree = { leaf: string } | { node: Tree };'),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'Tree → Branch → Tree',
      optOut,
      'type Tree = Leaf | Branch; interface Leaf { leaf: string } interface Branch { branch: Tree[] }',
    ),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'Tree → Box → Tree',
      optOut,
      'interface Tree { box: Box<Tree> } interface Box<T> { content?: T }',
    ),
    row(
      'Tree',
      'KB_RECURSIVE_TYPE',
      'contains itself',
      optOut,
      'interface Tree { same: Mine<Tree> } type Mine<T> = { [K in keyof T]?: T[K] };',
    ),
    row(
      'Deep<Tree>',
      'KB_RECURSIVE_TYPE',
      'Deep → Deep',
      optOut,
      'interface Tree { next: Tree } type Deep<T> = { [K in keyof T]?: Deep<T[K]> };',
    ),
    row("Tree['next']", 'KB_RECURSIVE_TYPE', 'Tree → Tree', optOut, 'interface Tree { next: Tree }'),
    row('Tree', 'KB_TYPE_ERROR', 'TS2502', 'write its type out', "interface Tree { next: Tree['next'][] | null } "),
    row('A', 'KB_TYPE_ERROR', 'TS2502', 'write its type out', "interface A { b: B['a'] } interface B { a: A['b'] }"),
    row("A['x']", 'KB_TYPE_ERROR', 'TS2502', 'write its type out', "type A = { x: A['x'] };"),
    row(
      'A',
      'KB_RECURSIVE_TYPE',
      'A → B → C → A',
      optOut,
      'interface A { b: B } interface B { c: C[] } interface C { a?: A }',
    ),
    row('N<string>', 'KB_RECURSIVE_TYPE', 'larger instances', optOut, 'interface N<T> { next?: N<T[]> }'),
    row('N<string>', 'KB_RECURSIVE_TYPE', 'instances', optOut, 'type N<T> = { [K in "next"]: N<T[]> };'),
    row('A', 'KB_TYPE_ERROR', 'TS2456', 'write the type', 'type A = B; type B = A;'),
    row(
      'A',
      'KB_TYPE_ERROR',
      'TS2310',
      'remove one extends',
      'interface A extends B { a: string } interface B extends A { b: string }',
    ),
    row('A', 'KB_TYPE_ERROR', 'TS2456', 'write the type', 'type A = { x: string } & B; type B = { y: string } & A;'),
    row(
      "Omit<A, 'a'>",
      'KB_TYPE_ERROR',
      'TS2310',
      'remove one extends',
      'interface A extends B { a: string } interface B extends A { b: string }',
    ),
  ],
  tuples: [
    row('[string, int32]', 'KB_NO_SCHEMA', 'those of this tuple have several', 'an object with a field for each'),
    row("['a', 'b']", 'KB_NO_SCHEMA', 'those of this tuple have several', 'an object with a field for each'),
    row('[...Record<string, string>]', 'KB_NO_SCHEMA', 'only the elements of a list', '...T[]'),
    row('[]', 'KB_NO_SCHEMA', 'an empty tuple', 'an object'),
    row(
      "Holder['a' | 'b']",
      'KB_NO_SCHEMA',
      'tuple',
      'an object',
      'interface Holder { a: [string, int32]; b: [string, int32] }',
    ),
  ],
  'template literals': [
    row('`${Uppercase<string>}`', 'KB_NO_SCHEMA', 'text', '+kubebuilder:validation:Pattern'),
    row('Uppercase<string>', 'KB_NO_SCHEMA', 'letters of a text', '+kubebuilder:validation:Pattern'),
    row('`a${Uppercase<string>}`', 'KB_NO_SCHEMA', 'a pattern cannot say', '+kubebuilder:validation:Pattern'),
  ].slice(1),
  enums: [
    row('Mixed', 'KB_NO_SCHEMA', 'values of one type', 'two enums', "enum Mixed { A = 1, B = 'b' }"),
    row('Run', 'KB_NO_SCHEMA', 'without running anything', 'write the value out', "enum Run { A = 'x'.length }"),
  ],
  'what JSON does not have': [
    row('symbol', 'KB_NO_SCHEMA', 'symbol has no schema', 'JSON'),
    row('unique symbol', 'KB_NO_SCHEMA', 'a symbol is not a JSON type', 'string'),
    row('bigint', 'KB_NO_SCHEMA', 'bigint', 'int64'),
    row('1n', 'KB_NO_SCHEMA', 'has no schema', 'type'),
    row('undefined', 'KB_NO_SCHEMA', 'undefined is not a JSON value', 'name?: T'),
    row('string | undefined', 'KB_NO_SCHEMA', 'may be undefined', 'value?: string'),
    row('void', 'KB_NO_SCHEMA', 'void is not a JSON value', 'name?: T'),
    row('never', 'KB_NO_SCHEMA', 'no value has the type never', 'remove the field'),
    row('any', 'KB_NO_SCHEMA', 'any has no schema', 'unknown'),
    row(
      'Loose2<string[]>',
      'KB_NO_SCHEMA',
      'any has no schema',
      'unknown',
      'type Loose2<T> = T extends string ? Loose2<T> : any;',
    ),
    row("Loose['a']", 'KB_NO_SCHEMA', 'any has no schema', 'unknown', 'interface Loose { a: any }'),
    row('Promise<string>', 'KB_NO_SCHEMA', 'Promise is not a JSON type', 'Awaited<T>'),
    row('Map<string, string>', 'KB_NO_SCHEMA', 'Map is not a JSON type', 'Record<string, T>'),
    row('Set<string>', 'KB_NO_SCHEMA', 'Set is not a JSON type', '+listType=set'),
    row('Uint8Array', 'KB_NO_SCHEMA', 'Uint8Array is not a JSON type', 'Bytes'),
    row('Buffer', 'KB_NO_SCHEMA', 'Buffer is not a JSON type', 'Bytes'),
    row('RegExp', 'KB_NO_SCHEMA', 'RegExp is not a JSON type', 'text of the expression'),
    row('Function', 'KB_NO_SCHEMA', 'Function is not a JSON type', 'functions beside'),
    row('Date', 'KB_NO_SCHEMA', 'Date is not a JSON type', 'Time'),
    row('URL', 'KB_NO_SCHEMA', 'URL is not a JSON type', 'Format=uri'),
    row('Number', 'KB_NO_SCHEMA', 'Number is not a JSON type', 'int32'),
    row('1.5', 'KB_PLAIN_NUMBER', '1.5 is not a whole number', 'Quantity'),
    row('1 | 2 | -1.5', 'KB_PLAIN_NUMBER', '-1.5 is not a whole number', 'Quantity'),
    row('Half', 'KB_PLAIN_NUMBER', '0.5 is not a whole number', 'Quantity', 'enum Half { A = 0.5, B = 1 }'),
    row(
      '(typeof sizes)[number]',
      'KB_PLAIN_NUMBER',
      '0.5 is not a whole number',
      'Quantity',
      'const sizes = [1, 0.5] as const;',
    ),
    row('object', 'KB_NO_SCHEMA', 'object says nothing', 'Record<string, unknown>'),
    row('this', 'KB_NO_SCHEMA', 'this', 'JSON'),
    row('() => void', 'KB_NO_SCHEMA', 'a function', 'beside the type'),
    row('new () => Door', 'KB_NO_SCHEMA', 'a function', 'beside the type', door),
    row('(string | undefined)[]', 'KB_NO_SCHEMA', 'cannot be undefined', 'null'),
    row('Array<string | undefined>', 'KB_NO_SCHEMA', 'cannot be undefined', 'null'),
    row(
      "Holder['list' | 'other']",
      'KB_NO_SCHEMA',
      'cannot be undefined',
      'null',
      'interface Holder { list: (string | undefined)[]; other: (string | undefined)[] }',
    ),
    row('Clerk', 'KB_NO_SCHEMA', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row('Readonly<Clerk>', 'KB_NO_SCHEMA', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row("{ [K in 'a']: Clerk }", 'KB_NO_SCHEMA', 'Clerk has no schema', plainData, 'class Clerk { name = "" }'),
    row('Both', 'KB_NO_SCHEMA', 'Both has no schema', plainData, 'interface Both { a: string } class Both {}'),
    row('{ run(): void }', 'KB_NO_SCHEMA', 'only properties', 'beside'),
    row('{ run?(): void }', 'KB_NO_SCHEMA', 'only properties', 'beside'),
    row('{ get name(): string }', 'KB_NO_SCHEMA', 'only properties', 'beside'),
    row('{ (): void }', 'KB_NO_SCHEMA', 'only properties', 'beside'),
    row(
      'Mine<{ run(): void }>',
      'KB_NO_SCHEMA',
      '() => void has no schema',
      plainData,
      'type Mine<T> = { [K in keyof T]: T[K] };',
    ),
    row('{ [key]: string }', 'KB_NO_SCHEMA', 'is a symbol', 'a brand', 'declare const key: unique symbol;'),
    row('{ [key]: string }', 'KB_NO_SCHEMA', 'the name of a field', 'a constant', 'declare const key: string;'),
    row('Mine<{ a: number }>', 'KB_PLAIN_NUMBER', 'number', 'int32', 'type Mine<T> = { [K in keyof T]: T[K] };'),
    row('typeof value', 'KB_PLAIN_NUMBER', 'number', 'int32', 'const value = { a: 1 };'),
  ],
  keys: [
    row('Record<number, string>', 'KB_NO_SCHEMA', 'the keys of a map are strings', 'Record<string'),
    row('Record<`a-${string}`, string>', 'KB_NO_SCHEMA', 'cannot restrict the keys', 'Record<string'),
    row('{ [key: `a-${string}`]: string }', 'KB_NO_SCHEMA', 'the keys of a map are strings', '[key: string]'),
    row('{ [key: number]: string }', 'KB_NO_SCHEMA', 'the keys of a map are strings', '[key: string]'),
    row('{ [key: symbol]: string }', 'KB_NO_SCHEMA', 'the keys of a map are strings', '[key: string]'),
    row(
      'Mine<{ [key: number]: string }>',
      'KB_NO_SCHEMA',
      'the keys of a map are strings',
      'Record<string',
      'type Mine<T> = { [K in keyof T]: T[K] };',
    ),
    row('{ a: string; [key: string]: string }', 'KB_NO_SCHEMA', 'not both', "'a' in self"),
    row('{ a: string } & Record<string, string>', 'KB_NO_SCHEMA', 'not both', "'a' in self"),
    row(
      'Pick<Door, string>',
      'KB_TYPE_ERROR',
      "does not satisfy the constraint 'keyof Door' (TS2344)",
      'fulfils',
      door,
    ),
    row("Pick<string, 'a'>", 'KB_TYPE_ERROR', 'does not satisfy the constraint', 'fulfils'),
    row('Partial<Record<string, int32>>', 'KB_NO_SCHEMA', 'no fields to choose from', 'object'),
  ].filter(({ type }) => type !== 'Partial<Record<string, int32>>'),
  declarations: [
    row(
      'Thing',
      'KB_TYPE_NOT_FOUND',
      "no package with types 'elsewhere'",
      'install the package',
      "import type { Thing } from 'elsewhere';",
    ),
    row(
      'ns.Thing',
      'KB_TYPE_NOT_FOUND',
      "no package with types 'elsewhere'",
      'install the package',
      "import type * as ns from 'elsewhere';",
    ),
    row(
      'Thing',
      'KB_TYPE_NOT_FOUND',
      "no package with types 'elsewhere'",
      'install the package',
      "import type Thing from 'elsewhere';",
    ),
    row(
      'Thing',
      'KB_TYPE_NOT_FOUND',
      "'./other.ts' has no type Thing",
      'exported',
      "import type { Thing } from './other.ts';",
      { 'other.ts': 'export interface Other { a: string }' },
    ),
    row('Pod', 'KB_TYPE_NOT_FOUND', 'Pod is neither declared nor imported', "import it from '@kb/kubernetes/core/v1'"),
    row('LabelSelector', 'KB_TYPE_NOT_FOUND', 'neither declared', "import it from '@kb/kubernetes/meta/v1'"),
    row('float32', 'KB_TYPE_NOT_FOUND', 'neither declared', "import it from '@kb/apimachinery'"),
    row('V1Affinity', 'KB_TYPE_NOT_FOUND', 'neither declared', "import it from '@kubernetes/client-node'"),
    row(
      'ResourceClaim',
      'KB_TYPE_NOT_FOUND',
      'neither declared',
      "import the one that is meant: '@kb/kubernetes/core/v1', '",
    ),
    row('Quantty', 'KB_TYPE_NOT_FOUND', 'unknown type Quantty', 'did you mean Quantity?'),
    row('MicroTme', 'KB_TYPE_NOT_FOUND', 'unknown type MicroTme', "did you mean MicroTime, from '@kb/apimachinery'?"),
    row(
      'Selector',
      'KB_TYPE_NOT_FOUND',
      "'@kb/kubernetes/core/v1' has no type LabelSelector",
      "import it from '@kb/kubernetes/meta/v1'",
      "import type { LabelSelector as Selector } from '@kb/kubernetes/core/v1';",
    ),
    row(
      'Time2',
      'KB_TYPE_NOT_FOUND',
      "'@kb/kubernetes/core/v1' has no type Time",
      "import it from '@kb/apimachinery'",
      "import type { Time as Time2 } from '@kb/kubernetes/core/v1';",
    ),
    row(
      'k8s.V1Afinity',
      'KB_TYPE_NOT_FOUND',
      "'@kubernetes/client-node' has no type V1Afinity",
      'did you mean V1Affinity?',
      "import * as k8s from '@kubernetes/client-node';",
    ),
    row(
      'FromClient',
      'KB_TYPE_NOT_FOUND',
      'is not the one that kinds extend',
      "import it from '@kb/apimachinery'",
      "import type { KubernetesObject as FromClient } from '@kubernetes/client-node';",
    ),
    row(
      'KubernetesListObject<Door>',
      'KB_NO_SCHEMA',
      'KubernetesList has no schema',
      'T[]',
      `${door} import type { KubernetesListObject } from '@kubernetes/client-node';`,
    ),
    row(
      'Mine<Missing>',
      'KB_TYPE_NOT_FOUND',
      'Missing',
      'own API packages',
      'type Mine<T> = T extends string ? T : T[];',
    ),
    row("import('elsewhere').Thing", 'KB_TYPE_ERROR', 'TS2307', 'install the package'),
    row(
      'Box',
      'KB_TYPE_ERROR',
      "generic type 'Box<T>' requires 1",
      'between < and >',
      'interface Box<T> { content: T }',
    ),
    row(
      'N.Kind',
      'KB_NOT_A_KIND',
      'inside a namespace',
      'at the top',
      'namespace N {\n// +kubebuilder:object:root=true\nexport interface Kind extends KubernetesObject { a: string } }',
    ),
    row(
      'string',
      'KB_NOT_A_KIND',
      'cannot have type parameters',
      'type MyKind = Kind<MyT>',
      '// +kubebuilder:object:root=true\nexport interface Kind<T> extends KubernetesObject { a: T }',
    ),
    row(
      'Child',
      'KB_NO_SCHEMA',
      'cannot extend Words',
      'extend an interface',
      "type Words = 'a' | 'b'; interface Child extends Words { a: string }",
    ),
    row(
      'Child',
      'KB_NO_SCHEMA',
      'cannot extend Record<string, string>',
      'extend',
      'interface Child extends Record<string, string> { a: string }',
    ),
    row(
      'Twice',
      'KB_NO_SCHEMA',
      'the field a is declared twice',
      'keep one',
      'interface Twice { a: string } interface Twice { a: string }',
    ),
    row(
      'Child',
      'KB_CONFLICTING_TYPES',
      'the field a is text in A, and a whole number in B',
      "write Omit<A, 'a'>",
      'interface A { a: string } interface B { a: int32 } interface Child extends A, B { c: string }',
    ),
    row(
      'Left & Right',
      'KB_CONFLICTING_TYPES',
      'the field a is text in Left, and a list in Right',
      "write Omit<Left, 'a'>",
      'interface Left { a: string } interface Right { a: string[] }',
    ),
    row('(Door & string)', 'KB_NO_SCHEMA', 'intersection', 'with a field for each', door),
    row(
      'Thing<Door>',
      'KB_NO_SCHEMA',
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
