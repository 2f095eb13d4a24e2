import {
  createVirtualClock,
  type HttpRequest,
  type HttpResponse,
  type KubernetesObject,
  type VirtualClock,
} from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { minutes, seconds } from '../durations.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { createEventBroadcaster, type EventBroadcaster } from './event-broadcaster.ts';
import type { EventContent, EventRecorder } from './event-recorder.ts';

let clock: VirtualClock;
let logged: ReturnType<typeof recordingLogger>;
/** The sent requests: `POST Made`, `PATCH 2`. */
let sent: string[];
let bodies: { metadata: KubernetesObject['metadata']; regarding: object }[];
let counts: Record<string, number>;
let broadcaster: EventBroadcaster;
let recorder: EventRecorder;
/** The server's responses, by method. */
let answer: (request: HttpRequest) => number | 'no answer' | 'never';

const pod = (name = 'a', uid = name): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid, namespace: 'default', resourceVersion: '5' } as KubernetesObject['metadata'],
});
const made: EventContent = { reason: 'Made', action: 'Make', note: 'made it' };

const reasons: Record<number, string> = { 404: 'NotFound', 409: 'AlreadyExists', 403: 'Forbidden' };

beforeEach(() => {
  clock = createVirtualClock();
  logged = recordingLogger();
  sent = [];
  bodies = [];
  counts = {};
  answer = () => 201;
  const send = (request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> => {
    const body = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as (typeof bodies)[number] & {
      reason?: string;
      series?: { count: number };
    };
    sent.push(`${request.method} ${body.series?.count ?? body.reason}`);
    bodies.push(body);
    const status = answer(request);
    if (status === 'no answer') return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    if (status === 'never') {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }
    const value = status < 300 ? body : { kind: 'Status', code: status, reason: reasons[status], message: 'no' };
    return Promise.resolve({
      status,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(value)),
    });
  };
  broadcaster = createEventBroadcaster({
    client: createClient({ transport: { send }, clock }),
    clock,
    random: () => 0.5,
    log: logged.log,
    hostname: 'host',
    metrics: { event: (result) => (counts[result] = (counts[result] ?? 0) + 1) },
  });
  recorder = broadcaster.recorderFor('app');
});

describe('event aggregation and series', () => {
  test('a second isomorphic event makes a series of two, and one with another action is a new event', async () => {
    recorder.event(pod(), made);
    recorder.event(pod(), made);
    recorder.event(pod(), { ...made, action: 'Stop' });
    await clock.settle();
    expect(sent.toSorted()).toEqual(['PATCH 2', 'POST Made', 'POST Made']);
  });

  test.each<[string, Partial<EventContent>, KubernetesObject, string]>([
    ['another note, and another version of the object', { note: 'other' }, pod(), 'PATCH 2'],
    ['another type', { type: 'Warning' }, pod(), 'POST Made'],
    ['another reason', { reason: 'Other' }, pod(), 'POST Other'],
    ['another object', {}, pod('b'), 'POST Made'],
    ['an object recreated with its name', {}, pod('a', 'other'), 'POST Made'],
    ['another related object', { related: pod('c') }, pod(), 'POST Made'],
  ])('%s: %#', async (_, change, about, want) => {
    recorder.event(pod(), made);
    await clock.settle();
    const newer = { ...about, metadata: { ...about.metadata, resourceVersion: '6' } };
    recorder.event(newer, { ...made, ...change });
    await clock.settle();
    expect(sent).toEqual(['POST Made', want]);
  });

  test('occurrences of a series are not filtered, however many', async () => {
    for (let n = 0; n < 1000; n += 1) recorder.event(pod(), made);
    await clock.settle();
    expect(sent).toEqual(['POST Made', 'PATCH 2']);
    await clock.advance(minutes(6));
    expect(sent.at(-1)).toBe('PATCH 1000');
    expect(counts).toEqual({ sent: 3, counted: 998 });
  });

  test('an event that is gone is created again, and the series continues when it exists after all', async () => {
    let patches = 0;
    answer = ({ method }) => {
      if (method === 'POST') return patches === 1 ? 409 : 201;
      patches += 1;
      return patches === 1 ? 404 : 200;
    };
    recorder.event(pod(), made);
    recorder.event(pod(), made);
    await clock.advance(seconds(20));
    expect(sent).toEqual(['POST Made', 'PATCH 2', 'POST 2', 'PATCH 2']);
  });

  test('after a refused event the next one is a first one again', async () => {
    answer = () => 403;
    recorder.event(pod(), made);
    await clock.settle();
    recorder.event(pod(), made);
    await clock.settle();
    expect(sent).toEqual(['POST Made', 'POST Made']);
    expect(counts).toEqual({ failed: 2 });
  });
});

describe('bounds', () => {
  test('beyond 25 at once, events about one object are filtered, but not those about others', async () => {
    for (let n = 0; n < 40; n += 1) recorder.event(pod(), { ...made, reason: `Made${n}` });
    recorder.event(pod('b'), made);
    recorder.event(pod(), { ...made, type: 'Warning' });
    await clock.settle();
    expect(sent).toHaveLength(27);
    expect(counts).toEqual({ sent: 27, filtered: 15 });
    await clock.advance(minutes(5));
    recorder.event(pod(), made);
    recorder.event(pod(), { ...made, reason: 'Other' });
    await clock.settle();
    expect(sent).toHaveLength(28);
  });

  test('beyond 1000 that wait, events are dropped; 8 are sent at a time', async () => {
    answer = () => 'never';
    for (let n = 0; n < 1100; n += 1) recorder.event(pod(`p${n}`), made);
    await clock.settle();
    expect(sent).toHaveLength(8);
    expect(counts).toEqual({ dropped: 92 });
  });

  test('a request without a response is tried 12 times, a little more than 10 seconds apart', async () => {
    answer = () => 'no answer';
    recorder.event(pod(), made);
    const times: number[] = [];
    for (let second = 0; second < 200; second += 1) {
      while (times.length < sent.length) times.push(second);
      await clock.advance(seconds(1));
    }
    expect(times).toHaveLength(12);
    expect(times[1]).toBe(5);
    for (const [index, time] of times.slice(2).entries()) expect(time - (times[index + 1] ?? 0)).toBeOneOf([11, 12]);
    expect(counts).toEqual({ failed: 1 });
  });
});

describe('stopping', () => {
  test('waiting events are sent, later ones are not', async () => {
    for (let n = 0; n < 20; n += 1) recorder.event(pod(`p${n}`), made);
    for (let n = 0; n < 5; n += 1) recorder.event(pod(), made);
    await broadcaster.shutdown(new AbortController().signal);
    expect(sent).toHaveLength(23);
    expect(sent.filter((line) => line === 'PATCH 5')).toHaveLength(1);
    recorder.event(pod('late'), made);
    await clock.settle();
    expect(sent).toHaveLength(23);
    expect(clock.pending()).toBe(0);
  });

  test('it waits only until its signal is aborted', async () => {
    answer = () => 'never';
    recorder.event(pod(), made);
    const limit = new AbortController();
    const ended = broadcaster.shutdown(limit.signal);
    await clock.settle();
    limit.abort(new Error('over'));
    await ended;
    expect(clock.pending()).toBe(0);
  });
});

test('names, annotations and the line in the log', async () => {
  const { namespace: _, ...metadata } = pod('system:Node_1').metadata;
  recorder.event({ ...pod(), kind: 'ClusterRole', metadata }, { ...made, annotations: { why: 'test' } });
  await clock.settle();
  expect(bodies[0]?.metadata).toEqual({
    name: expect.stringMatching(/^system-node-1\.[0-9a-f]+$/),
    namespace: 'default',
    annotations: { why: 'test' },
  });
  expect(logged.lines).toMatchObject([
    {
      level: 'debug',
      logger: 'events',
      message: 'Event occurred',
      values: { kind: 'ClusterRole', type: 'Normal', reason: 'Made', note: 'made it' },
    },
  ]);
});
