import assert from 'node:assert/strict';
import { installManifests } from '@kb/cli/dev';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import type { Page } from 'playwright-core';
import { definitionOf, gadgets } from './gadgets.ts';
import { expectGone, expectSeen } from './open-dashboard.ts';
import type { Scene, Stage } from './scene.ts';

const rowOf = (page: Page, name: RegExp): ReturnType<Page['getByRole']> => page.getByRole('row', { name });

async function rowsLive({ admin, client, namespace }: Stage): Promise<void> {
  const page = await admin.open(`#/objects/lab.example.com/v1/gadgets?namespace=${namespace}`);
  await expectSeen(page.getByText(`No gadgets in ${namespace}`));
  const key = { namespace, name: 'anvil' };
  await client.create(gadgets, { metadata: key, spec: { size: 4, colour: 'red' } });
  await expectSeen(rowOf(page, /anvil\s+4\s+red/));
  await client.patch(gadgets, key, { type: 'merge', value: { spec: { size: 77 } } });
  await expectSeen(rowOf(page, /anvil\s+77\s+red/));
  await client.delete(gadgets, key);
  await expectGone(rowOf(page, /anvil/));
  await page.close();
}

/** The server has forgotten what the page saw last: it is listed again. */
async function forgottenHistory({ admin, client, namespace, target }: Stage): Promise<void> {
  const page = await admin.open(`#/objects/core/v1/configmaps?namespace=${namespace}`);
  await client.create(configMaps, { metadata: { namespace, name: 'before' } });
  await expectSeen(rowOf(page, /before/));
  await target.compact();
  await client.create(configMaps, { metadata: { namespace, name: 'after' } });
  await expectSeen(rowOf(page, /after/));
  await client.delete(configMaps, { namespace, name: 'before' });
  await expectGone(rowOf(page, /before/));
  await page.close();
}

async function newKind({ admin, client }: Stage): Promise<void> {
  const page = await admin.open('#/objects/lab.example.com/v1/latecomers');
  await expectSeen(page.getByText('The cluster does not serve latecomers'));
  await installManifests(client, [definitionOf('latecomers', 'Latecomer')]);
  await expectSeen(page.getByText('No latecomers'));
  await expectSeen(page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Latecomer' }));
  await page.close();
}

/** The tree leads from a Deployment to its Pods, and their health is that of the cluster's own controllers. */
async function ownedPods({ admin, client, namespace }: Stage): Promise<void> {
  const labels = { app: 'owner' };
  const containers = [{ name: 'main', image: 'registry.example.com/web:1' }];
  await client.create(deployments, {
    metadata: { namespace, name: 'owner' },
    spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  });
  const page = await admin.open(`#/objects/apps/v1/deployments?namespace=${namespace}`);
  await expectSeen(rowOf(page, /owner.*2\/2/));
  await page.getByRole('row', { name: /owner/ }).click();
  const tree = page.getByRole('region', { name: 'Owners and owned objects' });
  await expectSeen(tree.getByText('ReplicaSet'));
  await expectSeen(tree.getByText('Pod').nth(1));
  await expectSeen(page.getByRole('region', { name: 'Events' }).getByText('ScalingReplicaSet'));
  await page.getByRole('tab', { name: 'YAML' }).click();
  await expectSeen(page.getByText('kube-controller-manager'));
  await page.getByRole('button', { name: 'Scale' }).click();
  await page.getByRole('spinbutton', { name: 'Replicas' }).fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Scale' }).click();
  await expectGone(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expectSeen(rowOf(page, /owner.*1\/1/));
  await page.close();
}

/** Only the embedded server keeps its history: the page says so, and does not lead to it. */
async function noHistory({ admin, client, namespace }: Stage): Promise<void> {
  const { metadata } = await client.create(configMaps, { metadata: { namespace, name: 'moment' } });
  const page = await admin.open('#/history');
  await expectSeen(page.getByText('Only the embedded cluster of kb dev keeps its history'));
  assert.equal(await page.getByRole('navigation', { name: 'Views' }).getByText('History').count(), 0);
  await page.close();
  const query = `namespace=${namespace}&at=${metadata.resourceVersion}`;
  const past = await admin.open(`#/objects/core/v1/configmaps?${query}`);
  await expectSeen(past.getByText('Only the embedded cluster of kb dev keeps its history'));
  await past.getByRole('button', { name: 'Now' }).click();
  await expectSeen(rowOf(past, /moment/));
  assert.equal(await past.getByText('keeps its history').count(), 0);
  await past.close();
}

/** What the page lists and watches. */
export const watchingScenes: readonly Scene[] = [
  { name: 'rows appear, change in their place, and go', run: rowsLive },
  { name: 'rows stay live when the server has forgotten its history', run: forgottenHistory },
  { name: 'a kind appears that is installed later', run: newKind },
  { name: 'a Deployment, its Pods and Events, and it is scaled', run: ownedPods },
  { name: 'there is no history, and the page says so', run: noHistory },
];
