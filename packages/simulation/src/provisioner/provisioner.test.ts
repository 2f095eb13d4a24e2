import { uncheckedPatchValue } from '@kb/client';
import { type PersistentVolumeClaim, persistentVolumeClaims, persistentVolumes, pods } from '@kb/kubernetes/core/v1';
import { storageClasses } from '@kb/kubernetes/storage/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../test-support/simulated-cluster.ts';
import { SIMULATED_PROVISIONER } from './provisioner.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
  const [failure] = cluster.failures;
  if (failure !== undefined) throw failure.error;
});

const key = { namespace: 'default', name: 'data' };
const get = (): Promise<PersistentVolumeClaim> => cluster.client.get(persistentVolumeClaims, key);
const volumes = async () => (await cluster.client.list(persistentVolumes)).items;

async function claim(spec: object = {}): Promise<void> {
  const resources = { requests: { storage: '1Gi' } };
  await cluster.client.create(persistentVolumeClaims, {
    metadata: key,
    spec: { accessModes: ['ReadWriteOnce'], resources, ...spec },
  });
  await cluster.clock.advance(2000);
}

async function consumer(name = 'web'): Promise<void> {
  await cluster.client.create(pods, {
    metadata: { namespace: 'default', name },
    spec: {
      containers: [{ name: 'c', image: 'web:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
  await cluster.clock.advance(5000);
}

test('a claim without a class gets the default one, and a volume when its first Pod is scheduled', async () => {
  await claim();
  const waiting = await get();
  expect([waiting.spec.storageClassName, waiting.status?.phase]).toEqual(['standard', 'Pending']);
  expect(await volumes()).toEqual([]);
  await consumer();
  const bound = await get();
  expect(bound.status).toMatchObject({ phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] });
  expect(bound.metadata.annotations).toMatchObject({ 'volume.kubernetes.io/selected-node': 'simulated' });
  expect(bound.spec.volumeName).toBe(`pvc-${bound.metadata.uid}`);
  const pod = await cluster.client.get(pods, { namespace: 'default', name: 'web' });
  expect(pod.status?.phase).toBe('Running');
  expect((await cluster.events('PersistentVolumeClaim')).toSorted()).toEqual([
    expect.stringMatching(/^ExternalProvisioning: Waiting for a volume .* 'simulated-node\/volumes'/),
    'Provisioning: External provisioner is provisioning volume for claim "default/data"',
    `ProvisioningSucceeded: Successfully provisioned volume ${bound.spec.volumeName}`,
    'WaitForFirstConsumer: waiting for first consumer to be created before binding',
  ]);
});

test('a claim that is older than the default class gets it too', async () => {
  await claim();
  await cluster.client.delete(persistentVolumeClaims, key);
  await cluster.client.delete(storageClasses, { name: 'standard' });
  await claim();
  expect((await get()).spec.storageClassName).toBeUndefined();
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const metadata = { name: 'later', annotations };
  await cluster.client.create(storageClasses, { metadata, provisioner: 'example.com/nobody' });
  await cluster.clock.advance(20_000);
  expect((await get()).spec.storageClassName).toBe('later');
});

test('a Pod waits for a claim that binds at once', async () => {
  await cluster.client.create(storageClasses, { metadata: { name: 'none' }, provisioner: 'example.com/nobody' });
  await claim({ storageClassName: 'none' });
  await consumer();
  const pod = await cluster.client.get(pods, { namespace: 'default', name: 'web' });
  expect(pod.status?.conditions).toMatchObject([
    {
      type: 'PodScheduled',
      reason: 'Unschedulable',
      message: expect.stringContaining('pod has unbound immediate PersistentVolumeClaims'),
    },
  ]);
});

test('a class of the user with this provisioner makes volumes at once, and deletes them with their claims', async () => {
  const provisioner = SIMULATED_PROVISIONER;
  await cluster.client.create(storageClasses, { metadata: { name: 'fast' }, provisioner, mountOptions: ['ro'] });
  await claim({ storageClassName: 'fast' });
  expect((await get()).status?.phase).toBe('Bound');
  expect((await volumes())[0]?.spec).toMatchObject({ mountOptions: ['ro'], persistentVolumeReclaimPolicy: 'Delete' });
  await cluster.client.delete(persistentVolumeClaims, key);
  await cluster.clock.advance(3000);
  expect(await volumes()).toEqual([]);
});

test('a claim that asks for more gets more', async () => {
  await claim();
  await consumer();
  const value = uncheckedPatchValue({ spec: { resources: { requests: { storage: '3Gi' } } } });
  await cluster.client.patch(persistentVolumeClaims, key, { type: 'merge', value });
  await cluster.clock.advance(3000);
  expect((await get()).status?.capacity).toEqual({ storage: '3Gi' });
  expect((await volumes())[0]?.spec?.capacity).toEqual({ storage: '3Gi' });
  expect(await cluster.events('PersistentVolumeClaim')).toContain('VolumeResizeSuccessful: Resize volume succeeded');
});

test('a claim stays until its Pod is gone, and its volume goes after it', async () => {
  await claim();
  await consumer();
  await cluster.client.delete(persistentVolumeClaims, key);
  await cluster.clock.advance(3000);
  expect((await get()).metadata.deletionTimestamp).toBeDefined();
  await cluster.client.delete(pods, { namespace: 'default', name: 'web' });
  await cluster.clock.advance(3000);
  expect((await cluster.client.list(persistentVolumeClaims)).items).toEqual([]);
  expect(await volumes()).toEqual([]);
});

test('the default class is created once, so that it may be deleted', async () => {
  await cluster.client.delete(storageClasses, { name: 'standard' });
  await cluster.clock.advance(60_000);
  expect((await cluster.client.list(storageClasses)).items).toEqual([]);
});

test('without claims, the simulation does nothing for them', async () => {
  cluster.requests.length = 0;
  await cluster.clock.advance(60_000);
  expect(cluster.requests.filter((request) => /persistentvolume|storageclass/.test(request))).toEqual([]);
});
