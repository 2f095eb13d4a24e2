// Asks client-go's jsonpath (tools/client-go/answers; needs Go) for the cells of generated paths, and writes them to
// cells.json:
//   node --conditions=@kb/source packages/apiserver/src/tables/json-path/test-support/record-cells.ts
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

/** Go iterates over maps in random order: a path that asks for all values of a map gets maps with one key. */
const ONE_KEY_EACH = {
  a: { a: { list: [{ a: 1 }, { a: [[1, 2], [3]] }, 'text', null, true, 2, 1.5, [], {}] } },
};
const MANY_KEYS = {
  a: { 'b.c': 1, list: [10, 20, 30], empty: [], null: null, text: 'x y', n: 'name' },
  n: -7,
  t: true,
  f: 0.5,
  items: [
    { type: 'Ready', status: 'True', n: 1, on: true, tags: ['x'] },
    { type: 'Other', status: 'False', n: 2, on: false },
    { type: 'a)b', status: null, n: 10, ref: 'Other' },
  ],
};

const chosen = [
  '.',
  '..',
  '.}{',
  '.a}{.n',
  '.a}{.nope[0]',
  '}{',
  '.a}{',
  '.n}text{.t',
  '.a..',
  '.a..a',
  '..a..a..a',
  '....',
  '...a',
  '.a.list[::0]',
  '.a.list[::-1]',
  '.a.list[::2]',
  '.a.list[0:3:2]',
  '.a.list[1:1]',
  '.a.list[3]',
  '.a.list[-3]',
  '.a.list[-4]',
  '.a.list[:4]',
  '.a.list[2:1]',
  '.a.list[-2:]',
  '.a.list[:-1]',
  '.a.list[-2:-1]',
  '.a.list[]',
  '.a.list[*]',
  '.a.list[:]',
  '.a.list[::]',
  '.a.empty[0]',
  '.a.empty[:]',
  '.a.empty[-1]',
  '.a.empty[::0]',
  '.a.list[-]',
  '.a.list[9223372036854775808]',
  '.a.null[0]',
  '.a.text[0]',
  "['a','n']",
  "['n','a']",
  "['n', 't']",
  "['nope','n']",
  "['a','a']['n','n']",
  '.items[0,1].type',
  '.items[5,1].type',
  "['a.n']",
  "['a.b.c']",
  "['b\\\\.c']",
  ".a['b\\.c']",
  '.a.b\\.c',
  ".a['b.c']",
  "['']",
  '["a"]',
  '[\'a"]',
  "['a'",
  '[',
  ']',
  '[a]',
  '[0',
  '.items[?(@.type=="Ready")].status',
  ".items[?(@.type=='Other')].status",
  '.items[?(@.n>1)].type',
  '.items[?(@.n>=2)].n',
  '.items[?(@.n<2)].n',
  '.items[?(@.on)].type',
  '.items[?(@.on==true)].type',
  '.items[?(@.on!=true)].type',
  '.items[?(@.on>true)].type',
  '.items[?(@.ref)].ref',
  '.items[?(@.status=="True")].n',
  '.items[?(@.type=="a)b")].n',
  '.items[?(@.type=="a\\"b")].n',
  '.items[?(@.n=="1")].n',
  '.items[?(@.n==1.0)].n',
  '.items[?(@.tags[0]=="x")].n',
  '.items[?(@.tags[5])].n',
  '.items[?(@.nope)].n',
  '.items[?(@.nope==1)].n',
  '.items[?(1==@.n)].type',
  '.items[?(@.type==@.ref)].n',
  '.items[?(@.n)]',
  '.items[?(@.n=)].n',
  '.items[?(=1)].n',
  '.items[?()].n',
  '.items[?(@)].n',
  '.items[?(@.n==1].n',
  '.items[?(@.n===1)].n',
  '.items[?(@.type<"P")].n',
  '.a[?(@.n==1)]',
  '.n[0]',
  '.n.x',
  '.n.*',
  '.a.list.*',
  '.nope.x',
  '.nope[0]',
  '.nope[?(@.a)]',
  '.a.list[0]x',
  '.a.list[0] .n',
  '.a "text"',
  ".a 'it\\'s'",
  ".a 'it\\x41\\u00e9\\101'",
  ".a '\\q'",
  '.a "x',
  '.n 5',
  '.n -1.5',
  '.n 1.2.3',
  '.n true',
  '.n + ',
  'range .items',
  '.n}{range .items}{.n}{end',
  '.n}{end',
  '.n, .t',
  '.n\n',
  '.n	',
  '.n#',
  '.n$.t',
  '.n@',
  '.a.list[0][0]',
  '.a.list[*][0]',
  '.é',
  '.n é',
];

const piece = fc.constantFrom(
  '.a',
  '.list',
  '.n',
  '.items',
  '..',
  '.*',
  '[*]',
  '[0]',
  '[1]',
  '[-1]',
  '[5]',
  '[1:]',
  '[:2]',
  '[::2]',
  '[::0]',
  "['a']",
  "['n','a']",
  '[0,1]',
  '[?(@.n)]',
  '[?(@.n>1)]',
  '[?(@.type=="Other")]',
  '[?(@.a)]',
  '}{',
  ' ',
  '"x"',
  '5',
  'true',
  '.',
  "['a.n']",
  '[',
  ']',
  '$',
  '@',
  '\\.',
  '.text',
);
const generated = fc.sample(
  fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  { seed: 20, numRuns: 700 },
);

/** Whether a path asks for all values of a map, whose order may differ between two runs. */
const asksForAll = (path: string): boolean => path.includes('..') || path.includes('*');

const paths = [...new Set([...chosen, ...generated])];
const questions = paths.flatMap((path) =>
  asksForAll(path)
    ? [{ path, object: 'one' }]
    : [{ path, object: 'many' }, ...(path.includes('list') ? [{ path, object: 'one' }] : [])],
);
const objects: Readonly<Record<string, object>> = { one: ONE_KEY_EACH, many: MANY_KEYS };
const input = JSON.stringify(questions.map(({ path, object }) => ({ path, object: objects[object] })));
const cwd = fileURLToPath(new URL('../../../../../../tools/client-go', import.meta.url));
const answers = JSON.parse(execFileSync('go', ['run', './answers'], { cwd, input, encoding: 'utf8' })) as {
  error?: string;
  cell?: string;
}[];
const rows = questions.map(({ path, object }, index) => {
  const { error, cell = null } = answers[index] ?? {};
  return JSON.stringify(error === undefined ? [path, object, cell] : [path, object, 'error', error]);
});
const shown = Object.entries(objects).map(([name, object]) => `${JSON.stringify(name)}: ${JSON.stringify(object)}`);
writeFileSync(
  new URL('../testdata/cells.json', import.meta.url),
  `../testdata/{ "objects": { ${shown.join(', ')} }, "cells": [\n${rows.join(',\n')}\n] }\n`,
);
