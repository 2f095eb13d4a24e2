import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToList, removeFromList } from './list-edit.ts';
import type { ListEntry } from './list-entry.ts';

const entry: ListEntry = {
  list: 'controllers',
  element: 'shopController',
  importName: 'shopController',
  importFrom: './shop.controller.ts',
};

async function edited(text: string, more: Partial<ListEntry> = {}): Promise<string> {
  const result = await addToList(text, { ...entry, ...more });
  if ('problem' in result) throw new Error(result.problem);
  return result.text;
}

const head = "import type { Controller } from '@kb/runtime';\n";
const cart = "import { cartController } from './cart.controller.ts';\n";
const shop = "import { shopController } from './shop.controller.ts';\n";
const zoo = "import { zooController } from './zoo.controller.ts';\n";

describe('addToList adds an entry and its import, and keeps everything else', () => {
  test.each<[name: string, before: string, after: string]>([
    [
      'an empty one',
      `${head}\n/** Run. */\nexport const controllers: readonly Controller[] = [];\n`,
      `${head}${shop}\n/** Run. */\nexport const controllers: readonly Controller[] = [shopController];\n`,
    ],
    [
      'one in order, between two',
      `${head}${cart}${zoo}\nexport const controllers = [cartController, zooController];\n`,
      `${head}${cart}${shop}${zoo}\nexport const controllers = [cartController, shopController, zooController];\n`,
    ],
    [
      'one in another order, at the end',
      `${head}${zoo}${cart}\nexport const controllers = [zooController, cartController];\n`,
      `${head}${zoo}${cart}${shop}\nexport const controllers = [zooController, cartController, shopController];\n`,
    ],
    [
      'one element a line, with comments',
      `${cart}export const controllers = [\n  // the first\n  cartController, // since 2024\n  // the end\n];\n`,
      `${cart}${shop}export const controllers = [\n  // the first\n  cartController, // since 2024\n  shopController,\n  // the end\n];\n`,
    ],
    [
      'one element a line, without a trailing comma, with a comment after it',
      `${cart}export const controllers = [\n    cartController // since 2024\n];\n`,
      `${cart}${shop}export const controllers = [\n    cartController, // since 2024\n    shopController\n];\n`,
    ],
    [
      'a comment above the next element',
      `${cart}${zoo}export const controllers = [\n  cartController, // c\n  // the zoo\n  zooController,\n];\n`,
      `${cart}${shop}${zoo}export const controllers = [\n  cartController, // c\n  shopController,\n  // the zoo\n  zooController,\n];\n`,
    ],
    [
      'spread arrays, calls and conditions',
      `${cart}export const controllers = [...base, make({ a: [1, 2] }), ...(on ? [cartController] : [])];\n`,
      `${cart}${shop}export const controllers = [...base, make({ a: [1, 2] }), ...(on ? [cartController] : []), shopController];\n`,
    ],
    [
      'as const, satisfies and brackets',
      `${cart}export const controllers = ([cartController] as const) satisfies readonly Controller[];\n`,
      `${cart}${shop}export const controllers = ([cartController, shopController] as const) satisfies readonly Controller[];\n`,
    ],
    [
      'exported under another name, of another variable',
      `${cart}const all = [cartController,];\nconst sorted = all;\nexport { sorted as controllers };\n`,
      `${cart}${shop}const all = [cartController, shopController,];\nconst sorted = all;\nexport { sorted as controllers };\n`,
    ],
    [
      'double quotes, no semicolons, tabs and CRLF',
      'import { cartController } from "./cart.controller.js"\r\nexport const controllers = [\r\n\tcartController,\r\n]\r\n',
      'import { cartController } from "./cart.controller.js"\r\nimport { shopController } from "./shop.controller.js"\r\nexport const controllers = [\r\n\tcartController,\r\n\tshopController,\r\n]\r\n',
    ],
    [
      'a byte order mark at the beginning, no line break at the end',
      `\uFEFF${cart}export const controllers = [cartController]`,
      `\uFEFF${cart}${shop}export const controllers = [cartController, shopController]`,
    ],
    [
      'only comments in the brackets',
      `${head}export const controllers = [\n  // none yet\n];\n`,
      `${head}${shop}export const controllers = [\n  // none yet\n  shopController,\n];\n`,
    ],
    [
      'a comment in brackets of one line',
      `${head}export const controllers = [/* none */];\n`,
      `${head}${shop}export const controllers = [/* none */ shopController];\n`,
    ],
    [
      'without imports',
      '// Mine.\n\n/** All. */\nexport const controllers = [];\n',
      `// Mine.\n\n${shop}\n/** All. */\nexport const controllers = [shopController];\n`,
    ],
    [
      'with the name taken by another import',
      `import { shopController } from './old.ts';\nexport const controllers = [shopController];\n`,
      `import { shopController } from './old.ts';\nimport { shopController as shopController2 } from './shop.controller.ts';\nexport const controllers = [shopController, shopController2];\n`,
    ],
    [
      'imported already, but not in the list',
      `${head}import { shopController as mine } from './shop.controller.js';\nexport const controllers = [];\n`,
      `${head}import { shopController as mine } from './shop.controller.js';\nexport const controllers = [mine];\n`,
    ],
    [
      'a comment of several lines after the previous element',
      `${cart}${zoo}export const controllers = [\n  cartController, /* c\n  d */\n  zooController,\n];\n`,
      `${cart}${shop}${zoo}export const controllers = [\n  cartController, /* c\n  d */\n  shopController,\n  zooController,\n];\n`,
    ],
    [
      'a comment of several lines after the last element, and after its import',
      `import { cartController } from './cart.controller.ts'; /* a\n b */\nexport const controllers = [\n  cartController, /* c\n  d */\n];\n`,
      `import { cartController } from './cart.controller.ts'; /* a\n b */\n${shop}export const controllers = [\n  cartController, /* c\n  d */\n  shopController,\n];\n`,
    ],
    [
      'only a comment, before the closing bracket',
      `${head}export const controllers = [\n  /* none */];\n`,
      `${head}${shop}export const controllers = [\n  /* none */ shopController];\n`,
    ],
    [
      'one element a line, before the first one, which has a comment above it',
      `${zoo}export const controllers = [\n  // the zoo\n  zooController,\n];\n`,
      `${shop}${zoo}export const controllers = [\n  shopController,\n  // the zoo\n  zooController,\n];\n`,
    ],
    [
      'a comment above the next import',
      `${cart}// @ts-expect-error: no types\n${zoo}export const controllers = [cartController, zooController];\n`,
      `${cart}${shop}// @ts-expect-error: no types\n${zoo}export const controllers = [cartController, shopController, zooController];\n`,
    ],
    [
      'a comment right above the first import',
      `// @ts-expect-error: no types\n${zoo}export const controllers = [zooController];\n`,
      `// @ts-expect-error: no types\n${zoo}${shop}export const controllers = [shopController, zooController];\n`,
    ],
    [
      'a comma after a comment',
      `${cart}export const controllers = [\n  cartController /* a */ , // b\n];\n`,
      `${cart}${shop}export const controllers = [\n  cartController /* a */ , // b\n  shopController,\n];\n`,
    ],
  ])('%s', async (_name, before, after) => {
    expect(await edited(before)).toBe(after);
    expect(await edited(after)).toBe(after);
  });
});

test.each<[name: string, text: string]>([
  [
    'under another name',
    `${head}import { shopController as mine } from './shop.controller.ts';\nexport const controllers = [mine];\n`,
  ],
  ['under a condition', `${shop}export const controllers = on ? [shopController] : [];\n`],
  ['in a computed list', `${shop}const one = [shopController];\nexport const controllers = one.filter(Boolean);\n`],
])('does not change a source that already uses the entry: %s', async (_name, text) => {
  expect(await edited(text)).toBe(text);
});

test.each<[name: string, text: string, problem: object]>([
  [
    'computed',
    `${cart}\nexport const controllers = make();\n`,
    { problem: 'the list controllers is computed', line: 3 },
  ],
  [
    'computed of another',
    'const a = [1];\nexport const controllers = a.map(make);\n',
    { problem: 'the list controllers is computed', line: 2 },
  ],
  [
    'of another module',
    "export { controllers } from './all.ts';\n",
    { problem: 'it exports no list controllers', line: undefined },
  ],
  ['not there', 'export const other = [];\n', { problem: 'it exports no list controllers', line: undefined }],
  [
    'in a file that is not valid TypeScript',
    'export const controllers = [;\n',
    { problem: 'it is not valid TypeScript', line: undefined },
  ],
])('refuses a list that is %s', async (_name, text, problem) => {
  expect(await addToList(text, entry)).toEqual(problem);
});

test('recognises an element with its own text by a string', async () => {
  const element = "fileURLToPath(new URL('../crds', import.meta.url))";
  const folder = { list: 'crds', element, importName: 'fileURLToPath', importFrom: 'node:url', knownBy: '../crds' };
  const added = await edited('/** CRDs. */\nexport const crds: readonly string[] = [];\n', folder);
  expect(added).toBe(
    `import { fileURLToPath } from 'node:url';\n\n/** CRDs. */\nexport const crds: readonly string[] = [${element}];\n`,
  );
  expect(await edited(added, folder)).toBe(added);
  const known = "export const crds = all('../crds');\n";
  expect(await edited(known, folder)).toBe(known);
});

test('adds one element to an array in any layout, and keeps the others and the comments', async () => {
  const gap = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n  ',
    ' // c\n  ',
    '/* c, */',
    ' /* d\n e */ ',
    '/* d,\n*/\n  ',
    '\r\n\t',
    '\n\n  // a\n  // b\n  ',
  );
  const names = fc.uniqueArray(fc.constantFrom('aController', 'bController', 'yController', 'zController'));
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.array(gap, { minLength: 10, maxLength: 10 }),
      fc.boolean(),
      async (list, gaps, comma) => {
        const inside = list.map((name, index) => `${gaps[index] ?? ''}${name}${gaps[index + 5] ?? ''}`).join(',');
        const end = comma && list.length > 0 ? ',' : '';
        const text = `${cart}export const controllers = [${inside}${end}${gaps[4] ?? ''}];\n`;
        const after = await edited(text);
        const elements = (source: string): string[] =>
          (/= \[([^]*)\];/.exec(source)?.[1] ?? '')
            .replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, '')
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean);
        expect(elements(after).toSorted()).toEqual([...list, 'shopController'].toSorted());
        const comments = (source: string): number => source.split(/\/\/|\/\*/).length;
        expect(comments(after)).toBe(comments(text));
        const removed = await removeFromList(after, entry);
        if ('problem' in removed) throw new Error(removed.problem);
        expect(removed.text).not.toContain('shopController');
        expect(elements(removed.text).toSorted()).toEqual(list.toSorted());
      },
    ),
    { numRuns: 300 },
  );
});

describe('removeFromList', () => {
  test.each([
    ['the only one', `${head}${shop}\nexport const controllers = [shopController];\n`],
    ['the last on a line', `${cart}${shop}\nexport const controllers = [cartController, shopController];\n`],
    ['the first on a line', `${shop}${zoo}\nexport const controllers = [shopController, zooController];\n`],
    [
      'on a line of its own',
      `${cart}${shop}export const controllers = [\n  cartController, // c\n  shopController,\n];\n`,
    ],
    [
      'imported under another name',
      `${head}import { shopController as mine } from './shop.controller.js';\n\nexport const controllers = [mine];\n`,
    ],
    [
      'imported with another',
      `import { other, shopController } from './shop.controller.ts';\n\nexport const controllers = [other, shopController];\n`,
    ],
  ])('removes an entry %s, and adding it again leads to no third text', async (_name, text) => {
    const removed = await removeFromList(text, entry);
    if (!('text' in removed)) throw new Error(removed.problem);
    expect(removed.text).not.toMatch(/shopController|mine/);
    expect(await removeFromList(removed.text, entry)).toEqual(removed);
    const added = await addToList(removed.text, entry);
    if (!('text' in added)) throw new Error(added.problem);
    expect(await removeFromList(added.text, entry)).toEqual(removed);
  });

  test.each([
    [
      'before its comma',
      `${cart}${shop}export const controllers = [shopController /* a, */, // b\n  cartController,\n];\n`,
      `${cart}export const controllers = [// b\n  cartController,\n];\n`,
    ],
    [
      'on its line',
      `${cart}${shop}export const controllers = [\n  shopController /* a */, // b\n  // c\n  cartController,\n];\n`,
      `${cart}export const controllers = [\n  // c\n  cartController,\n];\n`,
    ],
    [
      'in its import',
      `import { shopController /* a */, other } from './shop.controller.ts';\nexport const controllers = [other, shopController];\n`,
      `import { other } from './shop.controller.ts';\nexport const controllers = [other];\n`,
    ],
  ])('removes an entry with a comment %s', async (_name, text, after) => {
    expect(await removeFromList(text, entry)).toEqual({ text: after });
  });

  test.each([
    [
      'used elsewhere',
      `${shop}export const controllers = [shopController];\nshopController.name;\n`,
      'it uses shopController in another place',
      3,
    ],
    [
      'computed',
      `${shop}export const controllers = make(shopController);\n`,
      'it exports no plain list controllers',
      undefined,
    ],
    ['broken', 'import {', 'it is not valid TypeScript', undefined],
  ])('refuses a list that is %s', async (_name, text, problem, line) => {
    expect(await removeFromList(text, entry)).toEqual({ problem, line });
  });
});

describe('a list that becomes too long for its line', () => {
  const names = ['apple', 'banana', 'cherry'].map((name) => `${name}Controller`);
  const imports = names.map((name) => `import { ${name} } from './${name}.ts';\n`).join('');
  const short = `${imports}export const controllers: readonly Controller[] = [${names.join(', ')}];\n`;
  const broken = `${imports}import { greengageController } from './greengage.ts';\nexport const controllers: readonly Controller[] = [
${[...names, 'greengageController'].map((name) => `  ${name},\n`).join('')}];\n`;
  const greengage = { list: 'controllers', importName: 'greengageController', importFrom: './greengage.ts' };

  test.each([
    ['plain', short, broken],
    ['with CRLF', short.replaceAll('\n', '\r\n'), broken.replaceAll('\n', '\r\n')],
  ])('has each element on a line of its own, and one line again when it fits: %s', async (_name, before, after) => {
    expect(before.length - imports.length).toBeGreaterThan(100);
    expect(await edited(before, { ...greengage, element: 'greengageController' })).toBe(after);
    expect(await removeFromList(after, greengage)).toEqual({ text: before });
  });

  test('keeps a form that its author chose', async () => {
    const long = short.replace('];', ', // the last\n];');
    expect(await edited(long, { ...greengage, element: 'greengageController' })).toContain(', // the last\n');
    const own = broken.replaceAll('\n  ', '\n    ');
    expect(await removeFromList(own, greengage)).toEqual({
      text: own.replace(/.*'\.\/greengage.*\n/, '').replace(/ *greengageController,\n/, ''),
    });
  });
});
