import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wrongKinds } from './built-in-kinds.ts';

const lease = "export const lease: BuiltInKind = {\n  group: 'coordination.k8s.io',\n  kind: 'Lease',\n};\n";
const csiNode = "export const csiNode: BuiltInKind = { group: 'storage.k8s.io', kind: 'CSINode' };\n";
const pod = "import './default-pod.ts';\nexport const pod: BuiltInKind = {\n  group: '',\n  kind: 'Pod',\n};\n";

/** A folder with nothing wrong. */
const right: Readonly<Record<string, string>> = {
  'registry.ts': [
    "export { lease } from './coordination/lease.ts';",
    "export { csiNode as node } from './storage/csi-node.ts';",
    "export { pod } from './core/pod/pod.ts';",
  ].join('\n'),
  'shared/built-in-kind.ts': "import '../../resources/strategy.ts';",
  'coordination/lease.ts': `import type { BuiltInKind } from '../shared/built-in-kind.ts';\n${lease}`,
  'storage/csi-node.ts': `import { columns } from '../../tables/columns.ts';\n${csiNode}`,
  'core/pod/pod.ts': pod,
  'core/pod/default-pod.ts': "import { genericStrategy } from '../../shared/generic-strategy.ts';",
  'shared/generic-strategy.ts': "import { setDefaults } from './set-default.ts';",
};

const problemsOf = (changed: Readonly<Record<string, string>>): string[] =>
  wrongKinds(new Map(Object.entries({ ...right, ...changed }))).map(({ file, message }) => `${file}: ${message}`);

test('accepts kinds that import shared code, and a registry with each of them', () => {
  expect(problemsOf({})).toEqual([]);
});

test.each([
  ['another kind', 'storage/csi-node.ts', `import { lease } from '../coordination/lease.ts';\n${csiNode}`],
  ['a part of another kind', 'storage/csi-node.ts', `import { x } from '../core/pod/default-pod.ts';\n${csiNode}`],
  ['the registry', 'core/pod/default-pod.ts', "import * as all from '../../registry.ts';"],
  ['a kind into what kinds share', 'shared/generic-strategy.ts', "import { lease } from '../coordination/lease.ts';"],
])('refuses to import %s', (_, file, text) => {
  expect(problemsOf({ [file]: text })).toEqual([expect.stringContaining(`${file}: may not import `)]);
});

test('refuses a kind that is not in the registry, and a line for a file that is not there', () => {
  const registry = (right['registry.ts'] ?? '').replace('storage/csi-node', 'storage/csi-driver');
  expect(problemsOf({ 'registry.ts': registry })).toEqual([
    'registry.ts: has no line for storage/csi-node.ts',
    'registry.ts: storage/csi-driver.ts is the file of no kind',
  ]);
});

test('refuses a file whose path does not match its kind, and a file without a record', () => {
  const moved = (right['registry.ts'] ?? '').replace('storage/csi-node', 'storage/node');
  const { 'storage/csi-node.ts': text = '', ...others } = right;
  const files = { ...others, 'registry.ts': moved, 'storage/node.ts': text };
  expect(wrongKinds(new Map(Object.entries(files)))).toEqual([
    { file: 'storage/node.ts', message: "the place of CSINode of 'storage.k8s.io' is storage/csi-node.ts" },
  ]);
  expect(problemsOf({ 'coordination/lease.ts': 'export const lease = 1;' })).toEqual([
    'coordination/lease.ts: holds no record of a kind',
  ]);
});

test('the kinds of the API server import no other kind, and all are in the registry', () => {
  const folder = fileURLToPath(new URL('../../../packages/apiserver/src/kinds', import.meta.url));
  const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(50);
  expect(wrongKinds(new Map(sources.map((file) => [file, readFileSync(join(folder, file), 'utf8')])))).toEqual([]);
});
