import { expect, test } from 'vitest';
import { checkSnippets } from './check-snippets.ts';
import { codeBlocks } from './code-blocks.ts';

const pages = ['docs/runtime.md', 'packages/runtime/README.md', 'packages/client/README.md'];

test('the TypeScript of the pages type-checks', async () => {
  expect(await checkSnippets(pages)).toEqual([]);
});

test('blocks are found with their lines', () => {
  const page = ['# Title', '```ts', 'const a = 1;', '', 'a;', '```', '```', 'no TypeScript', '```', '```ts', '```'];
  expect(codeBlocks(page.join('\n'))).toEqual([
    { line: 3, text: 'const a = 1;\n\na;' },
    { line: 11, text: '' },
  ]);
});
