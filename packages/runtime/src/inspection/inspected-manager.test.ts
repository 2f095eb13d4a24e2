import { secrets, configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controllerFor, newController } from '../controller/builder.ts';
import { channelSource, createChannel } from '../controller/source/channel.ts';
import { generationChanged } from '../controller/watch/predicates.ts';
import { terminalError } from '../controller/terminal-error.ts';
import { seconds } from '../durations.ts';
import { silentLogger } from '../log/logger.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type InspectedRecords, inspectRecords } from '../test-support/inspected-records.ts';
import { widgets } from '../test-support/widgets.ts';

let env: Embedded;
let records: InspectedRecords;

beforeEach(async () => {
  env = await startEmbedded();
  records = inspectRecords();
});
afterEach(async () => {
  records[Symbol.dispose]();
  await env.stop();
});

const own = { namespace: 'default', name: 'a' };

test('a run is published with its causes, reads, requests, lines and result', async () => {
  await env.start([
    controllerFor(widgets)
      .owns(configMaps)
      .reconcile(async ({ key, client, log }) => {
        const widget = client.cached(widgets).get(key);
        client.cached(widgets).get(key);
        if (!widget) return;
        log.debug('Making it', { widget, size: 3n });
        await client.apply(
          configMaps,
          { metadata: { name: key.name, namespace: 'default' }, data: { size: `${widget.spec.size ?? 0}` } },
          { controlledBy: widget },
        );
      }),
  ]);
  await env.widget('a', { size: 1 });
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
  await env.clock.settle();

  const [first, ...others] = records.of('reconcile-began');
  expect(first).toMatchObject({
    controller: 'widget',
    key: own,
    attempt: 0,
    causes: [
      { type: 'create', source: 'watch source: Widget', kind: 'Widget', object: own, text: 'Widget default/a created' },
    ],
  });
  const changed = others.find(({ causes }) => causes[0]?.changed.includes('spec.size'));
  const id = changed?.reconcileID ?? '';
  const loggers = ['Reconciling', 'Reconcile successful'];
  const ofRun = records.all
    .filter((record) => 'reconcileID' in record && record.reconcileID === id)
    .filter((record) => record.type !== 'reconcile-line' || !loggers.includes(record.message));
  expect(ofRun.map(({ type }) => type)).toEqual([
    'reconcile-began',
    'reconcile-read',
    'reconcile-line',
    'reconcile-request',
    'reconcile-ended',
  ]);
  expect(ofRun).toMatchObject([
    { causes: [{ changed: ['spec.size'] }] },
    { verb: 'get', groupKind: 'Widget.test.example.com', name: 'a', namespace: 'default', found: 1 },
    { level: 'debug', message: 'Making it', values: { size: '3', widget: { kind: 'Widget', name: 'a' } } },
    {
      verb: 'apply',
      group: '',
      resource: 'configmaps',
      name: 'a',
      status: 200,
      saved: false,
      changes: [{ path: 'data.size', before: '1', after: '2' }],
    },
    { result: 'success', key: own },
  ]);
  expect(JSON.parse(JSON.stringify(records.all))).toEqual(records.all);
});

test('an apply that is not sent is published as saved', async () => {
  await env.start([
    controllerFor(configMaps).reconcile(async ({ key, client }) => {
      await client.apply(configMaps, { metadata: { name: key.name, namespace: 'default' }, data: { a: 'b' } });
    }),
  ]);
  await env.client.create(configMaps, { metadata: own });
  await env.clock.settle();
  const requests = records.of('reconcile-request').filter(({ name }) => name === 'a');
  expect(requests.map(({ saved, status }) => [saved, status])).toEqual([
    [false, 200],
    [true, undefined],
  ]);
});

test('a cause names the run that wrote it, and the answer of the write its version', async () => {
  await env.start([
    controllerFor(widgets).reconcile(async ({ key, client }) => {
      const widget = client.cached(widgets).get(key);
      if (widget && widget.metadata.labels?.['seen'] === undefined) {
        await client.patch(widgets, key, { type: 'merge', value: { metadata: { labels: { seen: 'yes' } } } });
      }
    }),
  ]);
  await env.widget('a');
  const [first, second] = records.of('reconcile-began');
  expect(second?.causes).toMatchObject([{ writtenBy: first?.reconcileID, changed: ['metadata.labels.seen'] }]);
  const [request] = records.of('reconcile-request');
  expect(second?.causes).toMatchObject([{ resourceVersion: request?.resourceVersion, uid: request?.uid }]);
});

test('the values of Secrets are never published', async () => {
  await env.start([
    controllerFor(widgets)
      .reads(secrets)
      .reconcile(async ({ client, log }) => {
        const made = {
          metadata: { name: 'token', namespace: 'default' },
          stringData: { password: 'hunter2-in-clear' },
        };
        const secret = await client.apply(secrets, made);
        log.info('Made', { secret, list: { items: [[[secret]]] } });
        await client.patch(secrets, 'default/token', { type: 'merge', value: { data: { more: 'aHVudGVyMg==' } } });
        client.cached(secrets).list();
      }),
  ]);
  await env.widget('a');
  const requests = records.of('reconcile-request');
  expect(requests.map(({ changes }) => changes)).toEqual([
    [{ path: 'data.password' }, { path: 'type' }],
    [{ path: 'data.more' }],
  ]);
  const text = JSON.stringify(records.all);
  for (const value of ['hunter2', 'aHVudGVyMi1pbi1jbGVhcg', 'aHVudGVyMg']) expect(text).not.toContain(value);
});

test('events that woke nothing are published with the reason', async () => {
  const size = (): [] => [];
  await env.start([
    controllerFor(widgets, { predicates: [generationChanged] })
      .named('main')
      .owns(configMaps)
      .watches(secrets, size, { predicates: [() => true, ({ object }) => object.metadata.name !== 'hidden'] })
      .watches(widgets, {
        create: () => undefined,
        update: () => {
          throw new Error('broken map');
        },
      })
      .reconcile(() => undefined),
  ]);
  await env.widget('a');
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { labels: { tier: 'gold' } } } });
  await env.client.create(configMaps, { metadata: { name: 'free', namespace: 'default' } });
  await env.client.create(secrets, { metadata: { name: 'b', namespace: 'default' } });
  await env.client.create(secrets, { metadata: { name: 'hidden', namespace: 'default' } });
  await env.clock.settle();
  const notQueued = records.of('event-not-queued').filter(({ object }) => object?.name !== 'kube-root-ca.crt');
  expect(
    notQueued.map(({ kind, object, event, changed, reason, detail }) => [
      kind,
      object?.name,
      event,
      changed,
      reason,
      detail,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Widget', 'a', 'update', ['metadata.labels.tier'], 'filtered', 'generationChanged'],
      ['ConfigMap', 'free', 'create', [], 'no-owner', 'Widget.test.example.com'],
      ['Secret', 'b', 'create', [], 'mapped-to-nothing', 'size'],
      ['Secret', 'hidden', 'create', [], 'filtered', 'predicate 2 of 2'],
      ['Widget', 'a', 'create', [], 'mapped-to-nothing', 'the handler added no reconcile request before it returned'],
      ['Widget', 'a', 'update', ['metadata.labels.tier'], 'failed', 'broken map'],
    ]),
  );
  expect(notQueued.find(({ reason, kind }) => reason === 'filtered' && kind === 'Widget')).toMatchObject({
    changes: [{ path: 'metadata.labels.tier', after: 'gold' }],
  });
  expect(records.of('operator')[0]?.controllers[0]).toMatchObject({
    sources: ['watch source: Widget', 'watch source: ConfigMap', 'watch source: Secret', 'watch source: Widget'],
    predicates: [['generationChanged'], [], ['predicate 1 of 2', 'predicate 2 of 2'], []],
  });
});

test('an event that woke nothing leads to the request that wrote it, and has no value of a Secret', async () => {
  await env.start([
    controllerFor(widgets, { predicates: [generationChanged] })
      .watches(secrets, () => [], { predicates: [generationChanged] })
      .reconcile(async ({ key, client }) => {
        await client.patch(widgets, key, { type: 'merge', value: { metadata: { labels: { seen: 'yes' } } } });
      }),
  ]);
  await env.widget('a');
  await env.client.create(secrets, { metadata: { name: 'b', namespace: 'default' }, stringData: { key: 'one' } });
  await env.client.patch(secrets, 'default/b', { type: 'merge', value: { stringData: { key: 'hunter2' } } });
  await env.clock.settle();
  const notQueued = records.of('event-not-queued').filter(({ event }) => event === 'update');
  const [request] = records.of('reconcile-request');
  const { uid, resourceVersion } = request ?? {};
  expect(notQueued).toMatchObject([
    { kind: 'Widget', uid, resourceVersion, changes: [{ path: 'metadata.labels.seen', after: 'yes' }] },
    { kind: 'Secret', changes: [{ path: 'data.key' }] },
  ]);
  expect(JSON.stringify(notQueued)).not.toContain('aHVudGVyMg');
});

test('a controller is described with the line where its description begins', async () => {
  const here = new Error('here').stack;
  const controller = controllerFor(widgets).reconcile(() => undefined);
  const named = newController()
    .named('other')
    .watches(widgets, () => [])
    .reconcile(() => undefined);
  await env.start([controller, named]);
  const line = Number(/inspected-manager\.test\.ts:(\d+)/.exec(here ?? '')?.[1]);
  const places = records.of('operator')[0]?.controllers.map(({ definedAt }) => definedAt);
  const file = /^(?:packages\/runtime\/)?src\/inspection\/inspected-manager\.test\.ts:/;
  expect(places?.map((place) => place?.replace(file, ''))).toEqual([String(line + 1), String(line + 2)]);
});

test('the operator and its state are published: queues, waiting keys, caches', async () => {
  await env.start([
    controllerFor(widgets).reconcile(({ key }) => {
      if (key.name === 'bad') throw terminalError('for good');
      if (key.name === 'a') throw new Error('broken');
      return { requeueAfter: seconds(60) };
    }),
  ]);
  await env.widget('b');
  await env.widget('bad');
  await env.clock.advance(600);
  await env.widget('a');
  await env.clock.advance(600);
  expect(records.all[0]).toMatchObject({
    type: 'operator',
    controllers: [
      { name: 'widget', groupKind: 'Widget.test.example.com', sources: ['watch source: Widget'], workers: 1 },
    ],
    webhooks: [],
  });
  const state = records.of('operator-state').at(-1);
  expect(state).toMatchObject({
    controllers: [{ name: 'widget', depth: 0, running: 0, waitingCount: 2 }],
    caches: [{ groupKind: 'Widget.test.example.com', objects: 3, synced: true }],
  });
  expect(state?.controllers[0]?.waiting.map(({ key, attempt }) => [key.name, attempt])).toEqual([
    ['a', 7],
    ['b', 0],
  ]);
  const ended = records.of('reconcile-ended');
  expect(ended[0]).toMatchObject({ result: 'requeue-after', requeueAfterMs: 60_000 });
  expect(ended[1]).toMatchObject({ result: 'terminal-error', error: { message: 'for good' } });
  expect(ended.slice(2, 5).map(({ result, retryAfterMs }) => [result, retryAfterMs])).toEqual([
    ['error', 5],
    ['error', 10],
    ['error', 20],
  ]);
  const times = records.of('operator-state').map(({ time }) => time);
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 500)).toBe(true);
});

test('nothing is published while nobody subscribes, and the operator is described to who subscribes later', async () => {
  records[Symbol.dispose]();
  await env.start([
    controllerFor(widgets, { predicates: [({ object }) => object.metadata.name !== 'hidden'] }).reconcile(
      () => undefined,
    ),
  ]);
  await env.widget('a');
  await env.widget('hidden');
  expect(records.all).toEqual([]);
  records = inspectRecords();
  await env.widget('b');
  expect(records.all.map(({ type }) => type).slice(0, 2)).toEqual(['operator', 'reconcile-began']);
});

test('a storm is published in part, with the number of runs that are left out', async () => {
  const count = { runs: 0 };
  const wake = createChannel<number>();
  await env.start([
    controllerFor(widgets)
      .watchesRawSource(
        channelSource(wake, (count) => Array.from({ length: count }, (_, at) => ({ name: `key-${at}` }))),
      )
      .reconcile(() => {
        count.runs += 1;
      }),
  ]);
  await wake.send(20_000);
  while (count.runs < 20_000) await env.clock.advance(1);
  await env.clock.advance(seconds(1));
  const began = records.of('reconcile-began').length;
  const dropped = records.of('dropped').reduce((sum, record) => sum + record.runs, 0);
  expect(began + dropped).toBe(20_000);
  expect(began).toBeLessThan(6000);
  expect(records.of('reconcile-ended')).toHaveLength(began);
});

test('a run that does very much is published in part, and its end always', async () => {
  await env.start([
    controllerFor(widgets).reconcile(async ({ log, client, key }) => {
      for (let at = 0; at < 1000; at += 1) log.info(`line ${at}`);
      await client.get(widgets, key);
    }),
  ]);
  await env.widget('a');
  await env.clock.advance(seconds(1));
  expect(records.of('reconcile-line').length).toBe(300);
  // What a run asks the API server for is not lost among its lines, of which two are the runtime's.
  expect(records.of('reconcile-request')).toMatchObject([{ verb: 'get', resource: 'widgets', status: 200 }]);
  expect(records.of('reconcile-ended')).toMatchObject([{ leftOut: 702 }]);
  const dropped = records.of('dropped').reduce((sum, record) => sum + record.records, 0);
  expect(dropped).toBeGreaterThanOrEqual(700);
});

test('a key that is not one of an object is recorded as it is, and runs as without an inspection', async () => {
  const wake = createChannel<string>();
  let runs = 0;
  const controller = controllerFor(widgets)
    .watchesRawSource(channelSource(wake, (name) => [{ name }]))
    .reconcile(() => {
      runs += 1;
      return { requeueAfter: seconds(60) };
    });
  await env.start([controller], { log: silentLogger });
  await wake.send('x/y/z');
  await wake.send('x'.repeat(100_000));
  await env.clock.advance(600);
  const names = records.of('reconcile-ended').map(({ key, result }) => [key.name.slice(0, 5), result]);
  expect([runs, names]).toEqual([
    2,
    [
      ['x/y/z', 'requeue-after'],
      ['xxxxx', 'requeue-after'],
    ],
  ]);
  expect(records.of('operator-state').at(-1)?.controllers[0]?.waiting.length).toBe(2);
});
