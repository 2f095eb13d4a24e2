// Which kind and version "kb create api --external-api" selects, and what it refuses.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../test-support/run-kb.ts';
import {
  crd,
  createExternal,
  expectRefusal,
  externalCrd,
  folderOfClient,
  folderOfTypes,
  project,
  succeed,
  withoutVersion,
  yaml,
} from './test-support/external-project.ts';

describe('which kind', () => {
  test('lists several kinds when none is named', async () => {
    using folder = await project();
    folder.write('theirs/gateway.yaml', yaml(crd({ kind: 'Gateway' })));
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'KB_KIND_AMBIGUOUS',
      '--kind Gateway --group net.example.org  (v1)',
      '--kind Route --group net.example.org  (v1)',
    );
    const out = await createExternal(folder, '--kind', 'Gateway');
    expect(out).toContain('gateway.types.ts');
    expect(out).not.toContain('route.types.ts');
  });

  test('two of one group share a folder', async () => {
    using folder = await project();
    folder.write('theirs/gateway.yaml', yaml(crd({ kind: 'Gateway' })));
    await createExternal(folder, '--kind', 'Gateway');
    await createExternal(folder, '--kind', 'Route');
    expect(folder.read(`${folderOfClient}/group-version.ts`)).toMatch(/gateways,\s+routes/);
    expect((await folder.kb('generate', '--check')).code).toBe(0);
  });

  test('ignores errors in another document when the kind is named', async () => {
    using folder = await project();
    folder.write(
      'theirs/broken.yaml',
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {}\n',
    );
    await expectRefusal(folder, ['create', 'api', '--external-api', 'theirs'], 1, 'broken.yaml');
    expect(await createExternal(folder, '--kind', 'Route')).toContain('route.types.ts');
  });

  test('a misspelt kind, beside one that kb cannot take', async () => {
    using folder = await project();
    folder.write('theirs/odd.yaml', yaml(crd({ kind: 'Class' })).replace('kind: Class', 'kind: class'));
    const args = ['create', 'api', '--external-api', 'theirs', '--kind'];
    await expectRefusal(folder, [...args, 'Rout'], 1, 'Did you mean --kind Route?');
    await expectRefusal(folder, [...args, 'class'], 1, 'a word of TypeScript');
  });

  test.each([
    ['nowhere.yaml', [], 'nowhere.yaml'],
    ['theirs', ['--kind', 'Rout'], 'Did you mean --kind Route?'],
    ['theirs', ['--kind', 'Route', '--group', 'other.example.org'], 'KB_KIND_NOT_FOUND'],
    ['theirs', ['--version', 'v3'], 'KB_VERSION_NOT_SERVED'],
    ['theirs', ['--group', 'apps', '--kind', 'Deployment'], "import from '@kb/kubernetes/apps/v1'"],
    ['theirs', ['--group', 'core', '--kind', 'Pod'], "import from '@kb/kubernetes/core/v1'"],
    ['theirs', ['--kind', 'Lease'], "import from '@kb/kubernetes/coordination/v1'"],
    ['built-in', [], "import from '@kb/kubernetes/rbac/v1'"],
    ['own', [], 'KB_GROUP_OWN'],
  ])('from %s with %j: refused', async (source, flags, text) => {
    using folder = await project();
    folder.write('own', yaml(crd({ group: 'web.example.com' })));
    folder.write('built-in', yaml(crd({ group: 'rbac.authorization.k8s.io' })));
    await expectRefusal(folder, ['create', 'api', '--external-api', source, ...flags], 1, text);
  });

  test.each([['--plural', 'rts'], ['--namespaced'], ['--no-namespaced']])('with %s: refused', async (...flags) => {
    using folder = await project();
    await expectRefusal(folder, ['create', 'api', '--external-api', 'theirs', ...flags], 2, 'KB_WRONG_FLAGS');
  });

  test('a group of types that PROJECT does not list also belongs to the project', async () => {
    using folder = await project();
    folder.write('packages/api/src/net/v1/info.ts', '// +groupName=net.example.org\nexport {};\n');
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'KB_GROUP_OWN',
      'packages/api/src/net/v1',
    );
  });

  test('refuses an own kind in the group of another project', async () => {
    using folder = testFolder();
    await succeed(folder, 'init', '--domain', 'example.org');
    folder.write('theirs/route.yaml', yaml(crd()));
    await createExternal(folder);
    await expectRefusal(folder, ['create', 'api', '--group', 'net', '--kind', 'Mine'], 1, 'KB_GROUP_EXTERNAL');
  });

  test('refuses an own kind in the folder of another project’s types', async () => {
    using folder = await project();
    await createExternal(folder);
    await expectRefusal(
      folder,
      ['create', 'api', '--group', 'net.example.org', '--kind', 'Mine'],
      1,
      'KB_GROUP_EXTERNAL',
      'types of the group net.example.org.example.com would go into the folder net.example.org',
    );
  });

  test('refuses a kind of another project in a folder of own types', async () => {
    using folder = await project();
    await succeed(folder, 'create', 'api', '--group', 'net.example.org', '--version', 'v1', '--kind', 'Mine');
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'KB_GROUP_OWN',
      'types of the group net.example.org would go into the folder net.example.org',
    );
  });
});

describe('versions', () => {
  const versions = ['v1beta1', 'v1', 'v1alpha1'];

  test('imports the preferred one; another is added to it', async () => {
    using folder = await project();
    folder.write('theirs/route.yaml', yaml(crd({ versions })));
    await createExternal(folder);
    expect(existsSync(path.join(folder.path, 'packages/api/src/net.example.org/v1beta1'))).toBe(false);
    expect(withoutVersion(folder.read(externalCrd))).toEqual(crd());
    await createExternal(folder, '--version', 'v1alpha1');
    const { spec }: { spec: { versions: object[] } } = parse(folder.read(externalCrd));
    expect(spec.versions).toMatchObject([
      { name: 'v1', storage: true },
      { name: 'v1alpha1', storage: false },
    ]);
    expect(folder.read('PROJECT')).toContain("path: '@shop/api/net.example.org/v1alpha1'");
    expect((await folder.kb('generate', '--check')).code).toBe(0);
    expect(await createExternal(folder)).toBe('Nothing to change.\n');
  });

  test('one that is no longer served', async () => {
    using folder = await project();
    await createExternal(folder);
    folder.write('theirs/route.yaml', yaml(crd({ versions: ['v2'] })));
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'no longer served in v1',
      '--version v2',
    );
    const out = await createExternal(folder, '--version', 'v2');
    expect(out).toContain(`delete ${folderOfTypes}/route.types.ts`);
    expect(out).toContain(`delete ${folderOfClient}/route.ts`);
    expect(folder.read('PROJECT')).not.toContain("net.example.org/v1'");
    expect(folder.read('PROJECT')).toContain("net.example.org/v2'");
    expect((await folder.kb('generate', '--check')).code).toBe(0);
  });
});

describe('a controller', () => {
  const file = 'packages/controller/src/route.controller.ts';

  test('is written when requested, but never over an existing one', async () => {
    using folder = await project();
    await createExternal(folder);
    expect(existsSync(path.join(folder.path, file))).toBe(false);
    await createExternal(folder, '--controller');
    expect(folder.read('packages/controller/src/controllers.ts')).toContain(
      "import { routeController } from './route.controller.ts';",
    );
    expect(folder.read('config/rbac/role.yaml')).toMatch(/- net\.example\.org\n {2}resources:\n {2}- routes\n/);
    expect(folder.read('PROJECT')).toMatch(/- controller: true\n {2}domain: example\.org\n {2}external: true\n/);
    folder.edit(file, 'Route seen', 'Route found');
    expect(await createExternal(folder, '--controller')).toBe('Nothing to change.\n');
    expect(folder.read(file)).toContain('Route found');
  });

  test('has a valid name, whatever the kind', async () => {
    using folder = await project();
    folder.write('theirs/route.yaml', yaml(crd({ kind: 'HTTPRoute' })));
    await createExternal(folder, '--controller');
    expect(folder.read('packages/controller/src/httproute.controller.ts')).toContain(
      'export const httpRouteController: Controller = controllerFor(httpRoutes)',
    );
  });

  test('refuses when a file of the user is in the way', async () => {
    using folder = await project();
    folder.write(file, '// Mine.\n');
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs', '--controller'],
      1,
      'KB_FILE_EXISTS',
      file,
    );
  });
});
