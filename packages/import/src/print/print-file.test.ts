import { format } from 'prettier';
import { describe, expect, test, vi } from 'vitest';
import type { Comment, Declaration, ImportedFile, Member, TypeExpression, TypeReference } from '../declaration.ts';
import { printSettings } from './print-file.ts';
import { printFile } from './print-file.ts';

const none: Comment = { description: undefined, markers: [] };
const text: TypeExpression = { kind: 'keyword', keyword: 'string' };
const unknown: TypeExpression = { kind: 'keyword', keyword: 'unknown' };

const literals = (...values: (string | number | boolean)[]): TypeExpression => ({ kind: 'literals', values });
const list = (items: TypeExpression): TypeExpression => ({ kind: 'list', items });
const map = (values: TypeExpression): TypeExpression => ({ kind: 'map', values });
const nullable = (of: TypeExpression): TypeExpression => ({ kind: 'nullable', of });
const union = (...of: TypeExpression[]): TypeExpression => ({ kind: 'union', of });
const both = (...of: TypeExpression[]): TypeExpression => ({ kind: 'intersection', of });
const of = (name: string, ...typeArguments: TypeExpression[]): TypeExpression => ({
  kind: 'reference',
  to: { name, module: '@kb/apimachinery' },
  ...(typeArguments.length > 0 && { typeArguments }),
});
const object = (...members: Member[]): TypeExpression => ({ kind: 'object', members });
const field = (name: string, type: TypeExpression = text, more: Partial<Member> = {}): Member => ({
  name,
  optional: false,
  comment: none,
  type,
  ...more,
});
const commented = (description: string | undefined, ...markers: string[]): Comment => ({ description, markers });

function declare(name: string, body: Partial<Declaration['body']>, comment: Comment = none): Declaration {
  if (body.kind === 'alias') return { name, comment, body: { kind: 'alias', type: text, ...body } };
  return { name, comment, body: { parents: [], members: [], open: false, ...body, kind: 'interface' } };
}

const parent = (to: TypeReference): TypeExpression => ({ kind: 'reference', to });

function fileOf(...declarations: readonly Declaration[]): ImportedFile {
  return { name: 'thing.types.ts', folderMarkers: [], declarations };
}

/** Prints a file that is alone in its folder, and checks that prettier does not change it. */
async function print(file: ImportedFile): Promise<string> {
  const printed = await printFile(file, { group: 'example.com', version: 'v1', files: [file] });
  expect(await format(printed, { ...printSettings, parser: 'typescript' })).toBe(printed);
  return printed;
}

/** The text below the imports. */
async function printBody(...declarations: readonly Declaration[]): Promise<string> {
  return (await print(fileOf(...declarations))).replace(/^import [^;]*;\n\n/, '');
}

const long = 'a'.repeat(60);

describe('prints a type as', () => {
  test.each<[TypeExpression, string]>([
    [text, 'string'],
    [unknown, 'unknown'],
    [{ kind: 'keyword', keyword: 'never' }, 'never'],
    [of('int32'), 'int32'],
    [of('Narrowed', of('Fields'), object(field('a'))), 'Narrowed<Fields, { a: string }>'],
    [
      { kind: 'reference', to: { name: 'Condition', module: '@kb/apimachinery', as: 'MetaCondition' } },
      'MetaCondition',
    ],
    [literals('a'), "'a'"],
    [literals('a', 1, -2.5, 1e21, true), "'a' | 1 | -2.5 | 1e21 | true"],
    [literals('a', 'a'), "'a'"],
    [literals(), 'never'],
    [
      literals("it's", 'a"b', `"'`, "''\"", 'a\\b', 'a\nb\t', '\u2028\u200b\ud800', '*/'),
      String.raw`"it's" | 'a"b' | '"\'' | "''\"" | 'a\\b' | 'a\nb\t' | '\u2028\u200b\ud800' | '*/'`,
    ],
    [list(text), 'string[]'],
    [list(list(literals('a', 'b'))), "('a' | 'b')[][]"],
    [list(literals('a')), "'a'[]"],
    [list(nullable(text)), '(string | null)[]'],
    [list(both(of('A'), of('B'))), '(A & B)[]'],
    [map(nullable(text)), 'Record<string, string | null>'],
    [map({ kind: 'keyword', keyword: 'never' }), 'Record<string, never>'],
    [map(list(of('int'))), 'Record<string, int[]>'],
    [nullable(nullable(text)), 'string | null'],
    [union(text, union(of('A'), nullable(literals(1)))), 'string | A | 1 | null'],
    [union(text), 'string'],
    [union(), 'never'],
    [both(), 'unknown'],
    [both(of('A'), union(of('B'), of('C'))), 'A & (B | C)'],
    [union(of('A'), both(of('B'), of('C'))), 'A | (B & C)'],
    [object(), '{}'],
    [object(field('a'), field('b', of('int'), { optional: true })), '{ a: string; b?: int }'],
    [object(field('a-b'), field('__proto__'), field('0')), "{ 'a-b': string; __proto__: string; '0': string }"],
  ])('%j: %s', async (type, want) => {
    expect(await printBody(declare('Thing', { members: [field('field', type)] }))).toBe(
      `export interface Thing {\n  field: ${want};\n}\n`,
    );
    expect(await printBody(declare('Thing', { kind: 'alias', type }))).toBe(`export type Thing = ${want};\n`);
  });

  test.each<[string, TypeExpression, string]>([
    [
      'a union on lines',
      literals(`${long}1`, `${long}2`),
      `
  field:
    | '${long}1'
    | '${long}2';`,
    ],
    [
      'a list of a union on lines',
      list(literals(`${long}1`, `${long}2`)),
      `
  field: (
    | '${long}1'
    | '${long}2'
  )[];`,
    ],
    [
      'arguments on lines',
      of('Narrowed', of(long), of(long)),
      `
  field: Narrowed<
    ${long},
    ${long}
  >;`,
    ],
    [
      'an object with comments',
      nullable(object(field('a', text, { comment: commented('Of a.\n\nMore.', '+kb:x') }), field('b-c', of('int')))),
      `
  field: {
    /**
     * Of a.
     *
     * More.
     */
    // +kb:x
    a: string;
    'b-c': int;
  } | null;`,
    ],
    ['letters of two columns', literals('日本'.repeat(30)), `\n  field: '${'日本'.repeat(30)}';`],
  ])('%s', async (_, type, want) => {
    expect(await printBody(declare('Thing', { members: [field('field', type)] }))).toBe(
      `export interface Thing {${want}\n}\n`,
    );
  });
});

test.each<[string, string]>([
  ['name', 'name'],
  ['$x_1', '$x_1'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['hasOwnProperty', 'hasOwnProperty'],
  ['field0', 'field0'],
  ['0', "'0'"],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's", `"it's"`],
  ['ä', 'ä'],
  ['ä b', "'ä b'"],
  ['a\u2028b', String.raw`'a\u2028b'`],
  ['*/', "'*/'"],
  ['$&', "'$&'"],
])('a field named %j', async (name, want) => {
  expect(await printBody(declare('Thing', { members: [field('z'), field(name), field('a')] }))).toBe(
    `export interface Thing {\n  z: string;\n  ${want}: string;\n  a: string;\n}\n`,
  );
});

describe('a declaration', () => {
  test.each<[string, Declaration, string]>([
    ['without fields', declare('Thing', {}), 'export interface Thing {}\n'],
    ['that is open', declare('Thing', { open: true }), 'export interface Thing {\n  [key: string]: unknown;\n}\n'],
    [
      'that is open, and has a field of that name',
      declare('Thing', { members: [field('open')], open: true }),
      'export interface Thing {\n  open: string;\n  [key: string]: unknown;\n}\n',
    ],
    [
      'whose name json-schema-to-typescript would change',
      declare('V1alpha1_x', {}),
      'export interface V1alpha1_x {}\n',
    ],
    [
      'with parents',
      declare('Thing', {
        parents: [
          parent({ name: 'Condition', module: '@kb/apimachinery', as: 'MetaCondition' }),
          parent({ name: 'Other', module: '@kb/apimachinery' }),
        ],
        members: [field('a', text, { optional: true })],
        open: true,
      }),
      'export interface Thing extends MetaCondition, Other {\n  a?: string;\n  [key: string]: unknown;\n}\n',
    ],
    [
      'with some of the fields of a parent',
      declare('Thing', {
        parents: [
          { kind: 'choice', choose: 'Omit', of: of('Other'), fields: ['a', "b'"] },
          { kind: 'choice', choose: 'Pick', of: of('WithQuantities', of('Some')), fields: ['c'] },
        ],
      }),
      `export interface Thing extends Omit<Other, 'a' | "b'">, Pick<WithQuantities<Some>, 'c'> {}\n`,
    ],
    [
      'with parents on lines',
      declare('Thing', {
        parents: [parent({ name: long, module: 'm' }), parent({ name: `${long}2`, module: 'm' })],
        members: [field('a')],
      }),
      `export interface Thing\n  extends\n    ${long},\n    ${long}2 {\n  a: string;\n}\n`,
    ],
    [
      'with comments',
      declare(
        'Thing',
        {
          members: [
            field('a', text, { comment: commented('One line.') }),
            field('b', text, { comment: commented(undefined, '+optional', '+kb:x=1') }),
            field('c', text, { comment: commented('Some:\n  - indented\n\n```\n\tcode {\n```\n', '+kb:x') }),
          ],
        },
        commented('The thing.', '+kubebuilder:validation:Pattern=`^.*/$`'),
      ),
      `/** The thing. */
// +kubebuilder:validation:Pattern=\`^.*/$\`
export interface Thing {
  /** One line. */
  a: string;
  // +optional
  // +kb:x=1
  b: string;
  /**
   * Some:
   *   - indented
   *
   * \`\`\`
   * \tcode {
   * \`\`\`
   *
   */
  // +kb:x
  c: string;
}
`,
    ],
    [
      'that is an alias with a comment',
      declare('Thing', { kind: 'alias', type: literals('a', 'b') }, commented('$& and $1.', '+kb:x')),
      "/** $& and $1. */\n// +kb:x\nexport type Thing = 'a' | 'b';\n",
    ],
  ])('%s', async (_, declaration, want) => {
    expect(await printBody(declaration)).toBe(want);
  });

  test('named Record is not used to print maps', async () => {
    expect(await printBody(declare('Record', { members: [field('a', nullable(map(of('int'))))] }))).toBe(
      'export interface Record {\n  a: { [key: string]: int } | null;\n}\n',
    );
  });

  test('keeps its place, whatever it is', async () => {
    const printed = await printBody(declare('Z', {}), declare('A', { kind: 'alias' }), declare('M', {}));
    expect(printed).toBe('export interface Z {}\n\nexport type A = string;\n\nexport interface M {}\n');
  });

  test.each([
    [commented('a */ b')],
    [commented('a\rb')],
    [commented(undefined, '+kb:x\n+kb:y')],
    [commented(undefined, '+kb:x\u2028alert()')],
  ])('refuses a comment that would end early: %j', async (comment) => {
    await expect(printBody(declare('Thing', {}, comment))).rejects.toThrow(/no comment can hold|has a line break/);
  });
});

describe('imports', () => {
  test('are the used names: first of packages, then of files of the folder, sorted, with their names in the file', async () => {
    const file: ImportedFile = {
      name: 'thing.types.ts',
      folderMarkers: ['+kb:allowDangerousTypes', '+kb:external'],
      declarations: [
        declare('Thing', {
          parents: [parent({ name: 'KubernetesObject', module: '@kb/apimachinery' })],
          members: [
            field('a', of('int32')),
            field('b', {
              kind: 'reference',
              to: { name: 'EnvVar', module: '@kb/kubernetes/core/v1', as: 'CoreEnvVar' },
            }),
            field('c', list({ kind: 'reference', to: { name: 'Other' } })),
            field('d', { kind: 'reference', to: { name: 'Own' } }),
            field('e', of('Condition')),
          ],
        }),
        declare('Own', {}),
      ],
    };
    const shared: ImportedFile = { name: 'shared.types.ts', folderMarkers: [], declarations: [declare('Other', {})] };
    const printed = await printFile(file, { group: 'example.com', version: 'v1', files: [shared, file] });
    expect(printed.slice(0, printed.indexOf('export')))
      .toBe(`import type { Condition, KubernetesObject, int32 } from '@kb/apimachinery';
import type { EnvVar as CoreEnvVar } from '@kb/kubernetes/core/v1';
import type { Other } from './shared.types.ts';

// +kb:allowDangerousTypes
// +kb:external

`);
  });

  test('are broken if they do not fit on a line', async () => {
    const printed = await print(
      fileOf(declare('Thing', { members: [field('a', of(long)), field('b', of(`${long}b`))] })),
    );
    expect(printed).toContain(`import type {\n  ${long},\n  ${long}b,\n} from '@kb/apimachinery';`);
  });

  test('of undeclared names are an error', async () => {
    const lost: TypeExpression = { kind: 'reference', to: { name: 'Lost' } };
    await expect(print(fileOf(declare('Thing', { kind: 'alias', type: lost })))).rejects.toThrow('Lost');
  });
});

test('prints nothing to the output, whatever the environment contains', async () => {
  vi.stubEnv('VERBOSE', '1');
  const info = vi.spyOn(console, 'info').mockReturnValue();
  expect(await printBody(declare('Thing', {}))).toBe('export interface Thing {}\n');
  expect(info).not.toHaveBeenCalled();
  expect(process.env['VERBOSE']).toBe('1');
  vi.unstubAllEnvs();
  info.mockRestore();
});

test('a file can have thousands of declarations', async () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    declare(`Thing${index}`, { members: [field('a'), field('b')] }),
  );
  const printed = await printFile(fileOf(...many), { group: 'example.com', version: 'v1', files: [] });
  expect(printed.match(/^export interface/gm)).toHaveLength(2000);
});
