import { describe, expect, test } from 'vitest';
import { formatDiagnostics, hasErrors } from './index.ts';
import { runScenario, scenarioOf } from './test-support/scenario.ts';

/**
 * Sources that no author writes, but that editors, merges, generators or attackers produce. Each must give diagnostics
 * or output, never an exception.
 */

async function textFor(types: string): Promise<string> {
  const { diagnostics, files } = await runScenario(scenarioOf({ 'types.ts': types }));
  // Size is only reported as a warning.
  return hasErrors(diagnostics) ? formatDiagnostics(diagnostics) : Object.keys(files).join('\n');
}

/** A kind whose spec has these members. */
function kind(members: string, declarations = ''): string {
  return [
    `import type { int32, KubernetesObject } from '@kb/apimachinery';`,
    declarations,
    'export interface ShopSpec {',
    members,
    '}',
    '// +kubebuilder:object:root=true',
    'export interface Shop extends KubernetesObject {',
    '  spec: ShopSpec;',
    '}',
  ].join('\n');
}

describe('lines and columns', () => {
  const wrong = kind('  // +kubebuilder:validation:MinLength=one\n  a?: string;');

  test.each([
    ['\\n', wrong],
    ['\\r\\n', wrong.replaceAll('\n', '\r\n')],
    ['\\r', wrong.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${wrong}`],
  ])('with %s', async (_, types) => {
    expect(await textFor(types)).toContain(
      [
        'types.ts:4:40 error KB_MARKER_ARGUMENT',
        '  +kubebuilder:validation:MinLength: expected an integer, found "one"',
        '    2 |',
        '    3 | export interface ShopSpec {',
        '  > 4 |   // +kubebuilder:validation:MinLength=one',
        '      |                                        ^^^',
        '    5 |   a?: string;',
      ].join('\n'),
    );
  });

  test('a byte order mark before a marker', async () => {
    expect(await textFor('\uFEFF// +kubebuilder:validation:Optionl\n\nexport type Name = string;\n')).toContain(
      'types.ts:1:4 error KB_UNKNOWN_MARKER',
    );
  });

  test('line separators inside a string literal', async () => {
    expect(await textFor(kind('  a?: "x\u2028y";\n  b: number;'))).toContain('> 6 |   b: number;\n      |      ^^^^^^');
  });

  test('tabs and characters of two columns', async () => {
    const text = await textFor(kind("\t'キー'?: string;\tb: number;\n  '🎉': number; e\u0301: number;"));
    expect(text).toContain("> 4 | \t'キー'?: string;\tb: number;\n      | \t                \t   ^^^^^^");
    expect(text).toContain("> 5 |   '🎉': number; e\u0301: number;\n      |         ^^^^^^");
    expect(text).toContain("> 5 |   '🎉': number; e\u0301: number;\n      |                    ^^^^^^");
  });

  test('control characters for terminals are not printed', async () => {
    const text = await textFor(kind('  // +kubebuilder:\u001b[31mred\n  a?: string; // \u001b[2J\u202e'));
    expect(text).toContain('unknown marker +kubebuilder:\uFFFD[31mred');
    // eslint-disable-next-line no-control-regex -- these characters are what it is about
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  test('a very long line is cut on both sides', async () => {
    const fields = (letter: string): string =>
      Array.from({ length: 2000 }, (_, index) => `${letter}${index}?: string;`).join(' ');
    const text = await textFor(kind(`  ${fields('a')} b: number; ${fields('c')}`));
    const [line = '', mark = ''] = text.split('\n').slice(4);
    expect(line).toMatch(/^ {2}> 4 \| ….*b: number;.*…$/);
    expect(line.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('number');
    expect(line.length).toBeLessThan(160);
  });
});

describe('size', () => {
  test.each([
    ['JSDoc', `  /** ${'word '.repeat(2_000_000)}*/\n  a?: string;`, 'KB_DEFINITION_TOO_LARGE'],
    ['a comment', `  // ${'+'.repeat(10_000_000)}\n  a?: string;`, 'shop.example.com_shops.yaml'],
  ])('%s of 10 MB', async (_, members, said) => {
    expect(await textFor(kind(members))).toContain(said);
  });

  test('a marker of a million braces', async () => {
    expect(await textFor(kind(`  // +kubebuilder:default=${'{'.repeat(1_000_000)}\n  a?: string;`))).toContain(
      '+kubebuilder:default: lists and maps are nested too deeply',
    );
  });

  test('10,000 problems: text prints the first hundred, the other formats all', async () => {
    const members = Array.from({ length: 10_000 }, (_, index) => `  f${index}: number;`).join('\n');
    const { diagnostics } = await runScenario(scenarioOf({ 'types.ts': kind(members) }));
    expect(diagnostics).toHaveLength(10_000);
    expect(formatDiagnostics(diagnostics).match(/ error KB_PLAIN_NUMBER$/gm)).toHaveLength(100);
    expect(formatDiagnostics(diagnostics)).toMatch(/\n\nand 9900 more\n$/);
    expect(JSON.parse(formatDiagnostics(diagnostics, { format: 'json' }))).toHaveLength(10_000);
    expect(formatDiagnostics(diagnostics, { format: 'github' }).split('\n')).toHaveLength(10_001);
  });
});

describe('nesting', () => {
  const times = (length: number, make: (index: number) => string): string =>
    Array.from({ length }, (_, index) => make(index)).join('\n');

  test.each([
    ['objects', kind(`  a: ${'{ a: '.repeat(5000)}string${' }'.repeat(5000)};`), ':4:1001'],
    ['lists', kind(`  a: string${'[]'.repeat(5000)};`), ':4:6'],
    ['brackets', kind(`  a: ${'('.repeat(5000)}string${')'.repeat(5000)};`), ':4:205'],
    ['type arguments', kind(`  a: ${'Record<string, '.repeat(3000)}string${'>'.repeat(3000)};`), ':4:'],
    ['operators', kind(`  a: ${'keyof '.repeat(20_000)}string;`), ''],
    ['values', kind('  a: string;', `export const x = ${'['.repeat(20_000)}${']'.repeat(20_000)};`), ':2:218'],
    [
      'types',
      kind('  a: T0;', `${times(5000, (n) => `interface T${n} { a: T${n + 1} }`)} type T5000 = string;`),
      ':101:',
    ],
    ['names', kind('  a: T0;', `${times(5000, (n) => `type T${n} = T${n + 1};`)} type T5000 = string;`), ':101:'],
  ])('of %s', async (_, types, place) => {
    const text = await textFor(types);
    expect(text).toContain(`types.ts${place}`);
    expect(text).toContain('KB_NESTED_TOO_DEEPLY');
  });

  test.each([
    [
      'fields of the same name in two parents',
      40,
      (n: number) =>
        `interface A${n} { next?: T${n + 1} } interface B${n} { next?: T${n + 1} } interface T${n} extends A${n}, B${n} {}`,
    ],
    [
      'fields of the same name in an intersection',
      30,
      (n: number) =>
        `interface A${n} { next?: T${n + 1} } interface B${n} { next?: T${n + 1} } type T${n} = A${n} & B${n};`,
    ],
    [
      'two parents with the same parent',
      // The compiler itself takes twice as long for each further level.
      16,
      (n: number) =>
        `interface A${n} extends T${n + 1} { a${n}?: string } interface B${n} extends T${n + 1} { b${n}?: string } interface T${n} extends A${n}, B${n} {}`,
    ],
    [
      'two parents with the same parent, whose field they replace',
      16,
      (n: number) =>
        `interface A${n} extends T${n + 1} { value?: int32 } interface B${n} extends T${n + 1} { value?: int32 } interface T${n} extends A${n}, B${n} {}`,
    ],
  ])('levels of %s', async (_, levels, level) => {
    const types = `${times(levels, level)} interface T${levels} { value?: int32 }`;
    expect(await textFor(kind('  a?: T0;', types))).toContain('shops.yaml');
  });

  test('150 levels give a schema', async () => {
    expect(await textFor(kind(`  a: ${'{ a: '.repeat(150)}string${' }'.repeat(150)};`))).toContain('shops.yaml');
  });
});

describe('circles', () => {
  test.each([
    ['a file that exports itself', `export * from './types.ts';\n${kind('  a: string;')}`, 'shops.yaml'],
    [
      'an import of its own file',
      `import type { ShopSpec as X } from './types.ts';\n${kind('  a: X;')}`,
      'KB_RECURSIVE_TYPE',
    ],
    ['names of each other', kind('  a: A;', 'type A = B; type B = A;'), 'TS2456'],
    ['parents of each other', kind('  a: A;', 'interface A extends B {} interface B extends A {}'), 'TS2310'],
    ['its own field', kind("  a: ShopSpec['a'];"), 'TS2502'],
    ['an endless condition', kind('  a: A<string>;', 'type A<T> = T extends string ? A<T[]> : A<T>;'), 'TS2589'],
  ])('%s', async (_, types, said) => {
    expect(await textFor(types)).toContain(said);
  });

  test('of files that import each other', async () => {
    const { diagnostics, files } = await runScenario(
      scenarioOf({
        'api/shop/v1/index.ts':
          "// +groupName=shop.example.com\nexport type * from './a.ts';\nexport type * from './b.ts';\n",
        'api/shop/v1/a.ts': `import type { B } from './b.ts';\n${kind('  b?: B;\n  c?: string;')}`,
        'api/shop/v1/b.ts':
          "import type { ShopSpec } from './a.ts';\nexport interface B {\n  c?: NonNullable<ShopSpec['c']>;\n}\n",
      }),
    );
    expect(diagnostics).toEqual([]);
    expect(Object.keys(files)).toContain('config/crd/bases/shop.example.com_shops.yaml');
  });
});

describe('names of members that every JavaScript object inherits', () => {
  test('as fields', async () => {
    const fields = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const members = fields.map((name) => `  ${name}: string;`).join('\n');
    const { diagnostics, files } = await runScenario(scenarioOf({ 'types.ts': kind(members) }));
    expect(diagnostics).toEqual([]);
    const crd = files['config/crd/bases/shop.example.com_shops.yaml'] ?? '';
    for (const name of fields) {
      expect(crd).toContain(`              ${name}:\n                type: string\n`);
      expect(crd).toContain(`            - ${name}\n`);
    }
  });

  test('as types', async () => {
    const types =
      'export interface __proto__ { a?: string }\nexport type constructor = string;\nexport type toString = int32;';
    expect(await textFor(kind('  a: __proto__;\n  b: constructor;\n  c: toString;', types))).toContain('shops.yaml');
  });

  test('as types that do not exist', async () => {
    const types =
      "import type { constructor, __proto__ } from '@kb/kubernetes/core/v1';\nimport type { valueOf } from '@kubernetes/client-node';";
    const text = await textFor(kind('  a: constructor;\n  b: __proto__;\n  c: valueOf;\n  d: toString;', types));
    expect(text.match(/ error KB_TYPE_NOT_FOUND$/gm)).toHaveLength(4);
  });

  test.each([
    ['+kubebuilder:validation:XValidation:__proto__="x"', 'it has no argument __proto__'],
    ['+kubebuilder:validation:XValidation:constructor="x"', 'it has no argument constructor'],
    ['+kubebuilder:validation:constructor=1', 'unknown marker +kubebuilder:validation:constructor'],
    ['+kubebuilder:__proto__', 'unknown marker +kubebuilder:__proto__'],
    ['+kubebuilder:validation:Type=constructor', '"constructor" is not a type'],
    ['+kubebuilder:default={__proto__: {a: b}}', '+kubebuilder:default does not fit'],
    ['+default={"__proto__": 1}', '+default does not fit'],
  ])('in %s', async (marker, said) => {
    expect(await textFor(kind(`  // ${marker}\n  a?: string;`))).toContain(said);
  });

  test('as keys of a list map', async () => {
    const members = '  // +listType=map\n  // +listMapKey=__proto__\n  a?: { b: string }[];';
    expect(await textFor(kind(members))).toContain('+listMapKey does not fit');
  });
});

test.each([
  ['nothing', ''],
  ['a character that is not text', kind('  a: string;\u0000')],
  ['half a character', kind("  '\ud800'?: 'a\\ud800b';")],
  ['other modules', `declare module "x" { export interface A { a: number } }\n${kind('  a: string;')}`],
  [
    'what TypeScript once had',
    'import A = require("x");\nexport = 1;\nnamespace N {}\n/// <reference path="x.ts" />\n',
  ],
])('%s', async (_, types) => {
  expect(typeof (await textFor(types))).toBe('string');
});

describe('comments of a million characters', () => {
  const much = 1_000_000;

  test.each<[what: string, comment: string]>([
    ['words', `/** ${'word '.repeat(much / 5)} */`],
    ['spaces', `/** a${' '.repeat(much)}b */`],
    ['lines', `/**\n${' * a\n\n'.repeat(much / 6)} */`],
    ['links without an end', `/** ${'{@link a '.repeat(much / 9)} */`],
    ['a link of spaces', `/** {@link a${' '.repeat(much)} */`],
    ['an exact description', `// +kb:description="${'word\\n '.repeat(much / 7)}"`],
    ['an exact description of spaces', `// +kb:description="a${' '.repeat(much)}b"`],
    ['pluses', `/** a ${'+a '.repeat(much / 3)} */`],
    ['words in backticks', `/** ${'`+optional` '.repeat(much / 12)} */`],
    ['tags that say nothing', `/**\n${' * @see a\n'.repeat(much / 10)} */`],
    ['names of packages', `/**\n${' * @a/b\n'.repeat(much / 8)} */`],
    ['a tag of spaces', `/** @see${' '.repeat(much)}b */`],
    ['at signs', `/** ${' @'.repeat(much / 2)} */`],
    ['a patch of many keywords', `// +kb:schema={"enum":["${'a","'.repeat(much / 4)}"]}`],
  ])('%s', async (_, comment) => {
    expect(await textFor(kind(`  ${comment}\n  a?: string;`))).toContain(
      'config/crd/bases/shop.example.com_shops.yaml',
    );
  });

  test.each<[what: string, comment: string, code: string]>([
    ['text that does not end', `// +kb:description="${'a'.repeat(much)}`, 'KB_MARKER_ARGUMENT'],
    ['text without quotes', `// +kb:description=${'a '.repeat(much / 2)}`, 'KB_MARKER_ARGUMENT'],
    ['a marker that belongs to nothing', `// +kb:description="a${' '.repeat(much)}"\n`, 'KB_MARKER_MISPLACED'],
    ['tags of one line', `/** ${'@minimum x '.repeat(much / 11)} */`, 'KB_MARKER_ARGUMENT'],
    ['a default that does not end', `/** @default "${'a'.repeat(much)} */`, 'KB_MARKER_ARGUMENT'],
    ['a marker behind much text', `/** ${'word '.repeat(much / 5)}+kubebuilder:default=a */`, 'KB_MARKER_MISPLACED'],
    ['many pluses', `// ${'+'.repeat(much)}kubebuilder:default=a`, 'KB_UNKNOWN_MARKER'],
    ['a patch that is nested too deeply', `// +kb:schema=${'{"items":'.repeat(much / 9)}`, 'KB_MARKER_ARGUMENT'],
  ])('%s is reported', async (_, comment, code) => {
    expect(await textFor(kind(`  ${comment}\n  a?: string;`))).toContain(`error ${code}`);
  });
});
