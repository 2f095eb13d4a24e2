import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolVersions } from './tool-versions.ts';

test('a new project asks for the versions that this repository is tested with', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({ devDependencies: toolVersions });
});
