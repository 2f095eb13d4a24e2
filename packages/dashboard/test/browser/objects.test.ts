import { configMaps, events, secrets } from '@kb/kubernetes/core/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { rightEdgesOf, topOf } from './test-support/edges.ts';
import { expectGone, expectSeen } from './test-support/expect-seen.ts';
import { chromePath } from './test-support/chromium.ts';
import { fakeTopics } from './test-support/fake-topics.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget } from './test-support/widgets.ts';

const WIDGETS = '#/objects/example.com/v1/widgets';

describe.skipIf(chromePath === undefined)('objects in the browser', () => {
  const fixture = usePageFixture();
  const { client } = fixture;
  beforeAll(async () => {
    for (const [name, size] of [
      ['anvil', 30],
      ['bolt', 4],
      ['cog', 12],
    ] as const)
      await client.create(widgets, widget(name, size));
  });

  test("the project's own kind is shown first, and rows change, come and go in their place", async () => {
    const page = await fixture.open();
    const row = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('row', { name: new RegExp(name) });
    await expectSeen(row('anvil'));
    expect(page.url()).toContain(WIDGETS);
    await client.patch(widgets, 'default/anvil', { type: 'merge', value: { spec: { size: 77 } } });
    await expectSeen(row('anvil.*77'));
    await client.create(widgets, widget('dowel', 5));
    await expectSeen(row('dowel'));
    await client.delete(widgets, 'default/dowel');
    await expectGone(row('dowel'));
  });

  test("the page waits for the project's own kind instead of showing another one", async () => {
    const pods = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true };
    const served = { ...pods, shortNames: ['po'], categories: [], verbs: ['list'], subresources: [], own: false };
    const page = await fixture.open('', { before: fakeTopics({ kinds: { topic: 'kinds', kinds: [served] } }) });
    await expectSeen(page.getByText('The kinds of widget-operator are not served yet'));
    await page.getByRole('main').getByRole('link', { name: 'Pods' }).click();
    await expectSeen(page.getByText('No pods'));
  });

  test('a project without kinds says how to make one, and has Pods one click away', async () => {
    const session = {
      topic: 'session',
      cluster: 'embedded',
      serverVersion: 'v1.35.0',
      embedded: true,
      operator: true,
      namespace: 'default',
      project: 'widget-operator',
      ownKinds: false,
      connected: true,
    } as const;
    const pods = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true };
    const served = { ...pods, shortNames: ['po'], categories: [], verbs: ['list'], subresources: [], own: false };
    const kinds = { topic: 'kinds', kinds: [served] } as const;
    const page = await fixture.open('', { before: fakeTopics({ session, kinds }) });
    await expectSeen(page.getByRole('heading', { name: 'widget-operator has no kinds yet' }));
    await expectSeen(page.getByText('npx kb create api --group batch --kind AppService'));
    await expectSeen(page.getByRole('button', { name: 'Copy the command' }));
    await page.getByRole('main').getByRole('link', { name: 'Pods' }).click();
    await expectSeen(page.getByText('No pods'));
    const { project: _project, ...cluster } = session;
    const other = await fixture.open('', { before: fakeTopics({ session: cluster, kinds }) });
    await expectSeen(other.getByText('No pods'));
  });

  test('a table is filtered and sorted, and its link shows the same', async () => {
    const page = await fixture.open(WIDGETS);
    await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
    const names = (): Promise<string[]> => page.locator('[role=row] [role=gridcell]:first-child').allInnerTexts();
    await expect.poll(async () => (await names()).map((text) => text.slice(1))).toEqual(['bolt', 'cog', 'anvil']);
    await page.keyboard.press('/');
    await page.keyboard.type('cog');
    await expect.poll(names).toHaveLength(1);
    const other = await fixture.open(new URL(page.url()).hash);
    await expectSeen(other.getByRole('row', { name: /cog/ }));
    await expect.poll(() => other.getByRole('row').count()).toBe(2);
    await expect.poll(() => other.getByRole('searchbox', { name: 'Filter' }).inputValue()).toBe('cog');
    await page.getByRole('searchbox', { name: 'Filter' }).press('Escape');
    await expect.poll(names).toHaveLength(3);
  });

  test('the keyboard is enough: choose a row, open it, look at its YAML, go back', async () => {
    const page = await fixture.open(WIDGETS);
    await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Widget', exact: true }).click();
    await expectSeen(page.getByRole('row', { name: /bolt/ }));
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await expect.poll(() => page.getByRole('row', { name: /anvil/ }).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('heading', { name: 'anvil', exact: true }));
    await page.keyboard.press('y');
    await expectSeen(page.getByRole('region', { name: 'YAML' }).getByText('spec:'));
    await page.keyboard.press('Escape');
    await expectSeen(page.getByRole('grid'));
    await expect.poll(() => page.getByRole('row', { name: /anvil/ }).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('?');
    await expectSeen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  });

  test('a kind is found by its short name, and by the palette', async () => {
    const page = await fixture.open(WIDGETS);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Event' }).count())
      .toBe(1);
    await page.getByRole('searchbox', { name: 'Find a kind' }).fill('po');
    await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Pod', exact: true }).click();
    await expectSeen(page.getByRole('heading', { name: /^Pod/ }));
    await expectSeen(page.getByText('No pods'));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('configm');
    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('heading', { name: /^ConfigMap/ }));
  });

  test('the palette finds an object by its name, and says where it looked', async () => {
    const page = await fixture.open('#/operator');
    await expectSeen(page.getByRole('heading', { name: 'Operator' }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bol');
    const bolt = page.getByRole('option').filter({ hasText: /^bolt.*Widget in default/ });
    await expectSeen(bolt);
    await page.keyboard.type('no-such');
    await expectSeen(page.getByText(/Nothing has this name. Looked for: .*objects of Widget, /));
    await page.keyboard.press('Enter');
    for (const _ of 'no-such') await page.keyboard.press('Backspace');
    await expectSeen(bolt);
    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('heading', { name: 'bolt', exact: true }));
  });

  test('the columns of a table of long texts are aligned, and fit the screen', async () => {
    const involvedObject = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'cog', namespace: 'default' };
    for (const [name, reason, message] of [
      ['cog.1', 'Fits', 'It fits.'],
      ['cog.2', 'DoesNotFitAtAll', 'It is too large for the machine that it was made for. '.repeat(6)],
    ] as const)
      await client.create(events, {
        metadata: { name, namespace: 'default' },
        involvedObject,
        reason,
        message,
        type: 'Normal',
        lastTimestamp: '2026-01-01T00:00:00Z',
      });
    const page = await fixture.open('#/objects/core/v1/events');
    await expectSeen(page.getByRole('row', { name: /too large/ }));
    const head = (): Promise<number[]> => rightEdgesOf(page.getByRole('columnheader'));
    await expect.poll(async () => (await head()).length).toBeGreaterThan(5);
    await expect.poll(async () => Math.max(...(await head()))).toBeLessThanOrEqual(1280);
    const cells = (): Promise<number[]> => rightEdgesOf(page.getByRole('gridcell'));
    const edges = await head();
    await expect.poll(cells).toEqual([...edges, ...edges]);
    await page.getByRole('button', { name: 'All columns' }).click();
    await expectSeen(page.getByRole('columnheader', { name: 'Source' }));
  });

  test('YAML says who set a field, and revisions what differs', async () => {
    const page = await fixture.open(`${WIDGETS}/default/cog?tab=revisions`);
    await expectSeen(page.getByRole('heading', { name: 'cog', exact: true }));
    const other = { ...widget('cog', 13), apiVersion: 'example.com/v1', kind: 'Widget' };
    await client.apply(widgets, other, { fieldManager: 'painter', force: true });
    await expectSeen(page.getByRole('list', { name: 'Changed fields' }).getByText('spec.size'));
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expectSeen(page.getByText('painter').first());
  });

  test('the summary has what objects without spec and status are for', async () => {
    await client.create(configMaps, { metadata: { name: 'settings', namespace: 'default' }, data: { greeting: 'hi' } });
    const involvedObject = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'cog', namespace: 'default' };
    await client.create(events, {
      metadata: { name: 'cog.3', namespace: 'default' },
      involvedObject,
      reason: 'Stuck',
      message: 'It does not turn.',
      type: 'Warning',
    });
    const page = await fixture.open('#/objects/core/v1/configmaps/default/settings');
    await expectSeen(page.getByRole('region', { name: 'Content' }).getByText('greeting:'));
    await expectSeen(page.getByText('It has no owner, and owns nothing.'));
    await expectSeen(page.getByText('No events.'));
    await expect.poll(() => page.getByRole('region', { name: 'Conditions' }).count()).toBe(0);
    const event = await fixture.open('#/objects/core/v1/events/default/cog.3');
    const message = event.getByRole('region', { name: 'Message' });
    await expectSeen(message.getByText('It does not turn.'));
    await message.getByRole('link', { name: 'default/cog' }).click();
    await expectSeen(event.getByRole('heading', { name: 'cog', exact: true }));
    await expectSeen(event.getByRole('region', { name: 'Conditions' }));
  });

  test('an address that leads nowhere says so, and one to no object has its tabs in their place', async () => {
    const page = await fixture.open('#/nothing/here');
    await expectSeen(page.getByText('This address leads nowhere'));
    await page.getByRole('link', { name: 'Show the objects' }).click();
    await expectSeen(page.getByRole('heading', { name: /^Widget/ }));
    const missing = await fixture.open(`${WIDGETS}/default/no-such`);
    await expectSeen(missing.getByText('Widget no-such does not exist'));
    const tab = missing.getByRole('tab', { name: 'Reconciles' });
    const message = missing.getByText('Widget no-such does not exist');
    await expect.poll(async () => (await topOf(tab)) - (await topOf(message))).toBeLessThan(0);
    const top = await topOf(tab);
    await missing.getByRole('tab', { name: 'Revisions' }).click();
    await expectSeen(missing.getByText('No revisions yet'));
    await expect.poll(() => topOf(tab)).toBe(top);
  });

  test('on a narrow screen the menu has what the header has no room for, and YAML is wrapped', async () => {
    const page = await fixture.open(`${WIDGETS}/default/anvil?tab=yaml`, { viewport: { width: 390, height: 800 } });
    const annotations = { long: 'a text that is much longer than a line of the screen '.repeat(4) };
    await client.patch(widgets, 'default/anvil', { type: 'merge', value: { metadata: { annotations } } });
    const yaml = page.getByRole('region', { name: 'YAML' });
    await expectSeen(yaml.getByText('a text that is much longer'));
    const cut = "const yaml = document.querySelector('[aria-label=YAML]'); yaml.scrollWidth - yaml.clientWidth";
    await expect.poll(() => page.evaluate(cut)).toBe(0);
    await page.goto(new URL(WIDGETS, page.url()).href);
    await expectSeen(page.getByRole('row', { name: /anvil/ }));
    const edges = (): Promise<number[]> => rightEdgesOf(page.getByRole('columnheader'));
    await expect.poll(async () => Math.max(...(await edges()))).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Kinds' }).click();
    await expectSeen(page.getByRole('button', { name: 'Theme: system' }));
    await expectSeen(page.getByRole('button', { name: 'Shortcuts' }));
    await page.getByRole('button', { name: 'Inject faults' }).click();
    await expectSeen(page.getByRole('dialog', { name: 'Inject faults' }));
  });

  test('the values of a Secret are hidden until they are asked for', async () => {
    await client.create(secrets, { metadata: { name: 'token', namespace: 'default' }, stringData: { key: 'hunter2' } });
    const encoded = Buffer.from('hunter2').toString('base64');
    const page = await fixture.open('#/objects/core/v1/secrets/default/token?tab=yaml');
    await expectSeen(page.getByRole('button', { name: 'Show values' }));
    expect(await page.content()).not.toContain(encoded);
    await page.getByRole('button', { name: 'Show values' }).click();
    await expectSeen(page.getByText(encoded));
  });

  test('only the visible rows of a long list are drawn', async () => {
    const names = Array.from({ length: 500 }, (_, place) => `map-${String(place).padStart(3, '0')}`);
    for (const name of names) await client.create(configMaps, { metadata: { name, namespace: 'default' } });
    const page = await fixture.open('#/objects/core/v1/configmaps');
    await expectSeen(page.getByRole('row', { name: /map-000/ }));
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('End');
    await expectSeen(page.getByRole('row', { name: /map-499/ }));
  });
});
