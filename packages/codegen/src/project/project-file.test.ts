import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryReader } from '../read/source-reader.ts';
import { editProjectFile, formatProjectFile, loadProjectFile, parseProjectFile } from './project-file-text.ts';
import { outputFolders } from './output-folders.ts';
import { defaultProjectPaths, groupOfResource, type ProjectFile, PROJECT_LAYOUT } from './project-file.ts';

const minimal = 'version: "3"\ndomain: example.com\nprojectName: shop\nlayout:\n- typescript.kb/v1\n';

describe('reading', () => {
  test('absent settings have their defaults', () => {
    expect(parseProjectFile(minimal)).toEqual({
      diagnostics: [],
      project: {
        version: '3',
        domain: 'example.com',
        repo: '',
        projectName: 'shop',
        layout: [PROJECT_LAYOUT],
        paths: defaultProjectPaths,
        resources: [],
      },
    });
  });

  test("kubebuilder's keys have the same meaning, and unknown ones are kept", () => {
    const text = `${minimal}multigroup: true
later: 3
paths:
  api: [packages/a, packages/b/]
  client: c
resources:
- api: {crdVersion: v1, namespaced: true, later: 1}
  controller: true
  controllers: [{name: appservice}, {name: appservice-backup, later: 2}]
  domain: example.com
  group: batch
  kind: AppService
  module: example.com/batch@v1.2.3
  path: '@shop/api/batch/v1'
  version: v1
  webhooks: {defaulting: true, later: [1], spoke: [v2], validationPath: /custom}
  ssa: true
`;
    const { project } = parseProjectFile(text);
    expect(project).toMatchObject({
      paths: { api: ['packages/a', 'packages/b'], client: 'c', controller: ['packages/controller'], config: 'config' },
      multigroup: true,
      other: { later: 3 },
      resources: [
        {
          kind: 'AppService',
          api: { crdVersion: 'v1', namespaced: true, other: { later: 1 } },
          controllers: [{ name: 'appservice' }, { name: 'appservice-backup', other: { later: 2 } }],
          module: 'example.com/batch@v1.2.3',
          webhooks: {
            webhookVersion: 'v1',
            defaulting: true,
            spoke: ['v2'],
            validationPath: '/custom',
            other: { later: [1] },
          },
          other: { ssa: true },
        },
      ],
    });
    if (project === undefined) throw new Error('not read');
    expect(parseProjectFile(formatProjectFile(project)).project).toEqual(project);
    expect(formatProjectFile(project)).toContain('multigroup: true\n');
  });

  test.each<[name: string, text: string, message: RegExp, line: number]>([
    ['no YAML', 'a: [\n', /not valid YAML/, 2],
    ['a key twice', `${minimal}domain: x.y\n`, /not valid YAML: Map keys must be unique/, 6],
    ['not a mapping', '- a\n', /expected keys and values/, 1],
    ['no name', minimal.replace('projectName: shop\n', ''), /projectName is missing/, 1],
    ['a wrong version', minimal.replace('"3"', '3'), /version 3 is not supported/, 1],
    ['text where a list belongs', `${minimal}resources: x\n`, /expected a list under resources/, 6],
    ['an unknown setting', `${minimal}generate:\n  floats: true\n`, /generate has no "floats"/, 7],
    ['a negative length', `${minimal}generate:\n  maxDescriptionLength: -1\n`, /expected a whole number, 0 or more/, 7],
    ['unknown fields that are kept', `${minimal}generate:\n  preserveUnknownFields: true\n`, /can only be false/, 7],
    [
      'a role file in a folder',
      `${minimal}generate:\n  roleFile: a/role.yaml\n`,
      /is not a valid name of a manifest/,
      7,
    ],
    [
      'a role file without an extension',
      `${minimal}generate:\n  roleFile: role\n`,
      /is not a valid name of a manifest/,
      7,
    ],
    ['a role name with a slash', `${minimal}generate:\n  roleName: a/b\n`, /is not a valid name of a role/, 7],
    ['an output folder outside', `${minimal}paths:\n  crd: ../crds\n`, /is not a folder of this project/, 7],
    [
      'another version of webhooks',
      `${minimal}resources:\n- kind: A\n  version: v1\n  webhooks: {webhookVersion: v2}\n`,
      /webhookVersion "v2" is not supported/,
      9,
    ],
    [
      'a controller without a name',
      `${minimal}resources:\n- kind: A\n  version: v1\n  controllers: [{}]\n`,
      /controllers.0.name is missing/,
      9,
    ],
    [
      'a name of a controller in upper case',
      `${minimal}resources:\n- kind: A\n  version: v1\n  controllers: [{name: A}]\n`,
      /is not a name of a controller/,
      9,
    ],
    [
      'two controllers of one name',
      `${minimal}resources:\n- kind: A\n  version: v1\n  controllers: [{name: a}, {name: a}]\n`,
      /two controllers have the name "a"/,
      9,
    ],
    [
      'a kind twice',
      `${minimal}resources:\n- kind: A\n  version: v1\n- kind: A\n  version: v2\n- kind: A\n  version: v1\n`,
      /^\/v1 A is listed twice, as resources\.0 and resources\.2$/,
      11,
    ],
    ['a folder outside', `${minimal}paths:\n  config: /etc\n`, /is not a folder of this project/, 7],
  ])('%s', (_, text, message, line) => {
    const { project, diagnostics } = parseProjectFile(text);
    expect(project).toBeUndefined();
    expect(
      diagnostics.map((diagnostic) => [diagnostic.message.match(message) !== null, diagnostic.line]),
    ).toContainEqual([true, line]);
  });

  test('refuses aliases that grow without limit', () => {
    const levels = Array.from(
      { length: 20 },
      (_, index) => `a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, *a${index - 1}`}]`,
    ).join('\n');
    expect(parseProjectFile(`${minimal}${levels}\n`).diagnostics[0]?.code).toBe('KB_PROJECT_FILE');
  });

  test('reports a missing file', () => {
    expect(loadProjectFile('/nowhere', memoryReader({})).diagnostics[0]?.message).toBe('there is no PROJECT file here');
  });
});

test('reads back what it writes', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
  const folder = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const resource = fc.record(
    {
      kind: fc.stringMatching(/^[A-Z][a-z]{0,8}$/),
      version: fc.constantFrom('v1', 'v1alpha1'),
      group: name,
      domain: name,
      controller: fc.constant(true),
      controllers: fc.constantFrom([{ name: 'a' }], [{ name: 'a' }, { name: 'b', other: { later: 1 } }]),
      module: name,
      external: fc.constant(true),
      core: fc.constant(true),
      webhooks: fc.record(
        {
          webhookVersion: fc.constant('v1' as const),
          defaulting: fc.constant(true),
          validation: fc.constant(true),
          conversion: fc.constant(true),
          spoke: fc.array(name, { minLength: 1 }),
          defaultingPath: name.map((path) => `/${path}`),
          other: fc.constant({ later: { x: 1 } }),
        },
        { requiredKeys: ['webhookVersion'] },
      ),
      plural: name,
      api: fc.constantFrom({ crdVersion: 'v1' as const }, { crdVersion: 'v1' as const, namespaced: true }),
    },
    { requiredKeys: ['kind', 'version'] },
  );
  const project = fc.record({
    version: fc.constant('3' as const),
    domain: name,
    repo: fc.string({ maxLength: 20 }).filter((text) => text !== ''),
    projectName: name,
    layout: fc.constant([PROJECT_LAYOUT]),
    cliVersion: fc.constantFrom('0.1.0', '(devel)'),
    paths: fc.record(
      {
        api: fc.array(folder, { minLength: 1, maxLength: 2 }),
        client: folder,
        controller: fc.array(folder, { minLength: 1, maxLength: 2 }),
        config: folder,
        crd: folder,
        externalCrd: folder,
        rbac: folder,
        webhook: folder,
      },
      { requiredKeys: ['api', 'client', 'controller', 'config'] },
    ),
    generate: fc.record(
      {
        ignoredMarkers: fc.array(name, { minLength: 1 }),
        allowDangerousTypes: fc.constant(true),
        maxDescriptionLength: fc.nat(),
        generateEmbeddedObjectMeta: fc.constant(true),
        preserveUnknownFields: fc.constant(false as const),
        headerFile: folder,
        sourceHeaderFile: folder,
        year: fc.constantFrom('2026', '2019-2026', '0x7E', '1e3'),
        roleName: fc.constantFrom('manager-role', 'system:shop', '1'),
        roleFile: name.map((file) => `${file}.yaml`),
      },
      { requiredKeys: [] },
    ),
    resources: fc.uniqueArray(resource, {
      maxLength: 3,
      selector: ({ group = '', domain = '', version, kind }) => `${group}.${domain}/${version} ${kind}`,
    }),
  });
  fc.assert(
    fc.property(project, (given: ProjectFile) => {
      const { project: read, diagnostics } = parseProjectFile(formatProjectFile(given));
      expect(diagnostics).toEqual([]);
      expect(read).toEqual(given);
    }),
    { numRuns: 300 },
  );
});

test('reads a bare year as the year', () => {
  const { project } = parseProjectFile(`${minimal}generate:\n  year: 2026\n`);
  expect(project?.generate).toEqual({ year: '2026' });
});

test.each([
  [
    {},
    {
      crd: 'config/crd/bases',
      externalCrd: 'config/crd/external',
      rbac: 'config/rbac',
      webhook: 'config/webhook',
    },
  ],
  [
    { config: 'deploy', webhook: 'hooks' },
    { crd: 'deploy/crd/bases', externalCrd: 'deploy/crd/external', rbac: 'deploy/rbac', webhook: 'hooks' },
  ],
])('with the paths %j outputs go to %j', (paths, want) => {
  expect(outputFolders({ ...defaultProjectPaths, ...paths })).toEqual({ client: 'packages/client', ...want });
});

test.each([
  [{ group: 'batch', domain: 'example.com' }, 'batch.example.com'],
  [{ domain: 'example.com' }, 'example.com'],
  [{ group: 'apps', domain: '' }, 'apps'],
])('the group of %o is %s', (resource, group) => {
  expect(groupOfResource(resource)).toBe(group);
});

test('an edited text keeps its comments, its order and unknown keys', () => {
  const text = `# Mine.
version: "3"
projectName: shop
domain: example.com # of the company
layout:
- typescript.kb/v1
extra: {a: 1}
resources:
# The first.
- kind: Shop
  version: v1
  group: shop
  domain: example.com
  webhooks:
    # By hand.
    defaulting: true
- kind: Cart
  version: v1
  group: shop
`;
  const { project: before } = parseProjectFile(text);
  if (before === undefined) throw new Error('not read');
  const [shop, cart] = before.resources;
  if (shop?.webhooks === undefined || cart === undefined) throw new Error('not read');
  expect(editProjectFile(text, before, before)).toBe(text);
  const resources = [{ ...shop, webhooks: { ...shop.webhooks, validation: true } }];
  const edited = editProjectFile(text, before, { ...before, cliVersion: '9.0.0', resources });
  expect(edited).toBe(
    text
      .replace('    defaulting: true\n', '    defaulting: true\n    validation: true\n')
      .replace(/- kind: Cart[^]*$/, 'cliVersion: 9.0.0\n'),
  );
  expect(parseProjectFile(edited).project).toEqual({ ...before, cliVersion: '9.0.0', resources });
});
