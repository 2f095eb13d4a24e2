import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot, workspacePackages } from '../workspace-packages.ts';
import { releasedChangelog, withPackageVersions, withVersionConstant } from './released-texts.ts';

test('sets the versions of the released packages only', () => {
  const manifest = `{
  "version": "0.1.0",
  "dependencies": {
    "@kb/client": "0.1.0",
    "@kb/runtime": "0.1.0-rc.1",
    "undici": "0.1.0"
  }
}
`;
  expect(withPackageVersions(manifest, new Set(['@kb/client', '@kb/runtime']), '0.2.0')).toBe(`{
  "version": "0.1.0",
  "dependencies": {
    "@kb/client": "0.2.0",
    "@kb/runtime": "0.2.0",
    "undici": "0.1.0"
  }
}
`);
});

test('sets the constant VERSION, and throws if there is none', () => {
  expect(withVersionConstant("/** What it is. */\nexport const VERSION = '0.1.0';\n", '0.2.0')).toBe(
    "/** What it is. */\nexport const VERSION = '0.2.0';\n",
  );
  expect(() => withVersionConstant('export const OTHER = 1;\n', '0.2.0')).toThrow('no constant VERSION');
});

test('moves the unreleased changes under the heading of the version', () => {
  expect(
    releasedChangelog(
      '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
      '0.2.0',
      '2026-11-23',
    ),
  ).toBe('# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n');
  expect(() => releasedChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n', '0.2.0', '')).toThrow(
    'nothing under "## Unreleased"',
  );
});

test('nx sets the versions of exactly the packages that are published', () => {
  const { release } = JSON.parse(readFileSync(join(repositoryRoot, 'nx.json'), 'utf8'));
  expect(release.projects.toSorted()).toEqual(
    workspacePackages()
      .map(({ manifest }) => manifest.name)
      .toSorted(),
  );
});
