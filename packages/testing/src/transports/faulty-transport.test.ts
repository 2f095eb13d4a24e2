import { createVirtualClock, seededRandom, type Transport, type VirtualClock } from '@kb/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import type { FaultRates, StreamFault } from './fault-rates.ts';
import { type FaultyTransport, faultyTransport } from './faulty-transport.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let clock: VirtualClock;
let stored: string[];
let push: (line: string) => void;
let aborted: number;

/** A server with one watch, which sends the chunks that are pushed. */
const server: Transport = {
  send: async ({ method, path }, signal) => {
    stored.push(method);
    if (!path.includes('watch=')) return { status: 200, headers: {}, body: encoder.encode('{"all":"good"}') };
    const waiting: string[] = [];
    let wake = (): void => undefined;
    push = (line) => {
      waiting.push(`${line}\n`);
      wake();
    };
    signal?.addEventListener('abort', () => {
      aborted += 1;
      wake();
    });
    async function* body(): AsyncGenerator<Uint8Array> {
      for (;;) {
        for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) yield encoder.encode(line);
        if (signal?.aborted) throw signal.reason;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    return { status: 200, headers: {}, body: body() };
  },
};

beforeEach(() => {
  clock = createVirtualClock();
  stored = [];
  aborted = 0;
});

const faulty = (rates: FaultRates): FaultyTransport =>
  faultyTransport(server, { clock, random: seededRandom(7), rates });

/** Sends a request, and returns its outcome an hour later. */
async function outcome(transport: FaultyTransport, method: string, path = '/things'): Promise<string> {
  let seen = 'nothing';
  const work = async (): Promise<string> => {
    const { status, body } = await transport.send({ method, path, headers: {} });
    let text = '';
    if (body instanceof Uint8Array) text = decoder.decode(body);
    else for await (const chunk of body) text += decoder.decode(chunk);
    return `${status} ${text.slice(0, 14)}`;
  };
  work().then(
    (result) => (seen = result),
    (error: unknown) => (seen = (error as { code: string }).code),
  );
  await clock.advance(3_600_000);
  return seen;
}

test.each([
  { fault: 'refused', path: '/things', want: 'KB_CONNECTION_REFUSED', reaches: 0 },
  { fault: 'lost-before', path: '/things', want: 'KB_CONNECTION_LOST', reaches: 0 },
  { fault: 'lost-after', path: '/things', want: 'KB_CONNECTION_LOST', reaches: 1 },
  { fault: 'slow', path: '/things', want: '200 {"all":"good"}', reaches: 1 },
  { fault: 'truncated', path: '/things', want: 'KB_CONNECTION_LOST', reaches: 1 },
  { fault: 'too-many-requests', path: '/things', want: '429 {"kind":"Statu', reaches: 0 },
  { fault: 'gone', path: '/things?resourceVersion=5', want: '410 {"kind":"Statu', reaches: 0 },
  { fault: 'gone', path: '/things?resourceVersion=0', want: '200 {"all":"good"}', reaches: 1 },
] as const)('a request that is $fault: $want', async ({ fault, path, want, reaches }) => {
  const transport = faulty({ requests: { [fault]: 1 } });
  expect(await outcome(transport, 'GET', path)).toBe(want);
  expect(stored).toHaveLength(reaches);
  expect(transport.counts[fault] ?? 0).toBe(want.startsWith('200 ') && fault === 'gone' ? 0 : 1);
  transport.active = false;
  expect(await outcome(transport, 'GET')).toBe('200 {"all":"good"}');
});

test('a request without a response times out', async () => {
  expect(await outcome(faulty({ requests: { unanswered: 1 } }), 'POST')).toBe('KB_ANSWER_TIMEOUT');
});

/** A watch with one line, then its fault, then another line. */
async function watched(fault: StreamFault): Promise<{ text: string; end: string; transport: FaultyTransport }> {
  const transport = faulty({ streams: { [fault]: 1 } });
  const end = new AbortController();
  const { body } = await transport.send({ method: 'GET', path: '/things?watch=true', headers: {} }, end.signal);
  let text = '';
  let how = 'open';
  const read = async (): Promise<void> => {
    for await (const chunk of body as AsyncIterable<Uint8Array>) text += decoder.decode(chunk);
  };
  read().then(
    () => (how = 'ended'),
    (error: unknown) => (how = (error as { code?: string }).code ?? 'aborted'),
  );
  await clock.settle();
  push('first');
  await clock.advance(300_000);
  push('second');
  await clock.advance(300_000);
  const result = { text, end: how, transport };
  expect(transport.openStreams).toBe(how === 'open' ? 1 : 0);
  transport.active = false;
  await clock.settle();
  end.abort(new Error('over'));
  await clock.settle();
  expect([how === 'open', transport.openStreams, aborted]).toEqual([false, 0, 1]);
  return result;
}

test.each([
  { fault: 'cut', want: { text: 'first\nfir', end: 'KB_CONNECTION_LOST' } },
  { fault: 'silent', want: { text: 'first\n', end: 'open' } },
  { fault: 'slow-bytes', want: { text: 'first\nsecond\n', end: 'open' } },
  { fault: 'late', want: { text: 'first\nsecond\n', end: 'open' } },
  { fault: 'truncated-line', want: { text: 'first\nfir', end: 'ended' } },
  { fault: 'duplicated', want: { text: 'first\nfirst\nsecond\n', end: 'open' } },
  { fault: 'stale', want: { text: 'first\nfirst\nsecond\n', end: 'open' } },
] as const)('a watch that is $fault', async ({ fault, want }) => {
  const { text, end, transport } = await watched(fault);
  expect({ text, end }).toEqual(want);
  expect(transport.counts).toEqual({ [fault]: 1 });
});

test.each([
  { fault: 'gone-in-stream', code: 410 },
  { fault: 'error-in-stream', code: 500 },
] as const)('a watch with $fault', async ({ fault, code }) => {
  const { text, end } = await watched(fault);
  expect(end).toBe('ended');
  expect(text).toContain(`"code":${code}`);
});

test('a partition stops all data, and breaks open requests when it is restored', async () => {
  const transport = faulty({});
  const { body } = await transport.send({ method: 'GET', path: '/things?watch=true', headers: {} });
  let text = '';
  let how = 'open';
  const read = async (): Promise<void> => {
    for await (const chunk of body as AsyncIterable<Uint8Array>) text += decoder.decode(chunk);
  };
  read().catch((error: unknown) => (how = (error as { code: string }).code));
  await clock.settle();
  push('first');
  await clock.settle();
  transport.partition(true);
  push('second');
  expect(await outcome(transport, 'GET')).toBe('KB_ANSWER_TIMEOUT');
  expect([text, how]).toEqual(['first\n', 'open']);
  transport.partition(false);
  await clock.settle();
  expect([text, how]).toEqual(['first\n', 'KB_CONNECTION_LOST']);
  expect(await outcome(transport, 'GET')).toBe('200 {"all":"good"}');
  expect(transport.counts).toEqual({ partitioned: 1 });
});
