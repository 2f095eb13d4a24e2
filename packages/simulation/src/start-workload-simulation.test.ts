import { daemonSets, deployments, replicaSets, statefulSets } from '@kb/kubernetes/apps/v1';
import { jobs } from '@kb/kubernetes/batch/v1';
import { configMaps, pods, resourceQuotas, serviceAccounts, services } from '@kb/kubernetes/core/v1';
import { podDisruptionBudgets } from '@kb/kubernetes/policy/v1';
import { endpointSlices } from '@kb/kubernetes/discovery/v1';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { failingTransport } from './test-support/failing-transport.ts';
import {
  deploymentOf,
  imagePatch,
  type SimulatedCluster,
  startSimulatedCluster,
} from './test-support/simulated-cluster.ts';

let cluster: SimulatedCluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

const web = { namespace: 'default', name: 'web' };

describe('startWorkloadSimulation', () => {
  test('creates the ReplicaSet and Pods of a Deployment, and reports its status', async () => {
    cluster = await startSimulatedCluster();
    await cluster.client.create(deployments, deploymentOf(3));
    await cluster.clock.advance(1000);
    const [set] = await cluster.sets();
    const name = set?.metadata.name;
    expect(name).toMatch(/^web-[b-df-hj-np-tv-xz2456789]{1,10}$/);
    expect(set?.status).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
      observedGeneration: 1,
    });
    const { metadata, status } = await cluster.deployment();
    // The annotation is written with the status, which does not increment the generation.
    expect(metadata).toMatchObject({ generation: 1, annotations: { 'deployment.kubernetes.io/revision': '1' } });
    expect(status).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
    });
    expect(status?.unavailableReplicas).toBeUndefined();
    expect(status?.conditions?.map(({ type, reason, message }) => [type, reason, message])).toEqual([
      ['Available', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'],
      ['Progressing', 'NewReplicaSetAvailable', `ReplicaSet "${name}" has successfully progressed.`],
    ]);
    expect((await cluster.pods()).map((pod) => [pod.status?.phase, pod.spec.nodeName])).toEqual([
      ['Running', 'simulated'],
      ['Running', 'simulated'],
      ['Running', 'simulated'],
    ]);
    expect(await cluster.events('Deployment')).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${name} from 0 to 3`,
    ]);
    expect(await cluster.events('ReplicaSet')).toHaveLength(3);
    expect(cluster.failures).toEqual([]);
  });

  test('writes nothing when nothing changes, and leaves no timer', async () => {
    cluster = await startSimulatedCluster();
    await cluster.client.create(deployments, deploymentOf(2));
    await cluster.client.create(services, { metadata: web, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } });
    await cluster.clock.advance(5000);
    cluster.requests.length = 0;
    await cluster.clock.advance(240_000);
    // Idle watches are opened again, once.
    expect(cluster.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests).toEqual([
      'PATCH /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/simulated',
      'PUT /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager',
      'PUT /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler',
    ]);
    await cluster.stop();
    expect(cluster.clock.pending()).toBe(0);
  });

  test('an idle cluster costs nothing: in ten minutes it only renews its Leases, twice', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock } = cluster;
    const metadata = { ...web };
    const selector = { matchLabels: { app: 'web' } };
    const { spec } = deploymentOf(2);
    const template = spec?.template ?? { spec: { containers: [] } };
    await client.create(deployments, deploymentOf(2));
    await client.create(statefulSets, { metadata, spec: { serviceName: 'web', selector, template } });
    await client.create(daemonSets, { metadata, spec: { selector, template } });
    await client.create(services, { metadata, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } });
    await client.create(podDisruptionBudgets, { metadata, spec: { maxUnavailable: 1, selector } });
    await client.create(resourceQuotas, { metadata, spec: { hard: { pods: '100' } } });
    const { containers = [] } = template.spec ?? {};
    await client.create(jobs, { metadata, spec: { template: { spec: { containers, restartPolicy: 'Never' } } } });
    await client.create(configMaps, { metadata });
    await clock.advance(300_000);
    const timers = clock.pending();
    cluster.requests.length = 0;
    // At how many different times timers fire.
    let fired = 0;
    for (let at = clock.nextDue(), end = clock.now() + 600_000; at !== undefined && at <= end; at = clock.nextDue()) {
      await clock.advance(at - clock.now());
      fired += 1;
    }
    // Not even watches are opened again.
    expect(cluster.requests.toSorted()).toEqual(
      [
        ['PATCH', 'kube-node-lease/leases/simulated'],
        ['PUT', 'kube-system/leases/kube-controller-manager'],
        ['PUT', 'kube-system/leases/kube-scheduler'],
      ]
        .map(([verb, lease]) => `${verb} /apis/coordination.k8s.io/v1/namespaces/${lease}`)
        .flatMap((request) => [request, request]),
    );
    // The server sends bookmarks each minute, and clients look for silent connections: all at the same times.
    expect(fired).toBeLessThanOrEqual(30);
    expect(clock.pending()).toBe(timers);
  });

  test('never has too many Pods or too few available ones during a rollout', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock } = cluster;
    await client.create(
      deployments,
      deploymentOf(12, { spec: { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } } }),
    );
    await clock.advance(1000);
    await client.patch(deployments, web, { type: 'merge', value: imagePatch('web:2') });
    const seen: number[][] = [];
    await clock.runUntil(async () => {
      const sets = (await client.list(replicaSets, { namespace: 'default' })).items;
      const all = (await client.list(pods, { namespace: 'default' })).items.filter(
        (pod) => !pod.metadata.deletionTimestamp,
      );
      const ready = all.filter(({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      );
      seen.push([all.length, ready.length]);
      const status = (await client.get(deployments, web)).status;
      return (
        sets.length === 2 && status?.updatedReplicas === 12 && status.replicas === 12 && status.availableReplicas === 12
      );
    });
    expect(Math.max(...seen.map(([all]) => all ?? 0))).toBeLessThanOrEqual(13);
    expect(Math.min(...seen.map(([, ready]) => ready ?? 0))).toBeGreaterThanOrEqual(11);
    expect(seen.length).toBeGreaterThan(5);
  });

  test('keeps the EndpointSlice of a Service up to date', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock } = cluster;
    await client.create(services, { metadata: web, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } });
    await clock.advance(100);
    const slices = async () => (await client.list(endpointSlices, { namespace: 'default' })).items;
    expect((await slices()).map(({ endpoints }) => endpoints ?? [])).toEqual([[]]);
    await client.create(deployments, deploymentOf(2));
    await clock.advance(1000);
    const conditions = { ready: true, serving: true, terminating: false };
    const [slice, ...others] = await slices();
    expect(others).toEqual([]);
    expect(slice?.endpoints?.map((endpoint) => endpoint.conditions)).toEqual([conditions, conditions]);
    expect(slice?.metadata.labels).toMatchObject({ 'kubernetes.io/service-name': 'web' });
    await client.patch(deployments, web, { type: 'merge', value: { spec: { replicas: 0 } } });
    await clock.advance(1000);
    expect((await slices()).map(({ endpoints }) => endpoints ?? [])).toEqual([[]]);
  });

  test('creates the ServiceAccount and the certificates of every namespace, and repairs them', async () => {
    cluster = await startSimulatedCluster({ rootCertificates: 'CERTIFICATES' });
    const { client, clock } = cluster;
    const account = { namespace: 'default', name: 'default' };
    const map = { namespace: 'default', name: 'kube-root-ca.crt' };
    await client.delete(serviceAccounts, account);
    await client.patch(configMaps, map, { type: 'merge', value: { data: { 'ca.crt': 'other', more: 'x' } } });
    await clock.advance(10);
    expect((await client.get(serviceAccounts, account)).metadata.name).toBe('default');
    expect((await client.get(configMaps, map)).data).toEqual({ 'ca.crt': 'CERTIFICATES' });
    await client.delete(configMaps, map);
    await clock.advance(10);
    expect((await client.get(configMaps, map)).data).toEqual({ 'ca.crt': 'CERTIFICATES' });
  });

  test('continues where another simulation was stopped', async () => {
    cluster = await startSimulatedCluster();
    const { client, clock } = cluster;
    await client.create(deployments, deploymentOf(3));
    for (let turn = 0; turn < 20; turn += 1) {
      await clock.advance(20);
      await cluster.restart();
      if (turn === 10) await client.patch(deployments, web, { type: 'merge', value: imagePatch('web:2') });
    }
    await clock.advance(5000);
    expect((await cluster.deployment()).status).toMatchObject({
      replicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
    });
    expect(await cluster.pods()).toHaveLength(3);
    expect((await cluster.sets()).map(({ spec }) => spec.replicas ?? 0).toSorted((a, b) => a - b)).toEqual([0, 3]);
  });

  test('converges to the same objects when requests and connections fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        const unreliable = await startSimulatedCluster({ intercept: (transport) => failingTransport(transport, seed) });
        const { client, clock } = unreliable;
        try {
          await client.create(deployments, deploymentOf(3));
          await clock.advance(300);
          await client.patch(deployments, web, { type: 'merge', value: imagePatch('web:2') });
          await clock.advance(200);
          await client.patch(deployments, web, { type: 'merge', value: { spec: { replicas: 5 } } });
          await clock.advance(900_000);
          expect((await unreliable.deployment()).status).toMatchObject({
            replicas: 5,
            updatedReplicas: 5,
            availableReplicas: 5,
          });
          expect((await unreliable.pods()).map(({ status }) => status?.phase)).toEqual(Array(5).fill('Running'));
          expect(unreliable.failures.length).toBeGreaterThan(0);
          await client.delete(deployments, web);
          await clock.advance(900_000);
          expect([...(await unreliable.sets()), ...(await unreliable.pods())]).toEqual([]);
        } finally {
          await unreliable.stop();
        }
      }),
      { numRuns: 8 },
    );
  });
});
