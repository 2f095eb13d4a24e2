import { describe, expect, test } from 'vitest';
import {
  CONFIG_MAPS,
  configMap,
  startWire,
  widget,
  widgetDefinition,
  WIDGETS,
  DEFINITIONS,
} from '../../test-support/wire.ts';

describe('watching', () => {
  test('begins with the objects, and continues with changes', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('b'));
    await wire.post(CONFIG_MAPS, configMap('a'));
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1&allowWatchBookmarks=true`);
    expect(watching.names()).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK']);
    expect(watching.frames[2].object).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(wire.api.revision()), annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    await wire.del(`${CONFIG_MAPS}/a`);
    await wire.clock.settle();
    expect(watching.names().slice(3)).toEqual(['MODIFIED a', 'DELETED a']);
    expect(watching.frames.at(-1).object.metadata.resourceVersion).toBe(String(wire.api.revision()));
    await watching.stop();
  });

  test('resumes after a version, and reports when that is too old', async () => {
    const wire = startWire();
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    const { resourceVersion } = body.metadata;
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${resourceVersion}`);
    expect(watching.names()).toEqual(['MODIFIED a']);
    await watching.stop();
    await wire.post(CONFIG_MAPS, configMap('b'));
    wire.api.compact();
    const late = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${resourceVersion}`);
    expect(late.frames).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }]);
    expect(late.ended()).toBe(true);
    // The current version is still valid.
    const current = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${wire.api.revision()}`);
    expect(current.frames).toEqual([]);
    await current.stop();
  });

  test('of a version whose events were too large to keep is expired, and so is a list of it', async () => {
    const wire = startWire();
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    const { resourceVersion } = body.metadata;
    const filler = 'x'.repeat(1_000_000);
    for (let write = 0; write < 70; write += 1)
      await wire.put(`${CONFIG_MAPS}/a`, configMap('a', { filler, n: `${write}` }));
    const late = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${resourceVersion}`);
    expect(late.frames).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
    expect(late.frames[0].object.message).toMatch(`too old resource version: ${resourceVersion} (`);
    const list = await wire.get(`${CONFIG_MAPS}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
    expect(list).toMatchObject({ status: 410, body: { reason: 'Expired' } });
    // The last events are still kept.
    const recent = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${wire.api.revision() - 10}`);
    expect(recent.frames).toHaveLength(10);
    await recent.stop();
  });

  test("of a server that replaced another, from the other's version, is expired: it would miss all objects", async () => {
    const wire = startWire({ firstRevision: 5000 });
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(5000);
    const late = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=4000`);
    expect(late.frames).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } }]);
    expect(late.ended()).toBe(true);
    const list = await wire.get(`${CONFIG_MAPS}?resourceVersion=4000&resourceVersionMatch=NotOlderThan`);
    expect(list.body.items).toHaveLength(1);
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${list.body.metadata.resourceVersion}`);
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '2' } });
    expect(watching.names()).toEqual(['MODIFIED a']);
    await watching.stop();
  });

  test('sees objects begin and cease to match a selector', async () => {
    const wire = startWire();
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1&labelSelector=x=1`);
    await wire.post(CONFIG_MAPS, configMap('a', { a: '1' }, { labels: { x: '1' } }));
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '2' }, metadata: { labels: { x: '2' } } });
    await wire.merge(`${CONFIG_MAPS}/a`, { data: { a: '3' } });
    await wire.merge(`${CONFIG_MAPS}/a`, { metadata: { labels: { x: '1' } } });
    await wire.clock.settle();
    expect(watching.names()).toEqual(['ADDED a', 'DELETED a', 'ADDED a']);
    // An object that no longer matches is sent in its previous state, at the version of the change.
    expect(watching.frames[1].object).toMatchObject({ data: { a: '1' }, metadata: { labels: { x: '1' } } });
    expect(Number(watching.frames[1].object.metadata.resourceVersion)).toBeGreaterThan(
      Number(watching.frames[0].object.metadata.resourceVersion),
    );
    await watching.stop();
  });

  test('sends bookmarks each minute, and before its end, if something changed', async () => {
    const wire = startWire();
    const start = wire.api.revision();
    const watching = await wire.watch(
      `${CONFIG_MAPS}?watch=1&resourceVersion=${start}&allowWatchBookmarks=true&timeoutSeconds=100&fieldSelector=metadata.name=none`,
    );
    await wire.clock.advance(61_000);
    expect(watching.frames).toEqual([]);
    await wire.post(CONFIG_MAPS, configMap('a'));
    await wire.clock.advance(37_000);
    expect(watching.frames).toMatchObject([
      { type: 'BOOKMARK', object: { metadata: { resourceVersion: String(wire.api.revision()) } } },
    ]);
    await wire.clock.advance(2000);
    expect(watching.ended()).toBe(true);
    expect(wire.clock.pending()).toBe(0);
  });

  test('leaves nothing behind when the client disconnects', async () => {
    const wire = startWire();
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1&allowWatchBookmarks=true`);
    expect(wire.clock.pending()).toBeGreaterThan(0);
    await watching.stop();
    expect(wire.clock.pending()).toBe(0);
  });

  test('waits for a future version, but not forever', async () => {
    const wire = startWire();
    const wanted = wire.api.revision() + 2;
    const path = `${CONFIG_MAPS}?resourceVersion=${wanted}`;
    const waiting = wire.get(path);
    await wire.clock.advance(1000);
    await wire.post(CONFIG_MAPS, configMap('a'));
    await wire.post(CONFIG_MAPS, configMap('b'));
    await wire.clock.advance(200);
    expect((await waiting).body.items).toHaveLength(2);
    const never = wire.get(`${CONFIG_MAPS}?resourceVersion=999999`);
    await wire.clock.advance(3100);
    expect((await never).body).toMatchObject({ code: 504, reason: 'Timeout', details: { retryAfterSeconds: 1 } });
  });

  test('ends when its definition changes or is deleted', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    await wire.post(WIDGETS, widget('w'));
    const first = await wire.watch(`${WIDGETS}?watch=1`);
    await wire.merge(`${DEFINITIONS}/widgets.lab.example.com`, { spec: { names: { shortNames: ['wdg'] } } });
    await wire.clock.settle();
    expect(first.ended()).toBe(true);
    const second = await wire.watch(`${WIDGETS}?watch=1`);
    await wire.del(`${DEFINITIONS}/widgets.lab.example.com`);
    await wire.clock.settle();
    expect(second.names()).toEqual(['ADDED w', 'DELETED w']);
    expect(second.ended()).toBe(true);
    expect((await wire.get(WIDGETS)).status).toBe(404);
  });

  test('sends tables, with their columns once', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    await wire.post(CONFIG_MAPS, configMap('b'));
    const watching = await wire.watch(`${CONFIG_MAPS}?watch=1`, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    expect(watching.frames.map(({ object }) => [object.columnDefinitions?.length, object.rows[0].cells])).toEqual([
      [3, ['a', 1, '0s']],
      [undefined, ['b', 1, '0s']],
    ]);
    await watching.stop();
  });
});

describe('listing', () => {
  test('pages show the same state', async () => {
    const wire = startWire();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await wire.post(CONFIG_MAPS, configMap(name));
    const names = ({ body }: Awaited<ReturnType<typeof wire.get>>): string[] =>
      body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    const first = await wire.get(`${CONFIG_MAPS}?limit=2`);
    expect([names(first), first.body.metadata.remainingItemCount]).toEqual([['a', 'b'], 3]);
    await wire.post(CONFIG_MAPS, configMap('bb'));
    await wire.del(`${CONFIG_MAPS}/c`);
    await wire.merge(`${CONFIG_MAPS}/d`, { data: { a: 'new' } });
    const second = await wire.get(`${CONFIG_MAPS}?limit=2&continue=${first.body.metadata.continue}`);
    expect(names(second)).toEqual(['c', 'd']);
    expect(second.body.items[1].data).toEqual({ a: '1' });
    expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    const last = await wire.get(`${CONFIG_MAPS}?limit=2&continue=${second.body.metadata.continue}`);
    expect([names(last), last.body.metadata.continue]).toEqual([['e'], undefined]);

    wire.api.compact();
    const expired = await wire.get(`${CONFIG_MAPS}?limit=2&continue=${second.body.metadata.continue}`);
    expect(expired.body).toMatchObject({ code: 410, reason: 'Expired' });
    const inconsistent = await wire.get(`${CONFIG_MAPS}?limit=2&continue=${expired.body.metadata.continue}`);
    expect(names(inconsistent)).toEqual(['e']);
  });

  test('lists and pages through ten thousand objects quickly', async () => {
    const wire = startWire();
    const before = process.threadCpuUsage();
    for (let index = 0; index < 10_000; index += 1)
      await wire.post(CONFIG_MAPS, configMap(`c-${(index * 7919) % 10_000}`));
    expect((await wire.get(CONFIG_MAPS)).body.items).toHaveLength(10_000);
    let token = '';
    let pages = 0;
    do {
      const { body } = await wire.get(`${CONFIG_MAPS}?limit=500&continue=${token}`);
      token = body.metadata.continue ?? '';
      pages += 1;
    } while (token !== '');
    expect(pages).toBe(20);
    // A generous limit of this thread's processor time: it detects quadratic growth, and is not a benchmark.
    expect(process.threadCpuUsage(before).user).toBeLessThan(60_000_000);
  });
});
