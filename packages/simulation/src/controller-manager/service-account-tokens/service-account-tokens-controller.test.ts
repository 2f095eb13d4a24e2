import { secrets, serviceAccounts } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { startWorkloadSimulation } from '../../start-workload-simulation.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

const key = { namespace: 'default', name: 't' };
const tokenSecret = (account: string) => ({
  metadata: { ...key, annotations: { 'kubernetes.io/service-account.name': account } },
  type: 'kubernetes.io/service-account-token',
});
const textOf = (value: string | undefined): string => Buffer.from(value ?? '', 'base64').toString();

describe('the controller of token Secrets', () => {
  test('fills a Secret with a token, with which the account authenticates', async () => {
    cluster = await startSimulatedCluster({ rootCertificates: 'CERTIFICATES' });
    const { client, clock, server, failures } = cluster;
    await client.create(secrets, tokenSecret('default'));
    await clock.advance(100);
    const { data = {} } = await client.get(secrets, key);
    expect(Object.keys(data).toSorted()).toEqual(['ca.crt', 'namespace', 'token']);
    expect(textOf(data['ca.crt'])).toBe('CERTIFICATES');
    const send = async (): Promise<string> => {
      const { body } = await server.transport.send({
        method: 'POST',
        path: '/apis/authentication.k8s.io/v1/tokenreviews',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ spec: { token: textOf(data['token']) } })),
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of body instanceof Uint8Array ? [body] : body) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    expect(await send()).toContain('"username":"system:serviceaccount:default:default"');
    await client.delete(secrets, key);
    expect(await send()).toContain('Token has been invalidated');
    expect(failures).toEqual([]);
  });

  test('writes nothing when nothing is missing', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock, requests } = cluster;
    await client.create(secrets, tokenSecret('default'));
    await clock.advance(100);
    requests.length = 0;
    await client.patch(secrets, key, { type: 'merge', value: { metadata: { labels: { a: 'b' } } } });
    await client.create(secrets, { metadata: { namespace: 'default', name: 'opaque' } });
    await clock.advance(60_000);
    expect(requests.filter((request) => /secrets/.test(request) && !request.startsWith('GET'))).toEqual([]);
  });

  test('removes a deleted Secret from its account after the account has changed meanwhile', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock, failures } = cluster;
    const account = { namespace: 'default', name: 'robot' };
    await client.create(serviceAccounts, { metadata: account, secrets: [{ name: 't' }, { name: 'u' }] });
    await client.create(secrets, tokenSecret('robot'));
    await clock.advance(100);
    await client.delete(secrets, key);
    await client.patch(serviceAccounts, account, { type: 'merge', value: { metadata: { labels: { a: 'b' } } } });
    await clock.advance(1000);
    expect((await client.get(serviceAccounts, account)).secrets).toEqual([{ name: 'u' }]);
    expect(failures).toEqual([]);
  });
});

test('nothing fills Secrets where nothing signs tokens', async () => {
  cluster = await startSimulatedCluster({
    start: ({ signSecretToken: _sign, ...options }) => startWorkloadSimulation(options),
  });
  await cluster.client.create(secrets, tokenSecret('default'));
  await cluster.clock.advance(1000);
  expect((await cluster.client.get(secrets, key)).data).toBeUndefined();
});
