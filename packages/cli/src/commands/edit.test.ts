import { expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const kustomization = 'config/default/kustomization.yaml';

async function project(): Promise<TestFolder> {
  const folder = testFolder();
  const { code, err } = await folder.kb('init', '--domain', 'example.com');
  if (code !== 0) throw new Error(err);
  return folder;
}

function linesOf(folder: TestFolder, key: string): string[] {
  const [, list = ''] = new RegExp(`^${key}:\\n((?:- .*\\n)*)`, 'm').exec(folder.read(kustomization)) ?? [];
  return list.split('\n').filter((line) => line !== '');
}

test('a part brings those that it needs, in the order in which they patch each other', async () => {
  using folder = await project();
  expect(await folder.kb('edit', '--with', 'metrics-certificate')).toMatchObject({ code: 0, err: '' });
  expect(await folder.kb('edit', '--with', 'prometheus,network-policy')).toMatchObject({ code: 0, err: '' });
  expect(linesOf(folder, 'components')).toEqual([
    '- ../webhook',
    '- ../certmanager',
    '- ../prometheus',
    '- ../metrics-certificate',
    '- ../network-policy',
  ]);
  expect(linesOf(folder, 'replacements')).toEqual([
    '- path: cert_manager_replacements.yaml',
    '- path: metrics_certificate_replacements.yaml',
  ]);
});

test('a second time nothing changes', async () => {
  using folder = await project();
  await folder.kb('edit', '--with', 'cert-manager');
  const before = folder.snapshot();
  expect(await folder.kb('edit', '--with', 'cert-manager')).toMatchObject({ code: 0, err: '' });
  expect(folder.snapshot()).toEqual(before);
});

test('switching off and on again keeps what a person wrote', async () => {
  using folder = await project();
  await folder.kb('edit', '--with', 'cert-manager,network-policy');
  folder.edit(kustomization, 'components:\n', 'components: # ours\n- ../mine\n');
  folder.edit('config/certmanager/issuer.yaml', 'selfSigned: {}', 'ca: { secretName: ours }');
  const before = folder.snapshot();
  expect(await folder.kb('edit', '--without', 'cert-manager')).toMatchObject({ code: 0, err: '' });
  expect(folder.read(kustomization)).not.toMatch(/certmanager|cert_manager/);
  expect(folder.read(kustomization)).toContain('components: # ours\n- ../mine\n- ../webhook\n- ../network-policy\n');
  await folder.kb('edit', '--with', 'cert-manager');
  expect(folder.read('config/certmanager/issuer.yaml')).toBe(before['config/certmanager/issuer.yaml']);
  expect(linesOf(folder, 'replacements')).toEqual(['- path: cert_manager_replacements.yaml']);
});

test('--dry-run writes nothing', async () => {
  using folder = await project();
  const before = folder.snapshot();
  const { code, out } = await folder.kb('edit', '--with', 'webhook', '--dry-run');
  expect([code, out]).toEqual([0, expect.stringContaining('create config/webhook/service.yaml')]);
  expect(folder.snapshot()).toEqual(before);
});

test.each([
  [['edit'], 'no flag says what to change'],
  [['edit', '--with', 'webhok'], 'there is no part "webhok"'],
  [['edit', '--without', 'cert-manager'], 'metrics-certificate needs it'],
  [['edit', '--without', 'webhook', '--with', 'webhook'], 'another flag asks for it'],
])('kb %j is refused, and changes nothing', async (args, message) => {
  using folder = await project();
  await folder.kb('edit', '--with', 'metrics-certificate');
  const before = folder.snapshot();
  expect(await folder.kb(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  expect(folder.snapshot()).toEqual(before);
});

test.each([
  [['edit', '--with', 'own-certificates'], '--without cert-manager,metrics-certificate.'],
  [['edit', '--with', 'own-certificates', '--without', 'metrics-certificate'], '--without cert-manager.'],
  [['edit', '--with', 'own-certificates,cert-manager'], 'Ask for one of both.'],
])('of the two parts that make certificates, kb %j refuses the second', async (args, hint) => {
  using folder = await project();
  await folder.kb('edit', '--with', 'metrics-certificate');
  const before = folder.snapshot();
  const { code, err } = await folder.kb(...args);
  expect([code, err]).toEqual([2, expect.stringContaining('they exclude each other')]);
  expect(err).toContain(hint);
  expect(folder.snapshot()).toEqual(before);
});

test('the parts that make certificates take turns, and the files of both stay', async () => {
  using folder = await project();
  await folder.kb('edit', '--with', 'cert-manager');
  const before = folder.snapshot();
  expect(await folder.kb('edit', '--with', 'own-certificates', '--without', 'cert-manager')).toMatchObject({ code: 0 });
  const text = folder.snapshot()[kustomization];
  expect(text).toContain('- ../webhook\n- ../own-certificates\n');
  expect(text).not.toContain('certmanager');
  expect(await folder.kb('edit', '--without', 'own-certificates', '--with', 'cert-manager')).toMatchObject({ code: 0 });
  expect(folder.snapshot()).toMatchObject(before);
});

test('a kustomization in another form is refused with what to add', async () => {
  using folder = await project();
  folder.edit(kustomization, 'components: []', 'mine: &mine [../mine]\ncomponents: *mine');
  const before = folder.snapshot();
  const { code, err } = await folder.kb('edit', '--with', 'network-policy');
  expect([code, err]).toEqual([1, expect.stringContaining('add to components:\n    - ../network-policy')]);
  expect(folder.snapshot()).toEqual(before);
});
