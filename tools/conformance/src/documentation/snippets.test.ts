import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkSnippets, codeBlocks } from './check-snippets.ts';

const pages = [
  'README.md',
  'docs/runtime.md',
  'packages/apiserver/README.md',
  'packages/simulation/README.md',
  'packages/codegen/README.md',
  'packages/import/README.md',
  'packages/kubernetes/README.md',
  'packages/client/README.md',
  'packages/dashboard/README.md',
  'packages/runtime/README.md',
  'packages/testing/README.md',
];

test('the TypeScript of the pages type-checks, and imports what it uses', () => {
  expect(checkSnippets(pages)).toEqual([]);
});

test('a snippet with a missing or unknown import is reported', () => {
  const page = [
    '```ts',
    'await runManager({ controllers: [] });',
    '```',
    '```ts',
    "import { gone } from '@kb/runtime';",
    'gone();',
    '```',
  ];
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-page-'));
  const file = path.join(folder, 'page.md');
  writeFileSync(file, page.join('\n'));
  try {
    expect(checkSnippets([file])).toEqual([
      expect.stringContaining(`${file}:2: error TS2552: Cannot find name 'runManager'.`),
      expect.stringContaining(`${file}:5: error TS2305: Module '"@kb/runtime"' has no exported member 'gone'.`),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('blocks are found with their lines', () => {
  const page = ['# Title', '```ts', 'const a = 1;', '', 'a;', '```', '```', 'no TypeScript', '```', '```ts', '```'];
  expect(codeBlocks(page.join('\n'))).toEqual([
    { line: 3, text: 'const a = 1;\n\na;' },
    { line: 11, text: '' },
  ]);
});
