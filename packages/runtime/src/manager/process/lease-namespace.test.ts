import { expect, test } from 'vitest';
import { inClusterNamespace } from './lease-namespace.ts';

test("is that of the pod's service account", async () => {
  const read: string[] = [];
  const namespace = await inClusterNamespace((file) => {
    read.push(file);
    return Promise.resolve('shop-system\n');
  });
  expect([namespace, read]).toEqual(['shop-system', ['/var/run/secrets/kubernetes.io/serviceaccount/namespace']]);
});

test.each([
  ['ENOENT', 'not running in-cluster, please specify --leader-election-namespace'],
  ['EACCES', 'error reading /var/run/secrets/kubernetes.io/serviceaccount/namespace'],
])('%s is an error that says what to do', async (code, message) => {
  const read = (): Promise<string> => Promise.reject(Object.assign(new Error(code), { code }));
  await expect(inClusterNamespace(read)).rejects.toThrow(message);
});
