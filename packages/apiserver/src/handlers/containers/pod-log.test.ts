import type { HttpResponse, LogLine } from '@kb/apimachinery';
import { settleEventLoop } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { runningPod, STARTED, type TestContainers, testContainers } from '../../test-support/test-containers.ts';
import { startWire, type Wire } from '../../test-support/wire.ts';

const PODS = '/api/v1/namespaces/default/pods';
const line = (text: string, seconds = 0): LogLine => ({ time: STARTED + seconds * 1000, stream: 'stdout', text });

async function started(
  lines: readonly LogLine[] = [],
  status: object = {},
): Promise<Wire & { readonly containers: TestContainers }> {
  const containers = testContainers({ lines });
  const wire = startWire({ containers });
  await wire.post('/api/v1/nodes', { metadata: { name: 'n' } });
  await wire.post(PODS, runningPod('p'));
  await wire.put(`${PODS}/p/status`, runningPod('p', status));
  return { ...wire, containers };
}

const state = (restartCount: number, now: object, last: object = {}): object => ({
  restartCount,
  state: now,
  lastState: last,
});
const terminated = (containerID = 'test://0'): object => ({
  terminated: { exitCode: 1, startedAt: '2026-01-02T03:04:05Z', finishedAt: '2026-01-02T03:04:06Z', containerID },
});

test.each([
  ['', 'a\nb\nc\nd\n'],
  ['tailLines=2', 'c\nd\n'],
  ['tailLines=0', ''],
  ['tailLines=9', 'a\nb\nc\nd\n'],
  ['limitBytes=3', 'a\nb'],
  ['limitBytes=4&tailLines=3', 'b\nc\n'],
  ['sinceTime=2026-01-02T03:04:06.5Z', 'c\nd\n'],
  ['tailLines=1&timestamps=true', '2026-01-02T03:04:08.000000000Z d\n'],
])('shows what a container has printed, with %j', async (query, text) => {
  const wire = await started([line('a'), line('b', 1), line('c', 2), line('d', 3)]);
  const answer = await wire.get(`${PODS}/p/log?${query}`);
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, text, 'text/plain']);
});

test('sinceSeconds counts from now', async () => {
  const lines: LogLine[] = [];
  const wire = await started(lines);
  const { clock } = wire;
  lines.push({ ...line('a'), time: clock.now() });
  await clock.advance(5000);
  expect((await wire.get(`${PODS}/p/log?sinceSeconds=6`)).text).toBe('a\n');
  expect((await wire.get(`${PODS}/p/log?sinceSeconds=4`)).text).toBe('');
});

test.each([
  ['of the current run', '', state(2, { running: { startedAt: '2026-01-02T03:04:05Z' } }), 'logs p c 2'],
  [
    'of the run before',
    'previous=true',
    state(2, { running: { startedAt: '2026-01-02T03:04:05Z' } }, terminated()),
    'logs p c 1',
  ],
  [
    'of the last run, while the container waits',
    '',
    state(2, { waiting: { reason: 'CrashLoopBackOff' } }, terminated()),
    'logs p c 2',
  ],
  ['of a run that has ended', '', state(0, terminated()), 'logs p c 0'],
])('shows the output %s', async (_, query, status, call) => {
  const wire = await started([], status);
  const { containers } = wire;
  expect((await wire.get(`${PODS}/p/log?${query}`)).status).toBe(200);
  expect(containers.calls).toEqual([call]);
});

test.each([
  ['', state(0, { waiting: { reason: 'ContainerCreating' } }), 'is waiting to start: ContainerCreating'],
  ['', state(0, { waiting: { reason: 'ErrImagePull' } }), "is waiting to start: image can't be pulled"],
  ['', state(0, { waiting: { reason: 'ImagePullBackOff' } }), 'is waiting to start: trying and failing to pull image'],
  ['', state(0, {}), 'is waiting to start - no logs yet'],
  ['', state(0, terminated('')), 'is terminated'],
  ['', { name: 'other' }, 'is not available'],
])('refuses the log of a container that %o: %s', async (query, status, message) => {
  const wire = await started([], status);
  const { status: code, body } = await wire.get(`${PODS}/p/log?${query}`);
  expect([code, body.reason, body.message]).toEqual([400, 'BadRequest', `container "c" in pod "p" ${message}`]);
});

test('refuses the log of a run that never was', async () => {
  const wire = await started();
  const { body } = await wire.get(`${PODS}/p/log?previous=true`);
  expect(body.message).toBe('previous terminated container "c" in pod "p" not found');
});

/** Follows a log; the text is collected as it arrives. */
async function follow(
  { transport }: Wire,
  query = '',
): Promise<{ text: () => string; ended: Promise<void>; stop: () => void }> {
  const client = new AbortController();
  const path = `${PODS}/p/log?follow=true&${query}`;
  const response: HttpResponse = await transport.send({ method: 'GET', path, headers: {} }, client.signal);
  let text = '';
  const read = async (): Promise<void> => {
    if (response.body instanceof Uint8Array) throw new Error('the body has ended');
    for await (const bytes of response.body) text += Buffer.from(bytes).toString();
  };
  const ended = read();
  await settleEventLoop();
  return { text: () => text, ended, stop: () => client.abort() };
}

test('follows what a container prints, until it ends', async () => {
  const wire = await started([line('a'), line('b')]);
  const { text, ended } = await follow(wire, 'tailLines=1');
  wire.containers.print(line('c'));
  await settleEventLoop();
  expect(text()).toBe('b\nc\n');
  await wire.put(`${PODS}/p/status`, runningPod('p', state(0, terminated())));
  await ended;
  expect(wire.containers.open()).toBe(0);
});

test.each([
  ['restarted', (wire: Wire) => wire.put(`${PODS}/p/status`, runningPod('p', { restartCount: 1 }))],
  ['deleted', (wire: Wire) => wire.del(`${PODS}/p?gracePeriodSeconds=0`)],
])('following ends when the container is %s', async (_, change) => {
  const wire = await started([line('a')]);
  const { ended } = await follow(wire);
  expect(wire.containers.open()).toBe(1);
  await change(wire);
  await ended;
  expect(wire.containers.open()).toBe(0);
});

test('following ends when the client goes away, and at the limit', async () => {
  const wire = await started([line('a')]);
  const first = await follow(wire);
  expect(wire.containers.open()).toBe(1);
  first.stop();
  await first.ended.catch(() => undefined);
  const second = await follow(wire, 'limitBytes=3');
  wire.containers.print(line('bcd'));
  await second.ended;
  expect(second.text()).toBe('a\nb');
  expect(wire.containers.open()).toBe(0);
});

test('following a container that has ended shows what it has printed', async () => {
  const wire = await started([line('a')], state(0, terminated()));
  const { text, ended } = await follow(wire);
  await ended;
  expect(text()).toBe('a\n');
});

test('reads a long log no faster than the client', async () => {
  let read = 0;
  const containers = testContainers();
  const printed = {
    *[Symbol.iterator](): Generator<LogLine> {
      for (; read < 1_000_000; read += 1) yield line('x'.repeat(100));
    },
  };
  const wire = startWire({
    containers: { ...containers, logs: (target) => ({ ...containers.logs(target), printed }) },
  });
  await wire.post('/api/v1/nodes', { metadata: { name: 'n' } });
  await wire.post(PODS, runningPod('p'));
  await wire.put(`${PODS}/p/status`, runningPod('p'));
  const client = new AbortController();
  const { body } = await wire.transport.send({ method: 'GET', path: `${PODS}/p/log`, headers: {} }, client.signal);
  if (body instanceof Uint8Array) throw new Error('the body has ended');
  for await (const piece of body) {
    expect(piece.length).toBeLessThan(64 * 1024);
    break;
  }
  expect(read).toBeLessThan(1000);
});

test('a stand-in that fails is an internal error', async () => {
  const containers = testContainers();
  const broken = {
    ...containers,
    logs: () => {
      throw new Error('no disk');
    },
  };
  const wire = startWire({ containers: broken });
  await wire.post('/api/v1/nodes', { metadata: { name: 'n' } });
  await wire.post(PODS, runningPod('p'));
  await wire.put(`${PODS}/p/status`, runningPod('p'));
  const { status, body } = await wire.get(`${PODS}/p/log`);
  expect([status, body.message]).toEqual([500, 'Internal error occurred: no disk']);
});
