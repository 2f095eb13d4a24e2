import { describe, expect, test } from 'vitest';
import {
  defaultProjectPaths,
  generate,
  type GenerateResult,
  hasErrors,
  memoryReader,
  type ProjectFile,
} from './index.ts';

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'shop',
  layout: [],
  paths: defaultProjectPaths,
  resources: [],
};

const sources = {
  'packages/api/package.json': '{ "name": "@shop/api" }',
  'packages/api/src/shop/v1/index.ts': "// +groupName=shop.example.com\n\nexport type * from './shop.types.ts';\n",
  'packages/api/src/shop/v1/shop.types.ts': `import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec?: string;
}
`,
  'packages/controller/src/shop.ts':
    '// +kubebuilder:rbac:groups=shop.example.com,resources=shops,verbs=get\nexport {};\n',
};

function run(files: Readonly<Record<string, string>>, changed: Partial<ProjectFile> = {}): Promise<GenerateResult> {
  return generate({
    root: '/project',
    project: { ...project, ...changed },
    reader: memoryReader(files),
    builtInDescriptions: false,
  });
}

function asFiles({ files }: GenerateResult): Record<string, string> {
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

describe('generate', () => {
  test('generates a CRD, a role and a client', async () => {
    const result = await run(sources);
    expect(result.diagnostics).toEqual([]);
    expect(result.files.map(({ path }) => path)).toEqual([
      'config/crd/bases/shop.example.com_shops.yaml',
      'config/rbac/role.yaml',
      'packages/client/src/shop/v1/group-version.ts',
      'packages/client/src/shop/v1/index.ts',
      'packages/client/src/shop/v1/shop.ts',
    ]);
    expect(new Set(result.plan.changes.map(({ kind }) => kind))).toEqual(new Set(['create']));
  });

  test('changes nothing when everything is up to date', async () => {
    const first = await run(sources);
    const second = await run({ ...sources, ...asFiles(first) });
    expect(second.plan).toMatchObject({ changes: [], unchanged: first.files.map(({ path }) => path) });
  });

  test('removes the files that it no longer generates, and no others', async () => {
    const before = asFiles(await run(sources));
    const renamed = Object.fromEntries(
      Object.entries(sources).map(([path, text]) => [
        path,
        text.replaceAll('Shop extends', 'Store extends').replace('resources=shops', 'resources=stores'),
      ]),
    );
    const byHand = {
      'config/crd/bases/kustomization.yaml': 'resources: []\n',
      'config/crd/bases/other.yaml': 'metadata:\n  annotations:\n    controller-gen.kubebuilder.io/version: v0.21.0\n',
      'packages/client/src/by-hand.ts': 'export {};\n',
    };
    const { plan } = await run({ ...renamed, ...before, ...byHand });
    expect(plan.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'delete config/crd/bases/shop.example.com_shops.yaml',
      'create config/crd/bases/shop.example.com_stores.yaml',
      'update config/rbac/role.yaml',
      'update packages/client/src/shop/v1/group-version.ts',
      'update packages/client/src/shop/v1/index.ts',
      'delete packages/client/src/shop/v1/shop.ts',
      'create packages/client/src/shop/v1/store.ts',
    ]);
  });

  test('removes the role with the last permission, but no role that was written by hand', async () => {
    const before = asFiles(await run(sources));
    const { 'packages/controller/src/shop.ts': _, ...without } = sources;
    const { plan } = await run({ ...without, ...before });
    expect(plan.changes).toMatchObject([{ kind: 'delete', path: 'config/rbac/role.yaml' }]);
    const own = await run({ ...without, ...before, 'config/rbac/role.yaml': '# mine\n' });
    expect(own.plan.changes).toEqual([]);
  });

  test('writes nothing after an error, and reports all errors', async () => {
    const broken = sources['packages/api/src/shop/v1/shop.types.ts'].replace(
      'spec?: string',
      'spec?: number; // +optional\n  // +optinal\n  other?: Date',
    );
    const result = await run({ ...sources, 'packages/api/src/shop/v1/shop.types.ts': broken });
    expect(hasErrors(result.diagnostics)).toBe(true);
    expect(result.diagnostics.map(({ code, line }) => `${line} ${code}`)).toEqual([
      '5 KB_PLAIN_NUMBER',
      '5 KB_MARKER_MISPLACED',
      '6 KB_UNKNOWN_MARKER',
      '7 KB_NO_SCHEMA',
    ]);
    expect(result).toMatchObject({ files: [], plan: { changes: [], unchanged: [] } });
  });

  test('does not replace a source that was written by hand', async () => {
    const result = await run({ ...sources, 'packages/client/src/shop/v1/shop.ts': 'export const mine = 1;\n' });
    expect(result.diagnostics).toMatchObject([
      { code: 'KB_FILE_IN_THE_WAY', file: 'packages/client/src/shop/v1/shop.ts' },
    ]);
  });

  test('needs the name of the API package', async () => {
    const result = await run({ ...sources, 'packages/api/package.json': '{}' });
    expect(result.diagnostics).toMatchObject([{ code: 'KB_PACKAGE_NAME', file: 'packages/api/package.json', line: 0 }]);
  });

  test('reads several packages of each sort from one project file', async () => {
    const moved = Object.fromEntries(
      Object.entries(sources).map(([path, text]) => [path.replace('packages/', 'sample/'), text]),
    );
    const paths = {
      api: ['packages/api', 'sample/api'],
      client: 'clients',
      controller: ['packages/controller', 'sample/controller'],
      config: 'deploy',
    };
    const other = Object.fromEntries(
      Object.entries(sources).map(([path, text]) => [path, text.replaceAll('shop.example', 'store.example')]),
    );
    const renamed = Object.fromEntries(
      Object.entries(other).map(([path, text]) => [
        path.replace('src/shop/', 'src/store/'),
        text.replace('@shop/api', '@store/api'),
      ]),
    );
    const result = await run({ ...moved, ...renamed }, { paths });
    expect(result.diagnostics).toEqual([]);
    expect(result.files.map(({ path }) => path)).toEqual([
      'clients/src/shop/v1/group-version.ts',
      'clients/src/shop/v1/index.ts',
      'clients/src/shop/v1/shop.ts',
      'clients/src/store/v1/group-version.ts',
      'clients/src/store/v1/index.ts',
      'clients/src/store/v1/shop.ts',
      'deploy/crd/bases/shop.example.com_shops.yaml',
      'deploy/crd/bases/store.example.com_shops.yaml',
      'deploy/rbac/role.yaml',
    ]);
    expect(asFiles(result)['clients/src/store/v1/index.ts']).toContain("export type * from '@store/api/store/v1';");
  });

  test('generates nothing for an empty project', async () => {
    expect(await run({ 'packages/api/package.json': '{ "name": "@shop/api" }' })).toMatchObject({
      diagnostics: [],
      files: [],
      plan: { changes: [] },
    });
  });
});
