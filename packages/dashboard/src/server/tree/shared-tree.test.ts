import { expect, test } from 'vitest';
import type { TreeNode } from '../../protocol/index.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { openPage } from '../test-support/page-client.ts';
import { configMaps, deployments, startTestDashboard } from '../test-support/start-test-dashboard.ts';

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
const deployment = {
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas: 1, selector: { matchLabels: { app: 'a' } }, template },
};
const handle = resourceOf(configMaps);

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
  const ownedBy = (name: string, { kind, apiVersion, metadata }: typeof owner) => ({
    metadata: {
      name,
      namespace: 'default',
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }],
    },
  });
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
