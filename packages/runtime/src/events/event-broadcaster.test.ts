import type { HttpResponse } from '@kb/apimachinery';
import { events } from '@kb/kubernetes/events/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { minutes, seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import type { EventContent } from './event-recorder.ts';

let env: Embedded;
beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const forbidden = (): HttpResponse => ({
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(
    JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403, message: 'no' }),
  ),
});

/** A controller that records the same event in each reconcile. */
const recording = (content: EventContent, times = 1): ReturnType<ReturnType<typeof controllerFor>['reconcile']> =>
  controllerFor(widgets)
    .named('recorder')
    .reconcile(({ key, client, events: recorder }) => {
      const widget = client.cached(widgets).get(key);
      if (widget) for (let n = 0; n < times; n += 1) recorder.event(widget, content);
    });

const listed = async (): Promise<object[]> => (await env.client.list(events, { namespace: 'default' })).items;
const touch = async (n: number): Promise<void> => {
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: n } } });
  await env.clock.advance(seconds(1));
};

describe('recording events', () => {
  test('an event has its reporter, action, reason and object', async () => {
    await env.start([recording({ reason: 'Made', action: 'Make', note: 'made it' })], { hostname: 'host-1' });
    const widget = await env.widget('a');
    await env.clock.advance(seconds(1));
    expect(await listed()).toMatchObject([
      {
        type: 'Normal',
        reason: 'Made',
        action: 'Make',
        note: 'made it',
        reportingController: 'recorder',
        reportingInstance: 'recorder-host-1',
        regarding: {
          apiVersion: 'test.example.com/v1',
          kind: 'Widget',
          name: 'a',
          namespace: 'default',
          uid: widget.metadata.uid,
        },
        eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        metadata: { name: expect.stringMatching(/^a\.[0-9a-f]+$/), namespace: 'default' },
      },
    ]);
  });

  test('a repeated event becomes a series, also as the object changes', async () => {
    await env.start([recording({ reason: 'Again', note: 'again' })]);
    await env.widget('a');
    for (let n = 0; n < 4; n += 1) await touch(n);
    expect(env.writes).toEqual(['POST default/events', expect.stringMatching(/^PATCH events\/a\./)]);
    expect(await listed()).toMatchObject([{ series: { count: 2 } }]);
    await env.clock.advance(minutes(12));
    expect(await listed()).toMatchObject([{ series: { count: 5 } }]);
  });

  test('an event that the server has deleted is created again', async () => {
    await env.start([recording({ reason: 'Again', note: 'again' })]);
    await env.widget('a');
    await env.clock.advance(seconds(1));
    await env.client.deleteCollection(events, { namespace: 'default' });
    await touch(1);
    expect(await listed()).toMatchObject([{ series: { count: 2 } }]);
  });

  test('too many events about one object are dropped', async () => {
    let n = 0;
    await env.start([
      controllerFor(widgets).reconcile(({ key, client, events: recorder }) => {
        const widget = client.cached(widgets).get(key);
        if (!widget) return;
        for (let times = 0; times < 100; times += 1) recorder.event(widget, { reason: `Reason${(n += 1)}`, note: 'x' });
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(1));
    expect(await listed()).toHaveLength(25);
  });

  test('an event about a cluster-scoped object is in the namespace default; long texts are cut', async () => {
    await env.start([
      controllerFor(widgets).reconcile(({ key, client, events: recorder }) => {
        const widget = client.cached(widgets).get(key);
        if (!widget) return;
        const { namespace: _, ...metadata } = widget.metadata;
        recorder.event({ ...widget, metadata }, { reason: 'R'.repeat(200), note: 'é'.repeat(2000) });
      }),
    ]);
    await env.widget('a');
    await env.clock.advance(seconds(1));
    const [event] = (await env.client.list(events, { namespace: 'default' })).items;
    expect(event?.reason?.length).toBeLessThanOrEqual(128);
    expect(new TextEncoder().encode(event?.note).length).toBeLessThanOrEqual(1024);
  });

  test('a request without a response is tried twelve times', async () => {
    let tries = 0;
    env.intercept = (request) => {
      if (!request.path.includes('/events')) return undefined;
      tries += 1;
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    };
    await env.start([recording({ reason: 'Made', note: 'x' })]);
    await env.widget('a');
    await env.clock.advance(minutes(1));
    expect(tries).toBeGreaterThan(3);
    env.intercept = undefined;
    await env.clock.advance(seconds(15));
    expect(await listed()).toHaveLength(1);
  });

  test('an event that the server rejects is dropped, without an effect on reconciles', async () => {
    env.intercept = (request) => (request.path.includes('/events') ? forbidden() : undefined);
    await env.start([recording({ reason: 'Made', note: 'x' })]);
    await env.widget('a');
    await env.clock.advance(minutes(1));
    expect(env.writes).toHaveLength(1);
    expect(env.lines.map(({ message }) => message)).toContain('Event not sent');
    expect(env.lines.map(({ message }) => message)).not.toContain('Reconciler error');
  });

  test('stopping sends the remaining events', async () => {
    const manager = await env.start([recording({ reason: 'Again', note: 'again' }, 5)]);
    await env.widget('a');
    const stopping = manager.stop();
    await env.clock.settle();
    await stopping;
    expect(await listed()).toMatchObject([{ series: { count: 5 } }]);
  });
});

test.each<[string, unknown, unknown]>([
  ['no content', {}, null],
  ['no object', null, { reason: 'Made', note: 'made it' }],
  ['nothing', undefined, undefined],
  ['content that throws', {}, Object.defineProperty({}, 'reason', { get: () => expect.fail('read') })],
])('an event of %s is logged and does not throw', async (_name, object, content) => {
  let widget: object | undefined;
  await env.start([
    controllerFor(widgets).reconcile(({ key, client, events: recorder }) => {
      widget = client.cached(widgets).get(key);
      // Called as a program without types may do.
      recorder.event((object && widget) as never, content as never);
    }),
  ]);
  await env.widget('a');
  expect(widget).toBeDefined();
  expect(env.lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'Event not recorded',
  ]);
});
