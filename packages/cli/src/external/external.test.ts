// "kb create api --external-api" in a project, from the source to what is generated, and to a server that serves it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startEmbeddedCluster } from '../dev/embedded-cluster.ts';
import { readManifests, readProjectCrds } from '../dev/manifests.ts';
import { openProject } from '../open-project.ts';
import { type TestFolder, testFolder } from '../testing/run-kb.ts';

const folderOfTypes = 'packages/api/src/net.example.org/v1';
const folderOfClient = 'packages/client/src/net.example.org/v1';
const externalCrd = 'config/crd/external/net.example.org_routes.yaml';

interface CrdOptions {
  readonly kind?: string;
  readonly group?: string;
  readonly plural?: string;
  /** Names of the versions; the first is stored. */
  readonly versions?: readonly string[];
  /** Fields of the spec besides `host`. */
  readonly fields?: object;
}

/** A CRD as another project ships it. */
function crd({ kind = 'Route', group = 'net.example.org', plural, versions = ['v1'], fields = {} }: CrdOptions = {}): {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly versions: readonly object[] };
} {
  const names = plural ?? `${kind.toLowerCase()}s`;
  const host = { description: 'A name of a host.', type: 'string', minLength: 1 };
  const schema = {
    description: `${kind} says what goes where.`,
    type: 'object',
    properties: {
      spec: {
        description: 'What is wanted.',
        type: 'object',
        required: ['host'],
        properties: { host, mode: { type: 'string', enum: ['Exact', 'Prefix'] }, ...fields },
      },
      status: { type: 'object', properties: { accepted: { type: 'boolean' } } },
    },
    required: ['spec'],
  };
  const given = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names}.${group}`, annotations: { 'example.org/release': '1.2' } },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural: names,
        singular: kind.toLowerCase(),
        shortNames: [kind.slice(0, 2).toLowerCase()],
      },
      scope: 'Namespaced',
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
      })),
    },
  };
  return given;
}

function yaml(...crds: readonly object[]): string {
  return crds.map((each) => `---\n${stringify(each)}`).join('');
}

/** A project with a kind of its own. */
async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com', '--repo', 'example.com/shop');
  await succeed(folder, 'create', 'api', '--group', 'web', '--version', 'v1', '--kind', 'Site');
  folder.write('theirs/route.yaml', yaml(crd()));
  return folder;
}

async function succeed(folder: TestFolder, ...args: readonly string[]): Promise<string> {
  const { code, err, out } = await folder.kb(...args);
  if (code !== 0) throw new Error(`kb ${args.join(' ')}: ${err}`);
  return out;
}

function createExternal(folder: TestFolder, ...args: readonly string[]): Promise<string> {
  return succeed(folder, 'create', 'api', '--external-api', 'theirs', ...args);
}

/** The text of a CRD without what kb says of itself in it. */
function withoutVersion(text: string): unknown {
  const value: { metadata: { annotations: Record<string, unknown> } } = parse(text);
  const { 'codegen.kb/version': version, ...annotations } = value.metadata.annotations;
  expect(version).toBeDefined();
  return { ...value, metadata: { ...value.metadata, annotations } };
}

async function expectRefusal(
  folder: TestFolder,
  args: readonly string[],
  code: number,
  ...texts: string[]
): Promise<void> {
  const before = folder.snapshot();
  const run = await folder.kb(...args);
  for (const text of texts) expect(run.err).toContain(text);
  expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(run.code).toBe(code);
  expect(folder.snapshot()).toEqual(before);
}

describe('a project with an external API', () => {
  let folder: TestFolder;
  let out = '';
  let before: Record<string, string>;
  beforeAll(async () => {
    folder = await project();
    before = folder.snapshot();
    out = await createExternal(folder);
  });
  afterAll(() => folder[Symbol.dispose]());

  test('has its types, its client, its CRD, and nothing else that is new', () => {
    const added = Object.keys(folder.snapshot()).filter((file) => !(file in before));
    expect(added).toEqual(
      [
        externalCrd,
        ...['groupversion-info.ts', 'index.ts', 'route.types.ts'].map((file) => `${folderOfTypes}/${file}`),
        ...['group-version.ts', 'index.ts', 'route.ts'].map((file) => `${folderOfClient}/${file}`),
      ].toSorted(),
    );
    const changed = Object.entries(before).filter(([file, text]) => folder.read(file) !== text);
    expect(changed.map(([file]) => file)).toEqual(['PROJECT', 'packages/controller/src/crds.ts']);
  });

  test('has types that say whose they are', () => {
    expect(folder.read(`${folderOfTypes}/route.types.ts`)).toMatch(/^\/\/ \+kb:external$/m);
    expect(folder.read(`${folderOfTypes}/groupversion-info.ts`)).toMatch(/^\/\/ \+groupName=net\.example\.org$/m);
  });

  test('has the CRD as its owner has it', () => {
    expect(withoutVersion(folder.read(externalCrd))).toEqual(crd());
  });

  test('does not deploy it, and lists it in PROJECT', () => {
    expect(folder.read('config/crd/kustomization.yaml')).toContain('- bases/web.example.com_sites.yaml\n');
    expect(folder.read('config/crd/kustomization.yaml')).not.toContain('routes');
    const { resources }: { resources: unknown[] } = parse(folder.read('PROJECT'));
    expect(resources).toContainEqual({
      domain: 'example.org',
      external: true,
      group: 'net',
      kind: 'Route',
      path: '@shop/api/net.example.org/v1',
      version: 'v1',
    });
  });

  test('names both folders of CRDs for its tests', () => {
    const text = folder.read('packages/controller/src/crds.ts');
    expect(text).toContain(
      "crds: readonly string[] = [fileURLToPath(new URL('../../../config/crd/bases', import.meta.url))]",
    );
    expect(text).toContain(
      "externalCrds: readonly string[] = [fileURLToPath(new URL('../../../config/crd/external', import.meta.url))]",
    );
  });

  test('says what comes next', () => {
    expect(out).toContain("import { routes } from '@shop/client/net.example.org/v1';");
    expect(out).toContain('// +kubebuilder:rbac:groups=net.example.org,resources=routes,verbs=');
  });

  test('is up to date, for the generator too', async () => {
    expect((await folder.kb('generate', '--check', '--no-cache')).code).toBe(0);
    const now = folder.snapshot();
    expect(await createExternal(folder)).toBe('Nothing to change.\n');
    expect(folder.snapshot()).toEqual(now);
  });

  test('has both CRDs on the embedded API server', async () => {
    const crds = readProjectCrds(openProject(folder.path));
    expect(crds.map(({ object }) => object.metadata.name)).toEqual(['routes.net.example.org', 'sites.web.example.com']);
    const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
    try {
      await cluster.install(crds);
      expect(await cluster.client.getJson('/apis/net.example.org/v1/routes')).toMatchObject({ kind: 'RouteList' });
    } finally {
      await cluster.stop();
    }
  });
});

describe('which kind', () => {
  test('several, and none is named: they are listed', async () => {
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

  test('what is wrong with another document is no concern of it, where it is named', async () => {
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

  test('a group of types that PROJECT does not list is the project’s own too', async () => {
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

  test('a kind of one’s own in the group of another project', async () => {
    using folder = testFolder();
    await succeed(folder, 'init', '--domain', 'example.org');
    folder.write('theirs/route.yaml', yaml(crd()));
    await createExternal(folder);
    await expectRefusal(folder, ['create', 'api', '--group', 'net', '--kind', 'Mine'], 1, 'KB_GROUP_EXTERNAL');
  });

  test('a kind of one’s own where the types of another project are', async () => {
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

  test('a kind of another project where types of one’s own are', async () => {
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

test('from a cluster that has it', async () => {
  using folder = await project();
  const cluster = await startEmbeddedCluster({ port: 0, workloads: false });
  try {
    await cluster.install(readManifests(path.join(folder.path, 'theirs')));
    folder.write('kubeconfig', cluster.kubeconfig);
    const env = { KUBECONFIG: path.join(folder.path, 'kubeconfig') };
    const { code, err } = await folder.kbWith(env, 'create', 'api', '--external-api', 'cluster', '--kind', 'Route');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const asServed = { ...crd(), spec: { ...crd().spec, conversion: { strategy: 'None' } } };
    expect(withoutVersion(folder.read(externalCrd))).toEqual(asServed);
  } finally {
    await cluster.stop();
  }
});

describe('versions', () => {
  const versions = ['v1beta1', 'v1', 'v1alpha1'];

  test('the preferred one; another is added to it', async () => {
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

  test('one that is gone', async () => {
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

describe('again', () => {
  test('after the CRD changed: what is generated follows, and what an author wrote stays', async () => {
    using folder = await project();
    await createExternal(folder);
    const notes = `${folderOfTypes}/notes.ts`;
    folder.write(notes, '/** Mine. */\nexport type Mine = string;\n');
    folder.edit(`${folderOfTypes}/index.ts`, '\n', "\nexport type * from './notes.ts';\n");
    const changed = crd({ fields: { port: { type: 'integer', format: 'int32' } } });
    folder.write('theirs/route.yaml', yaml(changed));
    const out = await createExternal(folder);
    expect(out).toContain(`update ${folderOfTypes}/route.types.ts`);
    expect(out).toContain(`update ${folderOfClient}/route.ts`);
    expect(out).not.toContain('PROJECT');
    expect(withoutVersion(folder.read(externalCrd))).toEqual(changed);
    expect(folder.read(notes)).toContain('Mine');
    expect(folder.read(`${folderOfTypes}/index.ts`)).toContain("export type * from './notes.ts';");
    expect((await folder.kb('generate', '--check')).code).toBe(0);
  });

  test('from what kb made of it: nothing changes', async () => {
    using folder = await project();
    await createExternal(folder);
    const now = folder.snapshot();
    expect(await succeed(folder, 'create', 'api', '--external-api', externalCrd)).toBe('Nothing to change.\n');
    expect(folder.snapshot()).toEqual(now);
  });

  test('with "kb import": the types stay another project’s', async () => {
    using folder = await project();
    await createExternal(folder);
    const changed = crd({ fields: { port: { type: 'integer', format: 'int32' } } });
    folder.write('theirs/route.yaml', yaml(changed));
    await succeed(folder, 'import', 'theirs', '--into', 'packages/api/src');
    expect((await folder.kb('generate')).out).toContain(`update ${externalCrd}`);
    expect(withoutVersion(folder.read(externalCrd))).toEqual(changed);
    expect(existsSync(path.join(folder.path, 'config/crd/bases/net.example.org_routes.yaml'))).toBe(false);
  });

  test('over types that somebody edited: refused', async () => {
    using folder = await project();
    await createExternal(folder);
    folder.edit(`${folderOfTypes}/route.types.ts`, 'A name of a host.', 'The name of a host.');
    folder.write('theirs/route.yaml', yaml(crd({ fields: { port: { type: 'integer' } } })));
    const again = ['create', 'api', '--external-api', 'theirs'];
    await expectRefusal(folder, again, 1, `${folderOfTypes}/route.types.ts`, 'import with --overwrite');
    await succeed(folder, ...again, '--overwrite');
    expect(folder.read(`${folderOfTypes}/route.types.ts`)).toMatch(/A name of a host[^]*port\?: /);
    expect((await folder.kb('generate', '--check')).code).toBe(0);
    await expectRefusal(folder, ['create', 'api', '--kind', 'Mine', '--overwrite'], 2, 'KB_WRONG_FLAGS');
  });

  test('with "kb import": in the versions that are there, and which others there are', async () => {
    using folder = await project();
    await createExternal(folder);
    folder.write('theirs/route.yaml', yaml(crd({ versions: ['v1', 'v1beta1'] })));
    const args = ['import', 'theirs', '--kind', 'Route', '--into', 'packages/api/src'];
    const out = await succeed(folder, ...args);
    expect(out).toContain('Route of net.example.org: v1, as before; its definition serves v1beta1 too (--version).');
    expect((await folder.kb('generate')).code).toBe(0);
    expect(withoutVersion(folder.read(externalCrd))).toEqual(crd());
  });

  test('without its types, the client and the CRD go', async () => {
    using folder = await project();
    await createExternal(folder);
    rmSync(path.join(folder.path, 'packages/api/src/net.example.org'), { recursive: true });
    const { out } = await folder.kb('generate');
    expect(out).toContain(`delete ${externalCrd}`);
    expect(out).toContain(`delete ${folderOfClient}/index.ts`);
  });
});

describe('a controller', () => {
  const file = 'packages/controller/src/route.controller.ts';

  test('is written where it is asked for, and not over one that is there', async () => {
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

  test('has a name that is one, whatever the kind', async () => {
    using folder = await project();
    folder.write('theirs/route.yaml', yaml(crd({ kind: 'HTTPRoute' })));
    await createExternal(folder, '--controller');
    expect(folder.read('packages/controller/src/httproute.controller.ts')).toContain(
      'export const httpRouteController: Controller = controllerFor(httpRoutes)',
    );
  });

  test('somebody’s own file is in the way', async () => {
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

describe('everything or nothing', () => {
  test('--dry-run says it all, and writes nothing', async () => {
    using folder = await project();
    const before = folder.snapshot();
    const out = await createExternal(folder, '--dry-run');
    for (const file of [externalCrd, `${folderOfTypes}/route.types.ts`, `${folderOfClient}/route.ts`, 'PROJECT'])
      expect(out).toContain(file);
    expect(out).toContain('Nothing was written (--dry-run).');
    expect(folder.snapshot()).toEqual(before);
  });

  test('a mistake elsewhere in the project', async () => {
    using folder = await project();
    folder.edit('packages/api/src/web/v1/site.types.ts', 'foo?: string', 'foo?: number');
    await expectRefusal(folder, ['create', 'api', '--external-api', 'theirs'], 1, 'plain number');
  });

  test('a definition that the API server refuses is told once, where it is', async () => {
    using folder = await project();
    folder.write('theirs/route.yaml', yaml(crd({ fields: { path: { type: 'string', pattern: '(' } } })));
    const args = ['create', 'api', '--external-api', 'theirs'];
    await expectRefusal(
      folder,
      args,
      1,
      'theirs/route.yaml:44:28 error KB_DEFINITION_REFUSED',
      'properties[path].pattern',
    );
    const { err } = await folder.kb(...args);
    expect(err.match(/^\S+ (?:warning|error) /gm)).toHaveLength(1);
  });

  test('a file of one’s own where the list of CRDs goes', async () => {
    using folder = await project();
    folder.write('packages/controller/src/crds.ts', 'export const mine = true;\n');
    await expectRefusal(
      folder,
      ['create', 'api', '--external-api', 'theirs'],
      1,
      'KB_LIST_BY_HAND',
      'crds.ts: it exports no list externalCrds; add',
    );
  });
});

test('a project of nothing but external kinds', async () => {
  using folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  folder.write('theirs/route.yaml', yaml(crd()));
  await createExternal(folder);
  expect(folder.read('packages/controller/src/crds.ts')).toContain('crds: readonly string[] = [];');
  expect(readProjectCrds(openProject(folder.path)).map(({ object }) => object.metadata.name)).toEqual([
    'routes.net.example.org',
  ]);
  // An empty folder of CRDs is no reason to fail either.
  mkdirSync(path.join(folder.path, 'config/crd/bases'));
  expect(readProjectCrds(openProject(folder.path))).toHaveLength(1);
});

const gatewayApi = path.join(import.meta.dirname, '../../../../../shared/corpus/crds/gateway-api');
if (!existsSync(gatewayApi)) console.warn(`SKIPPED: the CRDs of the Gateway API are not there (${gatewayApi})`);

test.skipIf(!existsSync(gatewayApi))('a route of the Gateway API', async () => {
  using folder = await project();
  await succeed(folder, 'create', 'api', '--kind', 'HTTPRoute', '--external-api', gatewayApi);
  const text = readFileSync(path.join(gatewayApi, 'httproutes.gateway.networking.k8s.io.yaml'), 'utf8');
  const source: { spec: { versions: { name: string }[] } } = parse(text);
  const versions = source.spec.versions.filter(({ name }) => name === 'v1');
  const made: unknown = withoutVersion(folder.read('config/crd/external/gateway.networking.k8s.io_httproutes.yaml'));
  expect(made).toMatchObject({ spec: { ...source.spec, versions } });
  expect(folder.read('packages/client/src/gateway.networking.k8s.io/v1/httproute.ts')).toContain('HTTPRouteApply');
  expect((await folder.kb('generate', '--check')).code).toBe(0);
});
