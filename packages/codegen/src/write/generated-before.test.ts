import { describe, expect, test } from 'vitest';
import { defaultProjectPaths, generate, type GenerateResult, memoryReader, type ProjectFile } from '../index.ts';

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'shop',
  layout: [],
  paths: defaultProjectPaths,
  resources: [],
};

const kind = `// +groupName=shop.example.com

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
`;

const operator = `// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get
// +kubebuilder:webhook:path=/v,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=shops,verbs=create,versions=v1,name=vshop.kb.io,admissionReviewVersions=v1
export {};
`;

const sources = {
  'packages/api/package.json': '{ "name": "@shop/api" }',
  'packages/api/src/shop/v1/shop.ts': kind,
  'packages/api/src/shop/v1/index.ts': "export type * from './shop.ts';\n",
  'packages/controller/src/shop.ts': operator,
};

const without = {
  ...sources,
  'packages/api/src/shop/v1/shop.ts': '// +groupName=shop.example.com\nexport {};\n',
  'packages/controller/src/shop.ts': 'export {};\n',
};

const crd = 'config/crd/bases/shop.example.com_shops.yaml';
const role = 'config/rbac/role.yaml';
const webhooks = 'config/webhook/manifests.yaml';

type Files = Readonly<Record<string, string>>;

function run(files: Files, settings: ProjectFile['generate'] = {}): Promise<GenerateResult> {
  const reader = memoryReader(files);
  return generate({ root: '/p', project: { ...project, generate: settings }, reader, builtInDescriptions: false });
}

async function made(files: Files, settings: ProjectFile['generate'] = {}): Promise<Files> {
  const { files: all, diagnostics } = await run(files, settings);
  expect(diagnostics).toEqual([]);
  return Object.fromEntries(all.map(({ path, content }) => [path, content]));
}

async function changes(files: Files, settings: ProjectFile['generate'] = {}): Promise<string[]> {
  const { plan, diagnostics } = await run(files, settings);
  expect(diagnostics).toEqual([]);
  return plan.changes.map(({ kind: what, path }) => `${what} ${path}`);
}

describe('removes what is no longer generated', () => {
  test.each<[name: string, settings: ProjectFile['generate'], header: Files]>([
    ['without headers', {}, {}],
    [
      'with headers',
      { headerFile: 'hack/header.txt', sourceHeaderFile: 'hack/header.ts.txt', year: '2026' },
      { 'hack/header.txt': '# YEAR\n\n# Ours\n', 'hack/header.ts.txt': '/* YEAR */\n\n// Ours' },
    ],
  ])('%s', async (_, settings, header) => {
    const before = await made({ ...sources, ...header }, settings);
    expect(await changes({ ...sources, ...header, ...before }, settings)).toEqual([]);
    const removed = Object.keys(before)
      .sort()
      .map((file) => `delete ${file}`);
    expect(await changes({ ...without, ...header, ...before }, settings)).toEqual(removed);
    // The header is not the mark: the same run may remove or change it.
    expect(await changes({ ...without, ...before })).toEqual(removed);
  });

  test('removes a CRD whose kind turns out to belong to another project', async () => {
    const before = await made(sources);
    const external = { 'packages/api/src/shop/v1/notes.ts': '// +kb:external\nexport {};\n' };
    const moved = 'config/crd/external/shop.example.com_shops.yaml';
    expect(await changes({ ...sources, ...before, ...external })).toEqual([`delete ${crd}`, `create ${moved}`]);
    const after = await made({ ...sources, ...external });
    expect(await changes({ ...sources, ...after })).toEqual([`create ${crd}`, `delete ${moved}`]);
    expect(await changes({ ...without, ...after })).toContain(`delete ${moved}`);
  });

  test('replaces a role that was renamed', async () => {
    const before = await made(sources);
    expect(await changes({ ...sources, ...before }, { roleFile: 'shop.yaml' })).toEqual([
      `delete ${role}`,
      'create config/rbac/shop.yaml',
    ]);
    const named = await made(sources, { roleFile: 'shop.yaml' });
    expect(await changes({ ...sources, ...named })).toEqual([`create ${role}`, 'delete config/rbac/shop.yaml']);
  });

  test("keeps and reports once a role with another file and another name, which may be anyone's", async () => {
    const before = await made(sources);
    const settings = { roleFile: 'shop.yaml', roleName: 'shop' };
    const { plan, left } = await run({ ...sources, ...before }, settings);
    expect(plan.changes).toMatchObject([{ kind: 'create', path: 'config/rbac/shop.yaml' }]);
    expect(left).toEqual([role]);
    const after = await made(sources, settings);
    expect(await run({ ...sources, ...before, ...after }, settings)).toMatchObject({ plan: { changes: [] }, left: [] });
  });

  test('keeps a role of another name beside the generated one', async () => {
    const before = await made(sources);
    const other = { 'config/rbac/other.yaml': (before[role] ?? '').replace('manager-role', 'other-role') };
    const reworded = { 'config/rbac/copy.yaml': `${before[role] ?? ''}# Mine.\n` };
    expect(await changes({ ...sources, ...before, ...other, ...reworded })).toEqual([]);
  });

  test.each<[name: string, file: string, change: (text: string) => string]>([
    ['a role with a comment inside', role, (text) => text.replace('rules:', '# Mine.\nrules:')],
    ['a role with a label', role, (text) => text.replace('  name:', '  labels:\n    a: b\n  name:')],
    ['a role in another layout', role, (text) => text.replace('- apiGroups:', '  - apiGroups:')],
    ['a role of another kind', role, (text) => text.replace('kind: ClusterRole', 'kind: ClusterRoleBinding')],
    [
      'a webhook configuration with an annotation',
      webhooks,
      (text) => text.replace('  name:', '  annotations: {a: b}\n  name:'),
    ],
    ['a CRD without the annotation', crd, (text) => text.replace(/ {4}codegen.*\n/, '    mine: "1"\n')],
    ['a CRD of controller-gen', crd, (text) => text.replace('codegen.kb/', 'controller-gen.kubebuilder.io/')],
  ])('keeps %s', async (_, file, change) => {
    const before = await made(sources);
    const text = change(before[file] ?? '');
    expect(text).not.toBe(before[file]);
    expect(await changes({ ...without, ...before, [file]: text })).not.toContain(`delete ${file}`);
  });

  test('does not search for CRDs in nested folders', async () => {
    const before = await made(sources);
    const below = { 'config/crd/bases/kept/shop.yaml': before[crd] ?? '' };
    expect(await changes({ ...sources, ...before, ...below })).toEqual([]);
  });
});

describe('files in the way', () => {
  test.each<[name: string, file: string, text: string]>([
    [
      'a role',
      role,
      '# Ours.\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: manager-role\n',
    ],
    [
      'a role with labels',
      role,
      '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  labels:\n    a: b\n  name: manager-role\nrules: []\n',
    ],
    [
      'a webhook configuration',
      webhooks,
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n',
    ],
    [
      'a role where a webhook configuration belongs',
      webhooks,
      '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: manager-role\nrules:\n- urls:\n  - /\n',
    ],
    ['a CRD', crd, 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n'],
    ['a source', 'packages/client/src/shop/v1/shop.ts', '// Copyright\nexport {};\n'],
  ])('reports %s that was written by hand', async (_, file, text) => {
    const { diagnostics, plan } = await run({ ...sources, [file]: text });
    expect(diagnostics).toMatchObject([{ code: 'KB_FILE_IN_THE_WAY', file, line: 1 }]);
    expect(plan.changes).toEqual([]);
  });

  test("replaces controller-gen's CRDs, roles and webhook configurations", async () => {
    const before = await made(sources);
    const theirs = {
      [crd]: `\n${before[crd] ?? ''}`.replace(
        'codegen.kb/version: 0.1.0',
        'controller-gen.kubebuilder.io/version: v0.6.2',
      ),
      [role]: `\n${before[role] ?? ''}`
        .replace('  name: manager-role', '  creationTimestamp: null\n  name: manager-role')
        .replace('- get', '- list'),
      [webhooks]: `# Their licence.\n${before[webhooks] ?? ''}`.replace('CREATE', 'UPDATE').replaceAll('\n', '\r\n'),
    };
    expect(await changes({ ...sources, ...before, ...theirs })).toEqual([
      `update ${crd}`,
      `update ${role}`,
      `update ${webhooks}`,
    ]);
  });

  test('replaces a CRD of kb that was edited by hand, and a role with other values', async () => {
    const before = await made(sources);
    const changed = {
      [crd]: `# Mine.\n${before[crd] ?? ''}`.replace('  scope: Namespaced', '  # Mine too.\n  scope: Cluster'),
      [role]: (before[role] ?? '').replace('- get', '- list'),
    };
    expect(await changes({ ...sources, ...before, ...changed })).toEqual([`update ${crd}`, `update ${role}`]);
  });

  test('replaces an empty file', async () => {
    expect(await changes({ ...sources, [role]: '\n' })).toContain(`update ${role}`);
  });

  test('reports a folder, and two files for one place', async () => {
    const reader = memoryReader(sources);
    const blocked = {
      ...reader,
      read(file: string) {
        if (file === role) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
        return reader.read(file);
      },
    };
    const options = { root: '/p', project, builtInDescriptions: false };
    const { diagnostics } = await generate({ ...options, reader: blocked });
    expect(diagnostics).toMatchObject([{ code: 'KB_FILE_IN_THE_WAY', file: role, line: 0 }]);

    const paths = { ...project.paths, rbac: 'out', webhook: 'out' };
    const twice: ProjectFile = { ...project, paths, generate: { roleFile: 'manifests.yaml' } };
    const both = await generate({ ...options, project: twice, reader });
    expect(both.diagnostics).toMatchObject([{ code: 'KB_OUTPUT_CLASH', file: 'out/manifests.yaml' }]);
  });
});

describe('headers', () => {
  test.each<[name: string, settings: ProjectFile['generate'], header: string, want: object]>([
    ['of manifests that is not there', { headerFile: 'none' }, '', { file: 'PROJECT', line: 0 }],
    ['of manifests that is not a comment of YAML', { headerFile: 'h' }, '# a\n/* b */\n', { file: 'h', line: 2 }],
    ['of sources that is not a comment', { sourceHeaderFile: 'h' }, '/* a */\n\nb\n', { file: 'h', line: 3 }],
    ['of sources whose comment has no end', { sourceHeaderFile: 'h' }, '/* a\n', { file: 'h', line: 1 }],
  ])('reports one %s', async (_, settings, header, want) => {
    const { diagnostics } = await run({ ...sources, ...(header !== '' && { h: header }) }, settings);
    expect(diagnostics).toMatchObject([{ code: 'KB_HEADER_FILE', ...want }]);
  });

  test('inserts the year if there is one, and otherwise removes the word', async () => {
    const header = { h: '# (c) YEAR a, YEARLY' };
    const withYear = await made({ ...sources, ...header }, { headerFile: 'h', year: '2026' });
    expect(withYear[role]).toMatch(/^# \(c\) 2026 a, 2026LY\n---\n/);
    const withoutYear = await made({ ...sources, ...header }, { headerFile: 'h' });
    expect(withoutYear[role]).toMatch(/^# \(c\) {2}a, LY\n---\n/);
  });
});
