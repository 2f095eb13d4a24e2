import { configMaps, pods, secrets, serviceAccounts } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';
import { legacyTokenCleaner } from './legacy-token-cleaner.ts';
import { runSimulation } from '../../simulation.ts';

const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;
const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';
const tracking = { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' };
const account = { namespace: 'default', name: 'robot' };
const key = { namespace: 'default', name: 'robot-token' };

let cluster: SimulatedCluster;
/** The day of a time, relative to the start. */
const day = (afterMs: number): string => new Date(start + afterMs).toISOString().slice(0, 10);
let start = 0;

beforeEach(async () => {
  cluster = await startSimulatedCluster({
    authorizationMode: 'AlwaysAllow',
    start: (options) => runSimulation(options, () => [legacyTokenCleaner()]),
  });
  start = cluster.clock.now();
});

afterEach(() => cluster.stop());

/** Creates the account and a token Secret to which it refers. */
async function generated({ labels = {}, refers = true, since = day(0) } = {}): Promise<void> {
  const { client } = cluster;
  await client.create(configMaps, { metadata: tracking, data: { since } });
  await client.create(serviceAccounts, {
    metadata: account,
    ...(refers && { secrets: [{ name: key.name }] }),
  });
  await client.create(secrets, {
    metadata: { ...key, labels, annotations: { 'kubernetes.io/service-account.name': account.name } },
    type: 'kubernetes.io/service-account-token',
  });
}

const labels = async (): Promise<Readonly<Record<string, string>>> =>
  (await cluster.client.get(secrets, key)).metadata.labels ?? {};
const exists = async (): Promise<boolean> =>
  (await cluster.client.list(secrets, { namespace: 'default' })).items.length > 0;

/** Lets time pass while the controller does not run: it would open its watches again all the time. */
const later = (ms: number): Promise<void> =>
  cluster.restart(async () => cluster.clock.advance(ms)).then(() => cluster.clock.advance(100));

describe('the cleaner of legacy tokens', () => {
  test('marks an unused token as invalid after a year, and removes it after another', async () => {
    await generated();
    await later(YEAR);
    expect(await labels()).toEqual({});
    await later(2 * DAY);
    const today = day(YEAR + 2 * DAY);
    expect(await labels()).toEqual({ [INVALID_SINCE]: today });
    await later(YEAR - DAY);
    expect(await labels()).toEqual({ [INVALID_SINCE]: today });
    await later(3 * DAY);
    expect(await exists()).toBe(false);
    expect(cluster.failures).toEqual([]);
  });

  test('looks again a day later', async () => {
    await generated({ labels: { [LAST_USED]: day(2 * DAY) } });
    await later(YEAR + 2 * DAY);
    expect(await labels()).not.toHaveProperty([INVALID_SINCE]);
    await cluster.clock.advance(DAY);
    expect(await labels()).toHaveProperty([INVALID_SINCE]);
  });

  test.each([
    ['a Secret to which its account does not refer', { refers: false }],
    ['a token whose last use is not a day', { labels: { [LAST_USED]: 'recently' } }],
    ['any token as long as the day of the tracking is not known', { since: 'x' }],
    ['any token before uses have been noted for a year', { since: '2200-01-01' }],
  ])('leaves %s', async (_, options) => {
    await generated(options);
    await later(YEAR + 5 * DAY);
    expect(await exists()).toBe(true);
    expect(await labels()).not.toHaveProperty([INVALID_SINCE]);
  });

  test('corrects a mark that is not a day', async () => {
    await generated({ labels: { [INVALID_SINCE]: 'long-ago' } });
    await later(YEAR + 3 * DAY);
    expect(await labels()).toEqual({ [INVALID_SINCE]: day(YEAR + 3 * DAY) });
  });

  test.each([
    ['in a volume', { volumes: [{ name: 'token', secret: { secretName: key.name } }] }],
    [
      'in a projected volume',
      { volumes: [{ name: 'token', projected: { sources: [{ secret: { name: key.name } }] } }] },
    ],
    ['to pull images', { imagePullSecrets: [{ name: key.name }] }],
    [
      'in a variable',
      {
        containers: [
          {
            name: 'web',
            image: 'example.com/web:1',
            env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: key.name, key: 'token' } } }],
          },
        ],
      },
    ],
  ])('leaves a token that a Pod uses %s', async (_, spec) => {
    await generated();
    await cluster.client.create(pods, {
      metadata: { namespace: 'default', name: 'web' },
      spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...spec },
    });
    await later(YEAR + 5 * DAY);
    expect(await labels()).toEqual({});
    await cluster.client.delete(pods, { namespace: 'default', name: 'web' });
    await cluster.clock.advance(DAY);
    expect(await labels()).toHaveProperty([INVALID_SINCE]);
  });
});
