import { describe, expect, test } from 'vitest';
import type { ReadDefinition } from './definition-place.ts';
import { readDefinitions } from './read-definitions.ts';
import { goods, pod, read, shops } from './test-support/definition-texts.ts';

/** A definition with a function that finds its parts. */
function anywhere({ definition, place }: ReadDefinition): ReadDefinition {
  return { definition, place: { ...place, locate: expect.any(Function) } };
}

describe('definitions of the same name', () => {
  test('that differ are reported at both places, and neither is read', () => {
    const other = shops.replace('Namespaced', 'Cluster');
    for (const texts of [
      [shops, other],
      [other, shops, shops],
    ]) {
      const { reported, definitions } = read(...texts);
      expect(definitions).toEqual([]);
      expect(reported).toContain('0.yaml:1:1 error KB_DEFINITION_CLASH');
      expect(reported).toContain('the definition shops.example.com is a different one in 1.yaml:1, and the two differ');
      expect(reported).toContain('the definition shops.example.com is a different one in 0.yaml:1, and the two differ');
    }
  });

  const beta = shops
    .replace('name: v1', 'name: v1beta1')
    .replace('type: object', 'type: object\n          description: Beta.');

  test('that have different versions are merged, in any order', () => {
    const texts = [shops, beta.replace('storage: true', 'storage: false')].map((text, index) => ({
      name: `${index}.yaml`,
      text,
    }));
    const merged = readDefinitions(texts);
    expect(readDefinitions(texts.toReversed())).toEqual({ ...merged, definitions: merged.definitions.map(anywhere) });
    expect(merged.diagnostics).toEqual([]);
    expect(
      merged.definitions.map(({ definition }) => definition.spec.versions.map(({ name, storage }) => [name, storage])),
    ).toEqual([
      [
        ['v1', true],
        ['v1beta1', false],
      ],
    ]);
  });

  test('that store a version each are merged, with a warning that says which is stored', () => {
    const { reported, definitions } = read(beta, shops);
    expect(definitions).toEqual(['shops.example.com 0.yaml:1 #1']);
    expect(reported).toContain('1.yaml:1:1 warning KB_DEFINITION_CLASH');
    expect(reported).toContain(
      'shops.example.com is a different one in 0.yaml:1, and each of them stores a different version; v1 is taken as the stored one',
    );
  });

  test('that differ only in the version of their generator are one', () => {
    const by = (version: string): string =>
      shops.replace('spec:\n', `  annotations: {controller-gen.kubebuilder.io/version: ${version}}\nspec:\n`);
    expect(read(by('v0.17.0'), by('v0.18.0'))).toMatchObject({
      reported: '',
      definitions: ['shops.example.com 0.yaml:1 #1'],
    });
  });

  test('kinds of a group that are equal in lower case', () => {
    const { reported, definitions } = read(shops, goods.replace('kind: Good', 'kind: SHOP'));
    expect(definitions).toEqual([]);
    expect(reported).toContain('the kind shop of example.com is a different one in 1.yaml:1');
  });

  test('the order of the texts does not matter', () => {
    const texts = [shops, goods, pod].map((text, index) => ({ name: `${index}.yaml`, text }));
    expect(readDefinitions(texts.toReversed()).definitions).toEqual(readDefinitions(texts).definitions.map(anywhere));
  });

  test('finds a part by its path, a version by its name, and a missing part by its parent', () => {
    const [found] = readDefinitions([{ name: 'shops.yaml', text: `# Shops.\n${shops}` }]).definitions;
    const lineOf = (text: string): number =>
      `# Shops.\n${shops}`.split('\n').findIndex((line) => line.includes(text)) + 1;
    const version = ['spec', 'versions', 'v1'];
    expect(found?.place.locate(['metadata', 'name'])?.line).toBe(lineOf('name: shops.example.com'));
    expect(found?.place.locate([...version, 'storage'], 'key')?.line).toBe(lineOf('storage:'));
    expect(found?.place.locate(['metadata', 'labels', 'a'])?.line).toBe(lineOf('name: shops.example.com'));
    expect(found?.place.locate(['spec', 'versions', 'v2', 'storage'])).toBeUndefined();
  });
});
