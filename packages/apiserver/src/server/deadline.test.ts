import { getEventListeners } from 'node:events';
import { type Clock, createVirtualClock, type HttpResponse, type VirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { CONFIG_MAPS, startWire } from '../test-support/wire.ts';
import { readDeadline, withDeadline } from './deadline.ts';

test.each([
  ['', 60_000],
  ['timeout=', 60_000],
  ['timeout=0', 60_000],
  ['timeout=-5s', 60_000],
  ['timeout=5s', 5000],
  ['timeout=1m1ms', 60_000],
  ['timeout=1.5h', 60_000],
  ['timeout=250us', 0.25],
])('%j is %d ms', (query, milliseconds) => {
  expect(readDeadline(new URLSearchParams(query))).toBe(milliseconds);
});

test.each([
  ['abc', 'invalid duration "abc"'],
  ['5', 'missing unit in duration "5"'],
  ['1x', 'unknown unit "x" in duration "1x"'],
  ['1h2', 'missing unit in duration "1h2"'],
  ['.s', 'invalid duration ".s"'],
  ['-', 'invalid duration "-"'],
])('%s is refused', (text, why) => {
  expect(() => readDeadline(new URLSearchParams({ timeout: text }))).toThrow(
    `invalid timeout specified in the request URL - time: ${why}`,
  );
});

/** Yields a body in pieces, at times of a virtual clock. */
async function* slowly(clock: VirtualClock, text: string, ms: number): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text.slice(0, 1));
  await clock.sleep(ms);
  yield new TextEncoder().encode(text.slice(1));
}

async function postSlowly(
  query: string,
  ms: number,
): Promise<{ readonly response: HttpResponse; readonly written: boolean }> {
  const wire = startWire();
  const { api, clock, transport } = wire;
  const sent = transport.send({
    method: 'POST',
    path: `${CONFIG_MAPS}${query}`,
    headers: { 'content-type': 'application/json' },
    body: slowly(clock, JSON.stringify({ metadata: { name: 'slow' } }), ms),
  });
  const before = api.revision();
  await clock.settle();
  await clock.advance(ms);
  const response = await sent;
  await clock.advance(120_000);
  expect((await wire.get(`${CONFIG_MAPS}/slow`)).status).toBe(response.status === 201 ? 200 : 404);
  return { response, written: api.revision() > before };
}

test.each([
  ['in time', '?timeout=10s', 9000, 201],
  ['after its deadline', '?timeout=10s', 11_000, 504],
  ['after the deadline of all requests', '', 61_000, 504],
  ['after the time limit of writes', '', 35_000, 504],
])('a body that arrives %s', async (_, query, ms, status) => {
  const { response, written } = await postSlowly(query, ms);
  expect([response.status, written]).toEqual([status, status === 201]);
});

test('a write that is late gets a Status, a request that is late gets text', async () => {
  const late = await postSlowly('', 35_000);
  expect(late.response.headers['content-type']).toBe('application/json');
  const over = await postSlowly('', 61_000);
  expect(over.response.headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('leaves neither timers nor listeners', async () => {
  const clock = createVirtualClock();
  let timers = 0;
  const counting: Clock = {
    ...clock,
    after: (ms, fn) => {
      timers += 1;
      const cancel = clock.after(ms, fn);
      return () => {
        timers -= 1;
        cancel();
      };
    },
  };
  const client = new AbortController();
  const answer: HttpResponse = { status: 200, headers: {}, body: new Uint8Array() };
  expect(await withDeadline(counting, 1000, client.signal, async () => answer)).toBe(answer);
  await expect(withDeadline(counting, 1000, client.signal, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect([timers, getEventListeners(client.signal, 'abort')]).toEqual([0, []]);
});
