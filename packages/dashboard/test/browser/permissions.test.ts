import { configMaps } from '@kb/kubernetes/core/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './test-support/chromium.ts';
import { expectSeen } from './test-support/expect-seen.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget } from './test-support/widgets.ts';

const WIDGETS = '#/objects/example.com/v1/widgets';
const eventsRefused =
  'events is forbidden: User "viewer" cannot list resource "events" in API group "" in the namespace "default"';

describe.skipIf(chromePath === undefined)('an account that may read Widgets only', () => {
  const fixture = usePageFixture({
    rules: [{ apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get', 'list', 'watch'] }],
  });
  const { client } = fixture;
  beforeAll(async () => {
    const { metadata } = await client.create(configMaps, { metadata: { name: 'factory', namespace: 'default' } });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: metadata.name, uid: metadata.uid };
    const owned = widget('owned', 1);
    await client.create(widgets, widget('alone', 1));
    await client.create(widgets, { ...owned, metadata: { ...owned.metadata, ownerReferences: [owner] } });
  });

  test('reads that it may not list Events, now and in the past, and not that there are none', async () => {
    const { resourceVersion } = (await client.get(widgets, 'default/owned')).metadata;
    for (const at of ['', `?at=${resourceVersion}`]) {
      const page = await fixture.open(`${WIDGETS}/default/alone${at}`);
      const events = page.getByRole('region', { name: 'Events' });
      await expectSeen(events.getByText('This account may not list events in the namespace default.'));
      await expectSeen(events.getByText(eventsRefused));
      await expect.poll(() => events.getByText('No events.').count()).toBe(0);
      await page.context().close();
    }
  });

  test('reads which kinds the tree of owners may lack', async () => {
    const page = await fixture.open(`${WIDGETS}/default/alone`);
    const tree = page.getByRole('region', { name: 'Owners and owned objects' });
    await expectSeen(tree.getByText('It has no owner, and owns nothing of the kinds that could be read.'));
    await tree.getByText(/Objects of \d+ kinds could not be read/).click();
    await expectSeen(tree.getByText('This account may not list deployments.apps in the namespace default.'));
  });

  test('sees an owner that it may not read, and not as a missing one', async () => {
    const page = await fixture.open(`${WIDGETS}/default/owned`);
    const tree = page.getByRole('region', { name: 'Owners and owned objects' });
    await expectSeen(tree.getByRole('link', { name: 'factory' }));
    await expectSeen(tree.getByText('could not be read', { exact: true }));
    await tree.getByText(/Objects of \d+ kinds could not be read/).click();
    await expectSeen(tree.getByText('This account may not get configmaps in the namespace default.'));
  });

  test('reads that there may be other namespaces, and objects of other kinds', async () => {
    const page = await fixture.open(WIDGETS);
    await expectSeen(page.getByRole('row', { name: /alone/ }));
    const namespaces = page.getByRole('combobox', { name: 'Namespace' }).getByRole('option');
    await expect
      .poll(() => namespaces.allInnerTexts())
      .toEqual(['All namespaces', 'default', 'This account may not list namespaces']);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no-such-object');
    await expectSeen(page.getByText(/objects of Widget\. Could not be listed: .*Pod/));
  });
});
