import { CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import { createKubectl, hasKubectl } from './test-support/kubectl.ts';
import { startSecure } from './test-support/listening-server.ts';
import { configMap } from './test-support/wire.ts';

if (!hasKubectl) console.warn('SKIPPED: kubectl is not on this machine: nothing was tested with it');

describe.skipIf(!hasKubectl)('kubectl over HTTPS', () => {
  test('trusts the authority of its kubeconfig, has the token, and watches', async () => {
    const server = await startSecure();
    const kubectl = createKubectl(server.kubeconfig());
    try {
      expect(await kubectl.run('auth whoami -o jsonpath={.status.userInfo.username}')).toMatchObject({
        code: 0,
        out: 'ann',
      });
      const watch = kubectl.start('get configmaps --watch --output=name');
      await kubectl.run('create -f -', configMap('first'));
      await expect.poll(() => watch.said()).toContain('configmap/first');
      await kubectl.run('create -f -', configMap('second'));
      await expect.poll(() => watch.said()).toContain('configmap/second');
      await watch.stop();
      expect((await kubectl.run('get configmaps --as=bob')).err).toContain(
        'User "bob" cannot list resource "configmaps" in API group "" in the namespace "default"',
      );
      expect((await kubectl.run('get configmaps --token=wrong')).err).toContain('You must be logged in to the server');
    } finally {
      kubectl.dispose();
    }
  });

  test('does not trust another authority', async () => {
    const server = await startSecure();
    const other = await startSecure();
    const kubectl = createKubectl(server.kubeconfig().replace(server.url, other.url));
    try {
      expect((await kubectl.run('get namespaces')).err).toMatch(/x509: certificate signed by unknown authority/);
    } finally {
      kubectl.dispose();
    }
  });
});

test('client-node reads, writes and watches over HTTPS', async () => {
  const server = await startSecure();
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig());
  const core = config.makeApiClient(CoreV1Api);
  const seen: string[] = [];
  const watch = await new Watch(config).watch(
    '/api/v1/namespaces/default/configmaps',
    {},
    (type, object: { metadata: { name: string } }) => seen.push(`${type} ${object.metadata.name}`),
    () => undefined,
  );
  await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name: 'a' }, data: { a: '1' } } });
  await expect.poll(() => seen).toEqual(['ADDED a']);
  expect((await core.readNamespacedConfigMap({ namespace: 'default', name: 'a' })).data).toEqual({ a: '1' });
  await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'a' });
  await expect.poll(() => seen).toEqual(['ADDED a', 'DELETED a']);
  watch.abort();
});
