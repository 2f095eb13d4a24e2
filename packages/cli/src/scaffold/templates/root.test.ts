import { expect, test } from 'vitest';
import { testFolder } from '../../testing/run-kb.ts';

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
