import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../test-support/run-kb.ts';

test.each([
  ['none', undefined, /^yes=false$/m],
  [
    'one without the setting, whose last line has no end',
    'registry=https://registry.example.com',
    /^registry=.*\nyes=false\n$/,
  ],
  ['one with Windows line ends', 'fund=false\r\n', /^fund=false\r\nyes=false\r\n$/],
  ['one that has it', 'yes=false\nfund=true\n', /^yes=false\nfund=true\n$/],
  ['one that decides otherwise', 'yes = true\n', /^yes = true\n$/],
])('npx installs nothing in a new project; .npmrc before: %s', async (_what, before, after) => {
  using folder = testFolder();
  if (before !== undefined) folder.write('.npmrc', before);
  expect(await folder.kb('init')).toMatchObject({ code: 0 });
  expect(folder.read('.npmrc')).toMatch(after);
});

test('the next step after kb init is the installation', async () => {
  using folder = testFolder();
  const { out } = await folder.kb('init');
  expect(out).toContain('Next: npm install, then npx kb create api --kind MyKind');
});

describe('the registry of the package manager', () => {
  const registryAfter = async (registry: string, there?: string): Promise<string[]> => {
    using folder = testFolder();
    if (there !== undefined) folder.write('.npmrc', there);
    expect(await folder.kbWith({ npm_config_registry: registry }, 'init')).toMatchObject({ code: 0 });
    return folder.read('.npmrc').match(/^registry=.*$/gm) ?? [];
  };

  test.each([
    ['https://npm.example.com/team', ['registry=https://npm.example.com/team']],
    ['http://127.0.0.1:4873', ['registry=http://127.0.0.1:4873/']],
    ['https://registry.npmjs.org/', []],
    ['https://me:secret@npm.example.com/', []],
    ['not an address', []],
  ])('%s', async (registry, lines) => {
    expect(await registryAfter(registry)).toEqual(lines);
  });

  test('stays what an existing .npmrc says', async () => {
    expect(await registryAfter('https://npm.example.com/', 'registry=https://mine.example.com/\n')).toEqual([
      'registry=https://mine.example.com/',
    ]);
  });
});
