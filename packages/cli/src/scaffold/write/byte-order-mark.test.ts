// Files that an editor saved with a byte order mark are edited as others are, and keep it.
import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';

const MARK = '\uFEFF';
const header = `/* Copyright Ship. */\n\n`;

const steps: readonly string[] = [
  'init --domain example.com',
  'create api --group batch --kind CronJob',
  'create webhook --kind CronJob --version v1alpha1 --defaulting',
];

async function run(folder: TestFolder, words: string): Promise<void> {
  expect(await folder.kb(...words.split(' '))).toMatchObject({ code: 0, err: '' });
}

/** A project whose sources have a header or none. */
async function project(hasHeader: boolean): Promise<TestFolder> {
  const folder = testFolder();
  for (const words of steps) await run(folder, words);
  for (const [file, text] of Object.entries(folder.snapshot()))
    if (hasHeader && file.endsWith('.ts') && !isGenerated(text)) folder.write(file, header + text);
  return folder;
}

function isGenerated(text: string): boolean {
  return /^(?:\/\/ Generated|---\n)|codegen\.kb\/version/m.test(text);
}

test.each(
  [
    'create api --group batch --kind Queue',
    'create api --group batch --kind CronJob --version v2',
    'create api --kind CronJob --version v1alpha1 --resource=false --controller-name other',
    'create webhook --kind CronJob --version v1alpha1 --programmatic-validation',
    'delete webhook --kind CronJob',
    'edit --with prometheus',
    'edit --namespaced',
    'edit --namespace elsewhere',
    'edit --owner Me',
    'edit --plugins grafana/v1-alpha',
    'update',
  ].flatMap((words) => [
    { words, hasHeader: false },
    { words, hasHeader: true },
  ]),
)('kb $words, with headers: $hasHeader', async ({ words, hasHeader }) => {
  using plain = await project(hasHeader);
  using marked = await project(hasHeader);
  const before = Object.keys(marked.snapshot());
  for (const [file, text] of Object.entries(marked.snapshot()))
    if (!file.endsWith('.lock') && text !== '') marked.write(file, MARK + text);
  await run(plain, words);
  await run(marked, words);
  const expected = plain.snapshot();
  for (const [file, text] of Object.entries(marked.snapshot())) {
    const isOwn = text.startsWith(MARK);
    expect([file, text]).toEqual([file, (isOwn ? MARK : '') + (expected[file] ?? 'no such file')]);
    const isMarked = before.includes(file) && !file.endsWith('.lock') && text !== '' && !isGenerated(text);
    expect([file, isOwn || !isMarked]).toEqual([file, true]);
  }
  expect(Object.keys(marked.snapshot())).toEqual(Object.keys(expected));
  await run(marked, 'generate');
  expect(await marked.kb('generate', '--check', '--no-cache')).toMatchObject({ code: 0, err: '' });
});

test('a generated file with a mark is out of date, and the message says what no difference shows', async () => {
  using folder = await project(false);
  const file = 'config/rbac/role.yaml';
  const before = folder.read(file);
  folder.write(file, MARK + before);
  const { code, err } = await folder.kb('generate', '--check');
  expect([code, err]).toEqual([1, expect.stringContaining('differ in a byte order mark at their beginning')]);
  await run(folder, 'generate');
  expect(folder.read(file)).toBe(before);
});
