import { createClient, createTransport, loadKubeConfig, systemClock } from '@kb/client';
import { validatingWebhookConfigurations } from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { expect, test } from 'vitest';
import { newAdminToken } from '../api-server/server-access.ts';
import { freePort } from '../test-support/free-port.ts';
import { testFolder } from '../test-support/run-kb.ts';
import { linkPackages, runningDev } from '../test-support/running-dev.ts';
import { startEmbeddedCluster } from './cluster/embedded-cluster.ts';

test('a cluster of a kubeconfig has the project until the end, and its webhooks are called on this machine', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb(
    'create',
    'webhook',
    '--group',
    'shop',
    '--version',
    'v1',
    '--kind',
    'Shop',
    '--programmatic-validation',
  );
  await folder.kb('generate');
  linkPackages(folder, 'shop');
  const cluster = await startEmbeddedCluster({
    port: 0,
    workloads: false,
    tls: true,
    tokens: newAdminToken(),
    onNotEnforced: () => undefined,
  });
  try {
    folder.write('cluster.kubeconfig', cluster.kubeconfig);
    const unknown = await folder.kb('dev', '--context', 'prod', '--kubeconfig', 'cluster.kubeconfig');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/no context "prod".*kb/s)]);
    const access = await loadKubeConfig({ path: `${folder.path}/cluster.kubeconfig` });
    const transport = createTransport(access);
    const client = createClient({ transport, clock: systemClock });
    const address = `127.0.0.1:${await freePort()}`;
    const flags = ['--context', 'kb', '--kubeconfig', 'cluster.kubeconfig', '--webhook-address', address];
    {
      await using dev = runningDev(folder, ...flags, '--samples');
      expect(await dev.next('cluster')).toMatchObject({ embedded: false, server: cluster.url });
      expect((await dev.next('crd-applied')).names).toEqual(['shops.shop.example.com']);
      const { names, origin } = await dev.next('webhooks-applied');
      expect(origin).toBe(`https://${address}`);
      const configuration = await client.get(validatingWebhookConfigurations, { name: names[0] ?? '' });
      expect(configuration.metadata.name).toMatch(/^kb-dev-/);
      expect(configuration.webhooks?.[0]?.clientConfig).toMatchObject({ url: expect.stringMatching(`^${origin}/`) });
      expect(configuration.webhooks?.[0]?.clientConfig.service).toBeUndefined();
      await expect.poll(() => dev.events.some(({ event }) => event === 'sample-applied')).toBe(true);
      expect(await dev.interrupt()).toBe(0);
      expect(dev.errors()).toBe('');
    }
    expect((await client.list(validatingWebhookConfigurations)).items).toEqual([]);
    expect((await client.list(customResourceDefinitions)).items).toHaveLength(1);
    await transport.close();
  } finally {
    await cluster.stop();
  }
});

test.each([
  [['--context', 'kind', '--once'], '--once is about the embedded API server'],
  [['--kubeconfig', 'file', '--port', '1'], '--port is about the embedded API server'],
  [['--samples'], '--samples is about a cluster of a kubeconfig'],
  [['--context', 'a', '--webhook-address', 'here'], '--webhook-address is a name or an address with a port'],
])('refuses %o', async (flags, message) => {
  using folder = testFolder();
  const { code, err } = await folder.kb('dev', ...flags);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
