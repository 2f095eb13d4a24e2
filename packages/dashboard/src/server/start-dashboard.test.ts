import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { resourceOf } from './cluster/resource-of.ts';
import { eventKind } from './object/shared-object.ts';
import type { OwnKind } from './kinds/served-kinds.ts';
import { describe, expect, test } from 'vitest';
import { openPage } from './test-support/page-client.ts';
import { configMaps, kindNamed, startTestDashboard } from './test-support/start-test-dashboard.ts';

const handle = resourceOf(configMaps);
const events = resourceOf(eventKind);
const configMap = (name: string, data: object = {}) => ({ metadata: { name, namespace: 'default' }, data });

describe('a page', () => {
  test('learns what it is connected to, and which kinds are served', async () => {
    const { dashboard } = await startTestDashboard();
    const page = await openPage(dashboard);
    const session = await page.follow({ topic: 'session' }).until(({ serverVersion }) => serverVersion !== '');
    expect(session).toMatchObject({ cluster: 'embedded', embedded: true, connected: true, namespace: 'default' });
    const { kinds: served } = await page.follow({ topic: 'kinds' }).until(() => true);
    expect(kindNamed(served, 'Pod')).toMatchObject({ version: 'v1', resource: 'pods', shortNames: ['po'] });
  });

  test('learns which kinds are of the project, also those that it gets later', async () => {
    const own: OwnKind[] = [];
    const { dashboard, client } = await startTestDashboard({ ownKinds: () => own });
    const kinds = (await openPage(dashboard)).follow({ topic: 'kinds' });
    expect((await kinds.until(() => true)).kinds.some((kind) => kind.own)).toBe(false);
    own.push({ group: 'example.com', kind: 'Widget' });
    const names = { kind: 'Widget', plural: 'widgets' };
    const schema = { openAPIV3Schema: { type: 'object' } };
    await client.create(customResourceDefinitions, {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    const { kinds: served } = await kinds.until((event) => event.kinds.some(({ kind }) => kind === 'Widget'));
    expect(served.filter((kind) => kind.own)).toEqual([kindNamed(served, 'Widget')]);
  });

  test('gets the rows of a kind, and what changes in them', async () => {
    const { dashboard, client } = await startTestDashboard();
    await client.create(handle, configMap('one', { a: '1' }));
    const page = await openPage(dashboard);
    const rows = page.follow({ topic: 'rows', kind: configMaps, namespace: 'default' });
    const first = await rows.until(({ complete }) => complete);
    expect(first).toMatchObject({ reset: true, removed: [] });
    expect(first.columns?.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(first.changed.map(({ name, cells }) => [name, cells[1]])).toEqual([['one', 1]]);

    const { metadata } = await client.create(handle, configMap('two'));
    const second = await rows.until(({ changed }) => changed.some(({ name }) => name === 'two'));
    expect(second).toMatchObject({ reset: false, complete: true });
    await client.delete(handle, metadata);
    expect(await rows.until(({ removed }) => removed.includes(metadata.uid))).toMatchObject({ changed: [] });
  });

  test('goes on when another page that looks at the same is closed', async () => {
    const { dashboard, client } = await startTestDashboard();
    const pages = [await openPage(dashboard), await openPage(dashboard)] as const;
    const [first, second] = pages.map((page) => page.follow({ topic: 'rows', kind: configMaps, namespace: 'default' }));
    await client.create(handle, configMap('one'));
    for (const rows of [first, second]) await rows?.until(({ changed }) => changed.some(({ name }) => name === 'one'));
    pages[0].close();
    await client.create(handle, configMap('two'));
    expect(await second?.until(({ changed }) => changed.some(({ name }) => name === 'two'))).toMatchObject({
      reset: false,
    });
    expect(first?.events.flatMap(({ changed }) => changed.map(({ name }) => name))).toEqual(['one']);
  });

  test('gets an object, its states, and what differs between two of them', async () => {
    const { dashboard, client } = await startTestDashboard();
    const created = await client.create(handle, configMap('one', { a: '1' }));
    const { metadata } = created;
    const page = await openPage(dashboard);
    const ref = { kind: configMaps, namespace: 'default', name: 'one' };
    const object = page.follow({ topic: 'object', ref });
    await object.until((event) => event.object !== undefined);
    const { metadata: changed } = await client.update(handle, { ...created, data: { a: '2' } });
    const { revisions } = await object.until(
      (event) => event.object?.metadata.resourceVersion === changed.resourceVersion,
    );
    expect(revisions.map(({ resourceVersion }) => resourceVersion)).toEqual([
      metadata.resourceVersion,
      changed.resourceVersion,
    ]);
    const { resourceVersion: from } = metadata;
    expect(await page.call({ do: 'compare', ref, from, to: changed.resourceVersion })).toMatchObject({
      changes: [{ path: 'data.a', before: '1', after: '2' }],
    });
    await client.delete(handle, metadata);
    expect(await object.until((event) => event.object === undefined)).toMatchObject({ hidden: false });
  });

  test('loses Events with the server', async () => {
    const { dashboard, client } = await startTestDashboard();
    await client.create(handle, configMap('one'));
    const event = await client.create(events, {
      metadata: { name: 'one.1', namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'one' },
      reason: 'Seen',
      message: 'it was seen',
    });
    const page = await openPage(dashboard);
    const object = page.follow({ topic: 'object', ref: { kind: configMaps, namespace: 'default', name: 'one' } });
    await object.until((each) => each.events[0]?.reason === 'Seen');
    await client.delete(events, event.metadata);
    await expect.poll(() => object.events.at(-1)?.events).toEqual([]);
  });

  test('gets new columns, with the cells of all rows, when a definition has other ones', async () => {
    const { dashboard, client } = await startTestDashboard();
    const widgets = { ...configMaps, group: 'example.com', kind: 'Widget', resource: 'widgets' };
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const definition = (...columns: string[]) => ({
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced' as const,
        names: { kind: 'Widget', plural: 'widgets' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema,
            additionalPrinterColumns: columns.map((name) => ({ name, type: 'string', jsonPath: `.${name}` })),
          },
        ],
      },
    });
    await client.apply(customResourceDefinitions, definition('colour'));
    const widget = { ...configMap('one'), colour: 'red', size: 'large' };
    await expect.poll(() => client.create(resourceOf(widgets), widget).catch(() => undefined)).toBeDefined();
    const page = await openPage(dashboard);
    const rows = page.follow({ topic: 'rows', kind: widgets, namespace: 'default' });
    await rows.until(({ changed }) => changed[0]?.cells.join() === 'one,red');
    await client.apply(customResourceDefinitions, definition('colour', 'size'));
    await rows.until(({ changed }) => changed[0]?.cells.join() === 'one,red,large');
    const { columns } = await rows.until((event) => event.columns?.length === 3);
    expect(columns?.map(({ name }) => name)).toEqual(['Name', 'colour', 'size']);
  });
});
