import { expect, test } from 'vitest';
import { inClusterNamespace } from './connect-and-run.ts';

test("takes the namespace of the lease from the pod's service account", async () => {
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
])('a namespace that cannot be read (%s) is an error that says what to do', async (code, message) => {
  const read = (): Promise<string> => Promise.reject(Object.assign(new Error(code), { code }));
  await expect(inClusterNamespace(read)).rejects.toThrow(message);
});
