import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-support/run-kb.ts';
import { openProject } from '../../open-project.ts';
import { projectSources, rememberMarkers } from './project-sources.ts';

test('changed files are sorted by what they mean', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  const { sort, isOwn } = projectSources(openProject({ cwd: folder.path, env: {} }));
  const at = (file: string): string => path.join(folder.path, file);
  const sorted = sort(
    [
      'PROJECT',
      'packages/api/src/shop/v1/shop.types.ts',
      'packages/api/src/shop/v1/shop.types.test.ts',
      'packages/controller/src/main.ts',
      'packages/controller/src/main.test.ts',
      'packages/client/src/shop/v1/shop.ts',
      'packages/shared/index.ts',
      'packages/controller/notes.md',
      'config/crd/bases/shops.yaml',
      'config/rbac/role.yaml',
      'config/samples/shop.yaml',
      'config/manager/manager.yaml',
      'node_modules/.package-lock.json',
    ].map(at),
  );
  expect(sorted).toEqual({
    types: ['PROJECT', 'packages/api/src/shop/v1/shop.types.ts'].map(at),
    code: ['packages/controller/src/main.ts', 'packages/client/src/shop/v1/shop.ts', 'packages/shared/index.ts'].map(
      at,
    ),
    manifests: ['config/crd/bases/shops.yaml', 'config/rbac/role.yaml'].map(at),
    samples: ['config/samples/shop.yaml'].map(at),
    installed: true,
  });
  expect(isOwn(at('packages/shared/index.ts'))).toBe(true);
  expect(isOwn(at('node_modules/x/index.js'))).toBe(false);
  expect(isOwn('/elsewhere/index.js')).toBe(false);
});

test('only markers that change make files be generated', () => {
  using folder = testFolder();
  const file = path.join(folder.path, 'a.ts');
  folder.write('a.ts', '// +kubebuilder:rbac:groups=a\nconst a = 1;\n');
  const markers = rememberMarkers([file]);
  folder.write('a.ts', '// +kubebuilder:rbac:groups=a\nconst a = 2;\n');
  expect(markers.changed([file])).toBe(false);
  folder.write('a.ts', '// +kubebuilder:rbac:groups=b\nconst a = 2;\n');
  expect(markers.changed([file])).toBe(true);
  expect(markers.changed([file])).toBe(false);
  folder.remove('a.ts');
  expect(markers.changed([file])).toBe(true);
  expect(markers.changed([path.join(folder.path, 'new.ts')])).toBe(false);
});
