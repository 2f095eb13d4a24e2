// What commands do where another one was interrupted while it wrote.
import { expect, test } from 'vitest';
import { crd } from '../import/test-support/crds.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

/** The journal of a `kb create api` that had written nothing yet. */
const journal = `${JSON.stringify({ format: 1, command: 'kb create api', state: 'staging', id: '0123456789abcdef', entries: [], folders: [] })}\n`;

async function interrupted(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  folder.write('.kb/journal', journal);
  folder.write('.kb/.gitignore', '*\n');
  folder.write('crds.yaml', crd());
  return folder;
}

test.each([
  ['init --dry-run'],
  ['create api --kind Shop --dry-run'],
  ['generate --dry-run'],
  ['generate --check'],
  ['import crds.yaml --into packages/api/src --dry-run'],
  ['import crds.yaml --into packages/api/src --check'],
])('kb %s leaves the interrupted write alone, and says how to end it', async (words) => {
  using folder = await interrupted();
  const before = folder.snapshot();
  expect(await folder.kb(...words.split(' '))).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^error KB_UNFINISHED_WRITE: a command was interrupted.*\n {2}Run "npm install", then "npx kb generate": /,
    ),
  });
  expect(folder.snapshot()).toEqual(before);
});

test.each([['init'], ['create api --kind Shop'], ['generate'], ['import crds.yaml --into packages/api/src']])(
  'kb %s ends it first',
  async (words) => {
    using folder = await interrupted();
    const { err } = await folder.kb(...words.split(' '));
    expect(err).toMatch(/^"kb create api" was interrupted while it wrote: its changes have been reverted\./);
    expect(Object.keys(folder.snapshot()).filter((file) => file.startsWith('.kb/'))).toEqual([]);
  },
);
