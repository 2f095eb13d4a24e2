import { fileURLToPath } from 'node:url';
import { defineResource } from '@kb/apimachinery';
import { hubSpokeConverter, webhookFor } from '@kb/runtime/webhook';
import { describe, expect, test } from 'vitest';
import { createTestEnvironment } from '../test-environment.ts';
import { readWebhookConfigurations } from './webhook-configurations.ts';

const at = (path: string): string => fileURLToPath(new URL(`../testdata/${path}`, import.meta.url));
const crds = [at('crds')];
const webhookConfigurations = [at('webhooks')];
const things = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});
const named = { metadata: { name: 'a', namespace: 'default' } };
const webhooks = webhookFor(things)
  .defaults((thing) => ({ ...thing, metadata: { ...thing.metadata, labels: { defaulted: 'yes' } } }))
  .validates({
    create: ({ metadata }) => {
      if (metadata.name === 'bad') throw new Error('this name is bad');
    },
  });

test('a test calls webhooks by the manifests of its project', async () => {
  await using env = await createTestEnvironment({
    crds,
    webhookConfigurations,
    webhooks: [webhooks],
    controlPlane: 'embedded',
  });
  expect((await env.client.create(things, named)).metadata.labels).toEqual({ defaulted: 'yes' });
  await expect(env.client.create(things, { metadata: { name: 'bad', namespace: 'default' } })).rejects.toMatchObject({
    message: 'admission webhook "vthing.kb.io" denied the request: this name is bad',
  });
});

describe('manifests that do not fit the webhooks', () => {
  const starting = (options: Parameters<typeof createTestEnvironment>[0]): Promise<unknown> =>
    createTestEnvironment({ crds, controlPlane: 'embedded', ...options });

  test('a configuration calls what is not served', async () => {
    const served = webhookFor(things).validates({}, { path: '/other' });
    await expect(starting({ webhookConfigurations, webhooks: [served] })).rejects.toMatchObject({
      code: 'KB_WEBHOOK_PATH_MISMATCH',
      message: `${at('webhooks/manifests.yaml')}: mthing.kb.io calls a mutating webhook at /mutate-test-example-com-v1-thing, and no webhook of the test serves it (served: validating /other)`,
    });
  });

  test('a served webhook that no configuration calls', async () => {
    const other = webhookFor({ ...things, kind: 'Other' }).validates({});
    await expect(starting({ webhookConfigurations, webhooks: [webhooks, other] })).rejects.toThrow(
      'a validating webhook is served at /validate-test-example-com-v1-other, and no webhook configuration calls it (called: mutating /mutate-test-example-com-v1-thing, validating /validate-test-example-com-v1-thing)',
    );
  });

  test('a definition with a conversion webhook, and no converter', async () => {
    await expect(starting({ crds: [at('kustomized')], webhooks: [webhooks] })).rejects.toThrow(
      'things.test.example.com has a conversion webhook, and no webhook of the test converts Thing of test.example.com (converted: none)',
    );
  });

  test('a converter whose definition has no conversion webhook', async () => {
    const converter = hubSpokeConverter(things, []);
    await expect(starting({ webhooks: [webhookFor(things).converts(converter)] })).rejects.toThrow(
      'there is a converter of Thing of test.example.com, and things.test.example.com has no conversion webhook',
    );
  });
});

test.each([
  ['nowhere', 'no such file or folder'],
  ['none', 'there is no webhook configuration in it'],
  ['broken', 'crd.yaml:2:19: this is not YAML'],
])('configurations of %s cannot be read', async (path, message) => {
  await expect(readWebhookConfigurations([at(path)])).rejects.toMatchObject({
    code: 'KB_WEBHOOK_FILE_INVALID',
    message: expect.stringContaining(message),
  });
});
