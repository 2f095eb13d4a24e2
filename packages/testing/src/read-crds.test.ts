import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCrds } from './read-crds.ts';

const at = (path: string): string => fileURLToPath(new URL(`./testdata/${path}`, import.meta.url));

describe('reading CRDs', () => {
  test.each(['crds', 'crds/things.yaml'])('of %s', async (path) => {
    const crds = await readCrds([at(path)]);
    expect(crds.map(({ metadata }) => metadata.name)).toEqual(['things.test.example.com']);
  });

  test.each([
    { path: 'nowhere', code: 'NotFound', says: 'no such file or folder' },
    { path: 'none', code: 'NoCrd', says: 'there is no CustomResourceDefinition in it' },
    { path: 'broken', code: 'Invalid', says: 'crd.yaml: ' },
  ])('$path: $code', async ({ path, code, says }) => {
    await expect(readCrds([at(path)])).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
  });
});
