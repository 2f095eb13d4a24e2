import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { CallResult, ClientMessage, SessionEvent } from '../../protocol/index.ts';
import type { FeedListener } from '../feeds/feed.ts';
import { createPageConnection, type PageServices } from './page-connection.ts';

const MEBIBYTE = 1 << 20;

/** A connection over a socket that a test reads, and a feed whose latest value it sets. */
function testConnection() {
  const clock = createVirtualClock();
  const sent: string[] = [];
  const unread: (() => void)[] = [];
  let waiting = 0;
  let isDestroyed = false;
  let latest: SessionEvent | undefined;
  let listener: FeedListener | undefined;
  const calls: ((result: CallResult) => void)[] = [];
  const services: PageServices = {
    open: (_to, opened) => {
      listener = opened;
      return {
        next: () => {
          const event = latest;
          latest = undefined;
          return event;
        },
        end: () => undefined,
      };
    },
    call: () => new Promise((resolve) => calls.push(resolve)),
  };
  const port = {
    waitingBytes: () => waiting,
    send: (text: string, written: () => void) => {
      sent.push(text);
      unread.push(written);
    },
    close: () => undefined,
    destroy: () => void (isDestroyed = true),
  };
  const page = createPageConnection(port, services, clock);
  const facts = {
    cluster: 'c',
    embedded: true,
    operator: false,
    namespace: 'default',
    ownKinds: false,
    connected: true,
  };
  return {
    clock,
    sent,
    calls,
    isDestroyed: () => isDestroyed,
    receive: (message: ClientMessage) => page.receive(Buffer.from(JSON.stringify(message))),
    change: (serverVersion: string) => {
      latest = { topic: 'session', ...facts, serverVersion };
      listener?.changed();
    },
    /** How much waits for the page from now on. At 0 it has read everything. */
    wait: (bytes: number) => {
      waiting = bytes;
      if (bytes === 0) for (const written of unread.splice(0)) written();
    },
  };
}

test('a page that does not read gets nothing more, and the latest state once it reads again', async () => {
  const { clock, sent, receive, change, wait } = testConnection();
  receive({ type: 'subscribe', id: 1, to: { topic: 'session' } });
  change('first');
  await clock.advance(100);
  wait(2 * MEBIBYTE);
  for (let count = 0; count < 1000; count += 1) {
    change(`v${count}`);
    await clock.advance(100);
  }
  expect(sent).toHaveLength(1);
  wait(0);
  await clock.advance(100);
  expect(sent.map((text) => text.match(/"serverVersion":"(\w+)"/)?.[1])).toEqual(['first', 'v999']);
});

test('an event that waits for a large result is sent once the page has read the result', async () => {
  const { clock, sent, calls, receive, change, wait } = testConnection();
  receive({ type: 'subscribe', id: 1, to: { topic: 'session' } });
  receive({ type: 'call', id: 2, call: { do: 'parse', yaml: '' } });
  calls[0]?.({ do: 'print', yaml: 'large' });
  await expect.poll(() => sent.length).toBe(1);
  wait(2 * MEBIBYTE);
  change('v1');
  await clock.advance(100);
  expect(sent).toHaveLength(1);
  wait(0);
  await clock.advance(100);
  expect(sent[1]).toContain('"serverVersion":"v1"');
});

test('the id of a call that is not done is refused for another one', async () => {
  const { sent, calls, receive } = testConnection();
  receive({ type: 'call', id: 1, call: { do: 'parse', yaml: '' } });
  receive({ type: 'call', id: 1, call: { do: 'parse', yaml: '' } });
  expect(calls).toHaveLength(1);
  await expect.poll(() => sent).toEqual([expect.stringContaining('The id is in use.')]);
});

test('a page that asks on and on without reading is cut off', () => {
  const { receive, wait, isDestroyed } = testConnection();
  wait(64 * MEBIBYTE);
  receive({ type: 'unsubscribe', id: 1 });
  expect(isDestroyed()).toBe(false);
  wait(64 * MEBIBYTE + 1);
  receive({ type: 'unsubscribe', id: 1 });
  expect(isDestroyed()).toBe(true);
});
