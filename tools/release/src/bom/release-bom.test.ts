import { expect, test } from 'vitest';
import type { BillOfMaterials, Component } from './bill-of-materials.ts';
import { isAllowed, licensePage, licenseProblems } from './licenses.ts';
import { releaseBom, type ReleasedPackage } from './release-bom.ts';

function component(ref: string, license: string | undefined): Component {
  const at = ref.lastIndexOf('@');
  return {
    'bom-ref': ref,
    type: 'library',
    name: ref.slice(0, at),
    version: ref.slice(at + 1),
    ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
  };
}

/** Returns npm's bill of materials of a repository with two released packages, a development tool, and dependencies. */
function installed(more: Partial<Record<string, string | undefined>> = {}): BillOfMaterials {
  const refs = ['@kb/one@0.1.0', '@kb/two@0.1.0', 'big@1.0.0', 'deep@3.0.0', 'http@2.0.0', 'lint@9.0.0', 'deep@1.0.0'];
  return {
    $schema: 'x',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {},
    components: [...refs, ...Object.keys(more)].map((ref) => component(ref, ref in more ? more[ref] : 'MIT')),
    dependencies: [
      { ref: '@kb/one@0.1.0', dependsOn: ['big@1.0.0', 'http@2.0.0', 'lint@9.0.0'] },
      { ref: '@kb/two@0.1.0', dependsOn: ['@kb/one@0.1.0', ...Object.keys(more)] },
      { ref: 'big@1.0.0', dependsOn: ['deep@3.0.0'] },
      { ref: 'http@2.0.0', dependsOn: ['deep@1.0.0'] },
    ],
  };
}

const released = (more: readonly string[] = []): ReleasedPackage[] => [
  { name: '@kb/one', version: '0.1.0', dependencies: ['http'], held: ['big@1.0.0', 'deep@3.0.0'] },
  { name: '@kb/two', version: '0.1.0', dependencies: ['@kb/one', ...more], held: [] },
];

test('a release contains its packages, what each of them bundles, and what is installed with them', () => {
  const { components, dependencies } = releaseBom(installed(), released());
  expect(components.map((item) => [item['bom-ref'], item.components?.map((held) => held['bom-ref'])])).toEqual([
    ['@kb/one@0.1.0', ['@kb/one@0.1.0|big@1.0.0', '@kb/one@0.1.0|deep@3.0.0']],
    ['@kb/two@0.1.0', undefined],
    ['deep@1.0.0', undefined],
    ['http@2.0.0', undefined],
  ]);
  expect(dependencies).toEqual([
    { ref: 'kb', dependsOn: ['@kb/one@0.1.0', '@kb/two@0.1.0'] },
    { ref: '@kb/one@0.1.0', dependsOn: ['http@2.0.0'] },
    { ref: '@kb/two@0.1.0', dependsOn: ['@kb/one@0.1.0'] },
    { ref: 'deep@1.0.0', dependsOn: [] },
    { ref: 'http@2.0.0', dependsOn: ['deep@1.0.0'] },
  ]);
});

test('every reference is unique, and every dependency is a component', () => {
  const { components, dependencies } = releaseBom(installed(), released());
  const refs = components.flatMap((item) => [item, ...(item.components ?? [])]).map((item) => item['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { dependsOn } of dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
});

test('the same release gives the same bill, another release another serial number', () => {
  const first = releaseBom(installed(), released());
  expect(releaseBom(installed(), released())).toEqual(first);
  const other = releaseBom(installed({ 'new@1.0.0': 'MIT' }), released(['new']));
  expect(other.serialNumber).not.toBe(first.serialNumber);
  expect(first.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('throws for a dependency that is not in the lock file', () => {
  expect(() => releaseBom(installed(), released(['missing']))).toThrow('@kb/two@0.1.0 needs missing, which is not in');
});

test.each<[string, boolean]>([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['GPL-3.0-only OR AGPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND ISC', true],
  ['SEE LICENSE IN x', false],
])('the licence %s: %s', (expression, allowed) => {
  expect(isAllowed(expression, new Set(['MIT', 'ISC']))).toBe(allowed);
});

test.each<[string, string | undefined, string[]]>([
  ['a known licence', 'ISC', []],
  ['an unknown licence', 'GPL-3.0-only', ['new 1.0.0 is under GPL-3.0-only', 'new 1.0.0 is under GPL-3.0-only']],
  ['no licence', undefined, ['new 1.0.0 declares no licence', 'new 1.0.0 declares no licence']],
  ['a licence for development tools only', 'MPL-2.0', ['new 1.0.0 is under MPL-2.0']],
])('a package with %s', (_what, license, problems) => {
  const all = installed({ 'new@1.0.0': license });
  const found = licenseProblems(releaseBom(all, released(['new'])), all);
  expect(found.map((problem) => problem.replace(/, which is not listed in.*/, ''))).toEqual(problems);
});

test('the page lists each third-party package with its licence and place', () => {
  const page = licensePage(releaseBom(installed(), released()));
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
    '| `big` | 1.0.0 | MIT | inside `@kb/one` |',
    '| `deep` | 1.0.0 | MIT | installed |',
    '| `deep` | 3.0.0 | MIT | inside `@kb/one` |',
    '| `http` | 2.0.0 | MIT | installed |',
  ]);
});
