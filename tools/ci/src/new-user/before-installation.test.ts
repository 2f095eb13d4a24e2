import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageCommands } from './before-installation.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test.each([
  ['npx kb generate --check', { runner: 'npx', name: 'kb', words: ['generate', '--check'] }],
  ['Run "npx --yes @kb/cli@1.0.0 init".', { runner: 'npx', name: '@kb/cli', words: ['init'] }],
  [
    '`pnpm dlx @kb/cli init --domain example.com`',
    { runner: 'pnpm dlx', name: '@kb/cli', words: ['init', '--domain', 'example.com'] },
  ],
  ['npm init @kb -- --domain …', { runner: 'npm init', name: '@kb', words: ['--', '--domain'] }],
  [
    'npx kb create api --kind MyKind     # adds a kind',
    { runner: 'npx', name: 'kb', words: ['create', 'api', '--kind', 'MyKind'] },
  ],
])('%s', (text, command) => {
  expect(packageCommands(text)).toEqual([command]);
});

test.each(['npm install', 'in a project, npx runs it', 'my-npx kb'])('no command: %s', (text) => {
  expect(packageCommands(text).filter(({ name }) => name === 'kb')).toEqual([]);
});

/** Pages and sources that tell a user what to run. */
const texts = globSync(
  ['*.md', 'docs/**/*.md', 'packages/**/README.md', 'packages/*/src/**/*.ts', 'tools/local-registry/src/*.ts'],
  {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  },
).filter((file) => !file.endsWith('.test.ts') && !file.startsWith('docs/decisions/'));

test('no text runs kb with a command that would install it from the registry, where it is another author’s', () => {
  const wrong = texts.flatMap((file) =>
    packageCommands(readFileSync(join(root, file), 'utf8'))
      .filter(({ runner, name }) => name === 'kb' && runner !== 'npx')
      .map(({ runner }) => `${file}: ${runner} kb`),
  );
  expect(wrong).toEqual([]);
});

test('before npm install, pages and hints run @kb/cli', () => {
  const early = texts.flatMap((file) =>
    packageCommands(readFileSync(join(root, file), 'utf8'))
      .filter(({ name, words }) => name === 'kb' && ['init', 'import', 'api-server'].includes(words[0] ?? ''))
      .map(({ words }) => `${file}: npx kb ${words.join(' ')}`),
  );
  // In these places the page says that kb is installed.
  expect(early.toSorted()).toEqual([
    'docs/external-apis.md: npx kb import',
    'packages/apiserver/README.md: npx kb api-server',
  ]);
});
