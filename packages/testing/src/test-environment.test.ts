import { fileURLToPath } from 'node:url';
import { defineResource, isNotFound, keyOf, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { systemClock } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps, pods } from '@kb/kubernetes/core/v1';
import { controllerFor } from '@kb/runtime';
import { hubSpokeConverter, spoke, webhookFor } from '@kb/runtime/webhook';
import { describe, expect, test } from 'vitest';
import { readCrds } from './manifests/read-crds.ts';
import { createTestEnvironment } from './test-environment.ts';
import { countingTransport } from './transports/counting-transport.ts';

interface Thing extends KubernetesObject {
  spec?: { size?: number };
}

const things: Resource<Thing> = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});
const crds = [fileURLToPath(new URL('./testdata/crds', import.meta.url))];

const copyController = controllerFor(things)
  .owns(configMaps)
  .reconcile(async ({ key, client }) => {
    const thing = client.cached(things).get(key);
    if (!thing) return;
    const data = { size: String(thing.spec?.size ?? 0) };
    await client.apply(configMaps, { metadata: { name: key.name }, data }, { controlledBy: thing });
  });

/** A control plane that already has one version of the kind. */
async function serverOfThings(name: string): Promise<ReturnType<typeof createApiServer>> {
  const definitions = (await readCrds(crds)).map(({ spec, ...crd }) => ({
    ...crd,
    spec: { ...spec, versions: spec.versions.map((version) => ({ ...version, name })) },
  }));
  return createApiServer({ clock: systemClock, crds: definitions });
}

describe('a test environment', () => {
  test('installs the CRDs, and runs the controllers', async () => {
    await using env = await createTestEnvironment({ crds, controllers: [copyController] });
    const { namespace, client } = env;
    const thing = await client.create(things, { metadata: { name: 'a', namespace }, spec: { size: 3 } });
    await env.eventually(async () => {
      expect((await client.get(configMaps, keyOf(thing))).data).toEqual({ size: '3' });
    });
  });

  test('runs Deployments, and collects garbage', async () => {
    await using env = await createTestEnvironment();
    const { namespace, client } = env;
    const labels = { app: 'web' };
    await client.create(deployments, {
      metadata: { name: 'web', namespace },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
      },
    });
    await env.eventually(async () => {
      expect((await client.get(deployments, { namespace, name: 'web' })).status?.availableReplicas).toBe(2);
    });
    await client.delete(deployments, { namespace, name: 'web' });
    await env.eventually(async () => {
      expect((await client.list(pods, { namespace })).items).toEqual([]);
    });
  });

  test('reports the errors that controllers logged when a wait fails', async () => {
    await using env = await createTestEnvironment({
      crds,
      controllers: [controllerFor(things).reconcile(() => Promise.reject(new Error('cannot do it')))],
    });
    await env.client.create(things, { metadata: { name: 'a', namespace: env.namespace } });
    const waiting = env.eventually(() => expect(1).toBe(2), { timeoutMs: 1000 });
    await expect(waiting).rejects.toThrow(/expected 1 to be 2[^]*controllers logged:[^]*cannot do it/);
  });

  test('points at the line of the wait when it fails', async () => {
    await using env = await createTestEnvironment({ controlPlane: 'embedded' });
    const error: unknown = await env.eventually(() => env.client.get(pods, 'default/none')).catch((thrown) => thrown);
    const frames = error instanceof Error ? error.stack?.split('\n').filter((line) => /^\s*at /.test(line)) : [];
    expect(frames?.[0]).toContain('test-environment.test.ts');
  });

  test('moves virtual time on request', async () => {
    await using env = await createTestEnvironment({ controlPlane: 'embedded' });
    const before = env.clock.now();
    await env.advance(5000);
    expect(env.clock.now() - before).toBe(5000);
  });

  test('starts, stops and restarts operators, on their own transport', async () => {
    await using env = await createTestEnvironment({ crds, controlPlane: 'embedded' });
    const counting = countingTransport(env.transport);
    const first = await env.startOperator([copyController], { transport: counting });
    await env.client.create(things, { metadata: { name: 'a', namespace: 'default' } });
    await env.eventually(() => env.client.get(configMaps, 'default/a'));
    expect(counting.writes).toHaveLength(1);
    await first.stop();
    await env.client.create(things, { metadata: { name: 'b', namespace: 'default' } });
    await env.advance(1000);
    await expect(env.client.get(configMaps, 'default/b')).rejects.toSatisfy(isNotFound);
    await env.startOperator([copyController]);
    await env.eventually(() => env.client.get(configMaps, 'default/b'));
  });

  test('applies a manager’s options: defaults of controllers, setup, the lease', async () => {
    const ran: string[] = [];
    await using env = await createTestEnvironment({
      crds,
      controlPlane: 'embedded',
      controllerDefaults: { reconciliationTimeout: 2000 },
      setup: async (manager) => {
        await manager.client.list(configMaps);
        manager.add({ name: 'mine', group: 'others', start: async () => void ran.push('mine') });
      },
    });
    const stuck = controllerFor(things).reconcile(async ({ signal }) => {
      await env.clock.sleep(60_000, signal).catch(() => ran.push('aborted'));
    });
    const { manager } = await env.startOperator([stuck], {
      leaderElection: { id: 'test.example.com', namespace: 'default' },
    });
    await env.client.create(things, { metadata: { name: 'a', namespace: 'default' } });
    await env.eventually(() => expect(ran).toContain('aborted'));
    expect([ran[0], manager.leadership.valid()]).toEqual(['mine', true]);
    const setup = (): Promise<never> => Promise.reject(new Error('not set up'));
    await expect(env.startOperator([stuck], { setup })).rejects.toThrow('not set up');
  });

  test('runs controllers that watch a second cluster with the same clock', async () => {
    await using edge = await createTestEnvironment({ crds, controlPlane: 'embedded' });
    const mirror = controllerFor(configMaps)
      .watches(things, ({ metadata: { namespace, name } }) => [{ ...(namespace && { namespace }), name }], {
        cluster: 'edge',
      })
      .reconcile(async ({ key, client, cluster }) => {
        const thing = cluster('edge').cache.cached(things).get(key);
        const data = { size: String(thing?.spec?.size) };
        if (thing) await client.apply(configMaps, { metadata: key, data });
      });
    await using env = await createTestEnvironment({
      controlPlane: 'embedded',
      clock: edge.clock,
      controllers: [mirror],
      clusters: { edge },
    });
    await edge.client.create(things, { metadata: { name: 'a', namespace: 'default' }, spec: { size: 4 } });
    await env.eventually(async () => {
      expect((await env.client.get(configMaps, 'default/a')).data).toEqual({ size: '4' });
    });
    await expect(edge.client.get(configMaps, 'default/a')).rejects.toSatisfy(isNotFound);
    const again = await env.startOperator([mirror], { clusters: { edge: { transport: edge.transport } } });
    await again.stop();
  });

  test('rejects a second cluster with another clock', async () => {
    await using edge = await createTestEnvironment({ crds, controlPlane: 'embedded' });
    await expect(
      createTestEnvironment({ crds, controlPlane: 'embedded', controllers: [copyController], clusters: { edge } }),
    ).rejects.toThrow('the cluster "edge" has another clock');
  });

  test('converts between the versions of a kind with the operator’s converter', async () => {
    type NewThing = KubernetesObject & { spec: { height: number } };
    const newThings: Resource<NewThing> = defineResource({ ...things, version: 'v2' });
    const converter = hubSpokeConverter(newThings, [
      spoke(things, {
        toHub: ({ spec, ...thing }) => ({ ...thing, spec: { height: spec?.size ?? 0 } }),
        fromHub: ({ spec, ...thing }) => ({ ...thing, ...(spec && { spec: { size: spec.height } }) }),
      }),
    ]);
    await using env = await createTestEnvironment({
      crds: [fileURLToPath(new URL('./testdata/converted', import.meta.url))],
      webhooks: [webhookFor(newThings).converts(converter)],
      controlPlane: 'embedded',
    });
    await env.client.create(things, { metadata: { name: 'a', namespace: 'default' }, spec: { size: 5 } });
    expect((await env.client.get(newThings, 'default/a')).spec).toEqual({ height: 5 });
  });

  test('leaves no timer behind', async () => {
    const env = await createTestEnvironment({ crds, controllers: [copyController], controlPlane: 'embedded' });
    await env.client.create(things, { metadata: { name: 'a', namespace: 'default' } });
    await env.advance(10_000);
    await env.stop();
    await env.stop();
    expect('pending' in env.clock && typeof env.clock.pending === 'function' ? env.clock.pending() : undefined).toBe(0);
  });

  test('installs missing CRDs of other projects', async () => {
    const controllers = [copyController];
    await using env = await createTestEnvironment({ externalCrds: crds, controllers, controlPlane: 'embedded' });
    await env.client.create(things, { metadata: { name: 'a', namespace: 'default' } });
    await expect(env.eventually(() => env.client.get(configMaps, 'default/a'))).resolves.toBeDefined();
  });

  test('does not change existing CRDs of other projects', async () => {
    const { transport, stop } = await serverOfThings('v1');
    try {
      await using env = await createTestEnvironment({ externalCrds: crds, controlPlane: { transport } });
      const { metadata } = await env.client.get(customResourceDefinitions, 'things.test.example.com');
      expect(metadata.generation).toBe(1);
      expect(metadata.managedFields?.map(({ manager }) => manager)).not.toContain('kb-test');
    } finally {
      await stop();
    }
  });

  test('names the version of another project’s kind that a control plane lacks', async () => {
    const { transport, stop } = await serverOfThings('v2');
    try {
      await expect(createTestEnvironment({ externalCrds: crds, controlPlane: { transport } })).rejects.toThrow(
        'has things.test.example.com without v1 (it serves v2)',
      );
    } finally {
      await stop();
    }
  });

  test('fails to start with the server’s message when a CRD is invalid', async () => {
    const broken = fileURLToPath(new URL('./testdata/refused/crd.yaml', import.meta.url));
    await expect(createTestEnvironment({ crds: [broken], controlPlane: 'embedded' })).rejects.toMatchObject({
      name: 'StatusError',
    });
  });
});
