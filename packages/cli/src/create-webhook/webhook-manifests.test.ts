// What is deployed after "kb create webhook", as kustomize renders it.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseProjectFile } from '@kb/codegen';
import { assert, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { readProjectWebhooks } from '../webhooks/project-webhooks.ts';

const isKubectlThere = spawnSync('kubectl', ['version', '--client']).status === 0;

interface Service {
  readonly name: string;
  readonly namespace: string;
}

interface Rendered {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly webhooks?: readonly { readonly clientConfig: { readonly service: Service } }[];
  readonly spec?: {
    readonly conversion?: { readonly webhook: { readonly clientConfig: { readonly service: Service } } };
    readonly dnsNames?: readonly string[];
    readonly secretName?: string;
    readonly issuerRef?: { readonly name: string };
    readonly template?: {
      readonly spec: {
        readonly volumes?: readonly { readonly secret?: object }[];
        readonly containers: readonly {
          readonly env?: readonly { readonly name: string; readonly value?: string }[];
          readonly volumeMounts?: readonly object[];
          readonly ports?: readonly { readonly name: string }[];
        }[];
      };
    };
  };
  readonly rules?: readonly { readonly resources: readonly string[]; readonly resourceNames?: readonly string[] }[];
}

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  await succeed(folder, 'create', 'api', '--group', 'crew', '--version', 'v1', '--kind', 'Captain');
  await succeed(folder, 'create', 'api', '--group', 'crew', '--version', 'v2', '--kind', 'Captain');
  await succeed(folder, 'create', 'api', '--group', 'crew', '--version', 'v1', '--kind', 'Admiral');
  return folder;
}

async function succeed(folder: TestFolder, ...args: string[]): Promise<void> {
  expect(await folder.kb(...args)).toMatchObject({ code: 0, err: '' });
}

function render(folder: TestFolder): Rendered[] {
  const text = execFileSync('kubectl', ['kustomize', path.join(folder.path, 'config/default')], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS() as Rendered);
}

const captain = ['create', 'webhook', '--kind', 'Captain', '--version', 'v1'];
const admission = ['--defaulting', '--programmatic-validation'];
const service = { name: 'shop-webhook-service', namespace: 'shop-system' };
const authority = 'shop-system/shop-serving-cert';

describe.skipIf(!isKubectlThere)('with kubectl, which renders kustomizations', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ['by one command', [[...captain, '--conversion', ...admission]]],
    [
      'by one command each, conversion first',
      [
        [...captain, '--conversion'],
        [...captain, ...admission],
      ],
    ],
    [
      'by one command each, conversion last',
      [
        [...captain, ...admission],
        [...captain, '--conversion'],
      ],
    ],
  ])('webhooks that were created %s: the names of Service, Certificate and Secret agree', async (_name, commands) => {
    using folder = await project();
    for (const command of commands) await succeed(folder, ...command);
    const objects = render(folder);
    const named = (kind: string, name: string): Rendered | undefined =>
      objects.find((object) => object.kind === kind && object.metadata.name === name);

    expect(named('Service', service.name)?.metadata.namespace).toBe(service.namespace);
    const certificate = named('Certificate', 'shop-serving-cert');
    expect(certificate?.metadata.namespace).toBe(service.namespace);
    expect(certificate?.spec?.dnsNames).toEqual([
      'shop-webhook-service.shop-system.svc',
      'shop-webhook-service.shop-system.svc.cluster.local',
    ]);
    expect(named('Issuer', certificate?.spec?.issuerRef?.name ?? '')).toBeDefined();
    const volumes = named('Deployment', 'shop-controller-manager')?.spec?.template?.spec.volumes;
    expect(volumes?.map(({ secret }) => secret)).toEqual([{ secretName: certificate?.spec?.secretName }]);

    for (const kind of ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']) {
      const configurations = objects.filter((object) => object.kind === kind);
      expect(configurations).toHaveLength(1);
      expect(configurations[0]?.metadata.annotations?.['cert-manager.io/inject-ca-from']).toBe(authority);
      expect(configurations[0]?.webhooks?.map(({ clientConfig }) => clientConfig.service)).toMatchObject([service]);
    }
    const converted = named('CustomResourceDefinition', 'captains.crew.example.com');
    expect(converted?.spec?.conversion?.webhook.clientConfig.service).toEqual({ ...service, path: '/convert' });
    expect(converted?.metadata.annotations?.['cert-manager.io/inject-ca-from']).toBe(authority);
    const other = named('CustomResourceDefinition', 'admirals.crew.example.com');
    expect(other?.metadata.annotations).not.toHaveProperty('cert-manager.io/inject-ca-from');
  });

  test('conversion without webhooks for admission', async () => {
    using folder = await project();
    await succeed(folder, ...captain, '--conversion');
    const objects = render(folder);
    expect(objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))).toEqual([]);
    const annotated = objects.flatMap(({ metadata }) => metadata.annotations?.['cert-manager.io/inject-ca-from'] ?? []);
    expect(annotated).toEqual([authority]);
  });

  test('a part that was switched off stays off, and gets what was created meanwhile when it is switched on', async () => {
    using folder = await project();
    await succeed(folder, 'create', 'webhook', '--kind', 'Admiral', '--defaulting');
    await succeed(folder, 'edit', '--without', 'cert-manager');
    await succeed(folder, ...captain, '--conversion');
    expect(render(folder).filter(({ kind }) => kind === 'Certificate')).toEqual([]);
    await succeed(folder, 'edit', '--with', 'cert-manager');
    const converted = render(folder).find(({ metadata }) => metadata.name === 'captains.crew.example.com');
    expect(converted?.metadata.annotations?.['cert-manager.io/inject-ca-from']).toBe(authority);
  });

  test.each<[string, readonly (readonly string[])[]]>([
    [
      'first',
      [
        ['edit', '--with', 'own-certificates'],
        [...captain, '--conversion', ...admission],
      ],
    ],
    [
      'last',
      [
        [...captain, '--conversion', ...admission],
        ['edit', '--with', 'own-certificates', '--without', 'cert-manager'],
      ],
    ],
    [
      'between',
      [
        [...captain, ...admission],
        ['edit', '--with', 'own-certificates', '--without', 'cert-manager'],
        [...captain, '--conversion'],
      ],
    ],
  ])(
    'own certificates, switched on %s: environment and permissions have the names of the objects',
    async (_, commands) => {
      using folder = await project();
      for (const command of commands) await succeed(folder, ...command);
      const objects = render(folder);
      const named = (kind: string, name: string): Rendered | undefined =>
        objects.find((object) => object.kind === kind && object.metadata.name === name);
      expect(objects.filter(({ kind }) => kind === 'Certificate' || kind === 'Issuer')).toEqual([]);

      const pod = named('Deployment', 'shop-controller-manager')?.spec?.template?.spec;
      const [container] = pod?.containers ?? [];
      const names = {
        mutating: 'shop-mutating-webhook-configuration',
        validating: 'shop-validating-webhook-configuration',
      };
      expect(Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))).toEqual({
        POD_NAMESPACE: undefined,
        WEBHOOK_CERT_SECRET: 'webhook-server-own-cert',
        WEBHOOK_SERVICE: service.name,
        MUTATING_WEBHOOK_CONFIGURATION: names.mutating,
        VALIDATING_WEBHOOK_CONFIGURATION: names.validating,
      });
      expect([pod?.volumes ?? [], container?.volumeMounts ?? []]).toEqual([[], []]);
      expect(container?.ports?.map(({ name }) => name)).toContain('webhook-server');

      for (const kind of ['Mutating', 'Validating'] as const)
        expect(
          named(`${kind}WebhookConfiguration`, names[kind === 'Mutating' ? 'mutating' : 'validating']),
        ).toBeDefined();
      expect(named('Service', service.name)).toBeDefined();
      expect(named('ClusterRole', 'shop-webhook-authority-role')?.rules).toMatchObject([
        { resources: ['mutatingwebhookconfigurations'], resourceNames: [names.mutating] },
        { resources: ['validatingwebhookconfigurations'], resourceNames: [names.validating] },
        { resources: ['customresourcedefinitions'], resourceNames: ['captains.crew.example.com'] },
      ]);
      expect(named('Role', 'shop-own-certificate-role')?.metadata.namespace).toBe(service.namespace);
      expect(named('Role', 'shop-own-certificate-role')?.rules).toMatchObject([
        { resources: ['secrets'] },
        { resources: ['secrets'], resourceNames: ['webhook-server-own-cert'] },
      ]);
      for (const name of ['shop-own-certificate-rolebinding', 'shop-webhook-authority-rolebinding'])
        expect(objects.filter(({ metadata }) => metadata.name === name)).toHaveLength(1);
    },
  );
});

test('a line that a person removed does not come back, and an edited file stays', async () => {
  using folder = await project();
  await succeed(folder, ...captain, '--defaulting');
  folder.edit('config/webhook/kustomization.yaml', '- manifests.yaml\n', '');
  folder.write('config/certmanager/inject_ca_patch.yaml', '# Mine.\n');
  await succeed(folder, ...captain, '--programmatic-validation', '--conversion');
  expect(folder.read('config/webhook/kustomization.yaml')).not.toContain('manifests.yaml');
  expect(folder.read('config/certmanager/inject_ca_patch.yaml')).toBe('# Mine.\n');
});

test('everything beside the kustomization in config/webhook is an object, which kb dev reads', async () => {
  using folder = await project();
  await succeed(folder, ...captain, ...admission);
  const { project: read } = parseProjectFile(folder.read('PROJECT'));
  assert(read !== undefined);
  const kinds = readProjectWebhooks({ root: folder.path, project: read }).map(({ object }) => object.kind);
  expect(kinds).toEqual(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);
});

test('the order of the commands does not matter', async () => {
  using one = await project();
  await succeed(one, ...captain, '--conversion');
  await succeed(one, ...captain, ...admission);
  using other = await project();
  await succeed(other, ...captain, ...admission);
  await succeed(other, ...captain, '--conversion');
  const lists = ['crd', 'webhook', 'certmanager', 'default'].map((name) => `config/${name}/kustomization.yaml`);
  for (const list of lists) expect(one.read(list)).toBe(other.read(list));
});

test('a list in another form is refused with what to add, and nothing is written', async () => {
  using folder = await project();
  await succeed(folder, ...captain, '--defaulting');
  folder.edit(
    'config/certmanager/kustomization.yaml',
    'configurations:',
    'mine: &mine [{ path: mine.yaml }]\npatches: *mine\nconfigurations:',
  );
  const before = folder.snapshot();
  const { code, err } = await folder.kb(...captain, '--conversion');
  expect(code).toBe(1);
  expect(err).toContain('config/certmanager/kustomization.yaml: kb cannot edit the form of its patches; add');
  expect(err).toContain('name: captains.crew.example.com');
  expect(folder.snapshot()).toEqual(before);
});
