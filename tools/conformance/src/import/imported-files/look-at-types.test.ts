import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../round-trip/temporary-folder.ts';
import { lookAtTypes } from './look-at-types.ts';

const types = `import type { Condition, KubernetesObject } from '@kb/apimachinery';

/** A shop. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

export interface ShopSpec {
  doors?: Door[];
  conditions?: Condition[];
}

export interface Door {
  width?: number;
}
`;

/** Files with one mistake each, and the problem that is reported. */
const wrong = [
  { version: 'vany', from: 'width?: number', to: 'width?: any', said: 'line 15: any' },
  { version: 'vquotes', from: "'@kb/apimachinery'", to: '"@kb/apimachinery"', said: 'prettier would change it' },
  { version: 'vunused', from: 'conditions?: Condition[];', to: 'conditions?: string[];', said: 'error TS6196' },
  { version: 'vmissing', from: 'Condition[]', to: 'Missing[]', said: "error TS2304: Cannot find name 'Missing'" },
  { version: 'vnone', from: 'doors?: Door[];', to: 'doors?: string[];', said: 'no kind uses Door' },
  {
    version: 'vtwice',
    from: /$/,
    to: '\nexport interface Door {\n  height?: number;\n}\n',
    said: 'Door is declared 2 times',
  },
  {
    version: 'vequal',
    from: /$/,
    to: '\nexport interface Gate {\n  width?: number;\n}\n',
    said: 'the same type under several names: Door, Gate',
  },
  { version: 'vnumber', from: /Door\b/g, to: 'Door2', said: 'Door2 has a number that no name in the CRDs has' },
  { version: 'vindex', from: 'export interface Shop ', to: 'interface Shop ', said: 'it does not give Shop: error TS' },
];

const folder = temporaryFolder();
let problems: Map<string, string | undefined>;

beforeAll(async () => {
  const versions = [
    { version: 'vright', text: types },
    ...wrong.map(({ version, from, to }) => ({ version, text: types.replace(from, to) })),
  ];
  for (const { version, text } of versions) {
    const target = path.join(folder.path, 'types/shop.example.com', version);
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, 'shop.types.ts'), text);
    writeFileSync(path.join(target, 'index.ts'), "export type * from './shop.types.ts';\n");
  }
  const properties = {
    spec: { type: 'object', properties: { doors: { type: 'array' }, conditions: { type: 'array' } } },
  };
  const definition: JsonObject = {
    spec: {
      group: 'shop.example.com',
      names: { kind: 'Shop', plural: 'shops' },
      versions: versions.map(({ version }) => ({
        name: version,
        schema: { openAPIV3Schema: { type: 'object', properties } },
      })),
    },
  };
  const looked = await lookAtTypes(folder.path, [definition]);
  problems = new Map(looked.map(({ name, problem }) => [name, problem]));
});
afterAll(() => folder[Symbol.dispose]());

test('reports nothing for correct files', () => {
  const right = [...problems].filter(([name]) => name.includes('vright'));
  expect(right).toEqual([
    ['shop.example.com/vright/index.ts', undefined],
    ['shop.example.com/vright/shop.types.ts', undefined],
  ]);
});

test.each(wrong)('reports $said for $version', ({ version, said }) => {
  const own = ['index.ts', 'shop.types.ts'].map((file) => problems.get(`shop.example.com/${version}/${file}`) ?? '');
  expect(own.join('\n')).toContain(said);
});
