import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCrds } from './read-crds.ts';

const at = (path: string): string => fileURLToPath(new URL(`../testdata/${path}`, import.meta.url));

describe('reading CRDs', () => {
  test.each(['crds', 'crds/things.yaml'])('of %s', async (path) => {
    const crds = await readCrds([at(path)]);
    expect(crds.map(({ metadata }) => metadata.name)).toEqual(['things.test.example.com']);
  });

  test("whose quoted texts continue at their key's own column", async () => {
    const [crd] = await readCrds([at('own-column')]);
    expect(crd?.spec.versions[0]?.schema?.openAPIV3Schema?.description).toBe('What goes on where it began.');
  });

  test('of a folder with a kustomization, with its patches', async () => {
    const [crd, ...others] = await readCrds([at('kustomized')]);
    expect(others).toEqual([]);
    expect(crd?.metadata).toEqual({
      name: 'things.test.example.com',
      annotations: { 'cert-manager.io/inject-ca-from': 'system/serving-cert' },
      labels: { patched: 'yes' },
    });
    expect(crd?.spec).toMatchObject({ scope: 'Namespaced', conversion: { strategy: 'Webhook' } });
  });

  test.each([
    { path: 'nowhere', code: 'KB_CRD_FILE_NOT_FOUND', says: 'no such file or folder' },
    { path: 'none', code: 'KB_CRD_FILE_EMPTY', says: 'there is no CustomResourceDefinition in it' },
    { path: 'broken', code: 'KB_CRD_FILE_INVALID', says: 'crd.yaml:2:19: this is not YAML: a value is expected here' },
    {
      path: 'template',
      code: 'KB_CRD_FILE_INVALID',
      says: 'crd.yaml:4:9: there is a template here, where a value is expected',
    },
    { path: 'template', code: 'KB_CRD_FILE_INVALID', says: 'helm template RELEASE CHART --include-crds' },
  ])('$path: $code', async ({ path, code, says }) => {
    await expect(readCrds([at(path)])).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
  });
});
