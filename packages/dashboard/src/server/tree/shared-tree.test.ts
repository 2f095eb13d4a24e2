import type { Transport } from '@kb/apimachinery';
import { createClient, systemClock } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { expect, test } from 'vitest';
import type { KindRef, TreeNode } from '../../protocol/index.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { openPage } from '../test-support/page-client.ts';
import {
  configMaps,
  deployments,
  secrets,
  startTestDashboard,
  type TestDashboard,
} from '../test-support/start-test-dashboard.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
const deployment = {
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas: 1, selector: { matchLabels: { app: 'a' } }, template },
};
const handle = resourceOf(configMaps);

/** An object of the name that another one owns. */
const ownedBy = (
  name: string,
  { kind, apiVersion, metadata }: Pick<TestObject, 'kind' | 'apiVersion' | 'metadata'>,
) => ({
  metadata: {
    name,
    namespace: 'default',
    ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }],
  },
});

type TestObject = Awaited<ReturnType<TestDashboard['client']['get']>>;

/** Names and health, each with what it owns. */
const shape = ({ ref, health, note, missing, children }: TreeNode): unknown[] => [
  `${ref.kind.kind} ${ref.name}${missing ? ' missing' : ''}`,
  health,
  note,
  ...children.map(shape),
];

test('a tree has the topmost owner and all that it owns, and follows both', async () => {
  const { dashboard, client } = await startTestDashboard();
  const owner = await client.create(resourceOf(deployments), deployment);
  const one = await client.create(handle, ownedBy('one', owner));
  await client.create(handle, ownedBy('two', one));
  const page = await openPage(dashboard);
  const ref = { kind: configMaps, namespace: 'default', name: 'two' };
  const tree = page.follow({ topic: 'tree', ref });
  const whole = await tree.until(({ roots }) => JSON.stringify(roots).includes('"two"'));
  expect(whole.roots.map(shape)).toEqual([
    ['Deployment web', 'progressing', '0/1 ready', ['ConfigMap one', 'unknown', '', ['ConfigMap two', 'unknown', '']]],
  ]);

  await client.create(handle, ownedBy('three', one));
  await tree.until(({ roots }) => JSON.stringify(roots).includes('"three"'));
  const status = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1 };
  const patch = { type: 'merge', value: { status } } as const;
  await client.subresource(resourceOf(deployments), 'status').patch(owner.metadata, patch);
  await tree.until(({ roots }) => roots[0]?.health === 'healthy' && roots[0].note === '1/1 ready');
});

test('an owner that is gone is missing, and what was under it stays', async () => {
  const { dashboard, client } = await startTestDashboard();
  const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: '5b5b2ac0-5b5b-4b5b-8b5b-5b5b2ac05b5b' };
  await client.create(handle, { metadata: { name: 'left', namespace: 'default', ownerReferences: [gone] } });
  const page = await openPage(dashboard);
  const ref = { kind: configMaps, namespace: 'default', name: 'left' };
  const { roots } = await page.follow({ topic: 'tree', ref }).until((event) => event.roots[0]?.children.length === 1);
  expect(roots.map(shape)).toEqual([
    ['ConfigMap gone missing', 'unknown', 'does not exist', ['ConfigMap left', 'unknown', '']],
  ]);
});

const ownerRef = { kind: configMaps, namespace: 'default', name: 'owner' };

/** The names of what a tree has below its root. */
const below = (roots: readonly TreeNode[]): string[] => (roots[0]?.children ?? []).map(({ ref }) => ref.name);

test('a tree follows a kind that is served later, also when its definition was deleted in between', async () => {
  const { dashboard, client } = await startTestDashboard();
  const owner = await client.create(handle, { metadata: { name: 'owner', namespace: 'default' } });
  const tree = (await openPage(dashboard)).follow({ topic: 'tree', ref: ownerRef });
  await tree.until(() => true);
  const widgets: KindRef = { ...configMaps, group: 'example.com', kind: 'Widget', resource: 'widgets' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const names = { kind: 'Widget', plural: 'widgets' };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  const definition = {
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions } as const,
  };
  for (const name of ['one', 'two']) {
    await client.create(customResourceDefinitions, definition);
    await expect
      .poll(() => client.create(resourceOf(widgets), ownedBy(name, owner)).catch(() => undefined))
      .toBeDefined();
    await tree.until(({ roots }) => below(roots).includes(name));
    await client.delete(customResourceDefinitions, definition.metadata);
    await expect.poll(() => below(tree.events.at(-1)?.roots ?? [])).toEqual([]);
  }
});

test('a tree loses what was deleted while the watch was interrupted', async () => {
  const started = Promise.withResolvers<TestDashboard>();
  const shown = Promise.withResolvers<void>();
  let isFirst = true;
  const transport: Transport = {
    send: async (request, signal) => {
      const { client, server } = await started.promise;
      if (isFirst && request.path.includes('/secrets?') && request.path.includes('watch=')) {
        isFirst = false;
        await shown.promise;
        await client.delete(resourceOf(secrets), { namespace: 'default', name: 'owned' });
        server.compact();
      }
      return server.transport.send(request, signal);
    },
  };
  const cluster = await startTestDashboard({ client: createClient({ transport, clock: systemClock }) });
  const owner = await cluster.client.create(handle, { metadata: { name: 'owner', namespace: 'default' } });
  await cluster.client.create(resourceOf(secrets), ownedBy('owned', owner));
  started.resolve(cluster);
  const tree = (await openPage(cluster.dashboard)).follow({ topic: 'tree', ref: ownerRef });
  await tree.until(({ roots }) => below(roots).length === 1);
  shown.resolve();
  await expect.poll(() => below(tree.events.at(-1)?.roots ?? [])).toEqual([]);
});
