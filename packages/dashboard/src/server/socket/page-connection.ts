import type { Clock } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { Call, CallResult, ServerMessage, Subscription } from '../../protocol/index.ts';
import { failureOf } from '../cluster/failure-of.ts';
import { readMessage } from '../messages/read-message.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';

/** The server's end of a page's WebSocket. */
export interface PagePort {
  /** How many bytes wait because the page does not read. */
  waitingBytes(): number;
  /** Sends a text; `written` is called when it has left, or never will. */
  send(text: string, written: () => void): void;
  close(code: number, reason: string): void;
  /** Ends the connection at once, whatever waits. */
  destroy(): void;
}

/** What pages can follow and ask for. */
export interface PageServices {
  open(to: Subscription, listener: FeedListener): Feed;
  call(call: Call, signal: AbortSignal): Promise<CallResult>;
}

/** A connected page. */
export interface PageConnection {
  receive(bytes: Uint8Array): void;
  /** The page is gone. */
  end(): void;
}

/** Changes within this time are sent together. */
const FLUSH_MS = 50;
/** Beyond this many bytes that the page has not read, events wait where they are merged with later ones. */
const MAX_WAITING_BYTES = 1 << 20;
/** A page that asks this much without reading the answers is not the page. */
const MAX_UNREAD_BYTES = 64 << 20;
/** Events that are written without giving way to other work. */
const EVENTS_A_TURN = 8;
const MAX_SUBSCRIPTIONS = 200;
const MAX_CALLS = 64;
const POLICY_VIOLATION = 1008;

/** Speaks the protocol with one page. */
export function createPageConnection(port: PagePort, services: PageServices, clock: Clock): PageConnection {
  const feeds = new Map<number, Feed>();
  const ready = new Set<number>();
  const gone = new AbortController();
  const calls = new Set<number>();
  let planned: (() => void) | undefined;
  let lastFlush = -Infinity;

  const plan = (): void => {
    if (planned !== undefined || ready.size === 0 || gone.signal.aborted) return;
    planned = clock.after(clock.now() - lastFlush >= FLUSH_MS ? 0 : FLUSH_MS, flush);
  };
  const flush = (): void => {
    planned = undefined;
    lastFlush = clock.now();
    for (let sent = 0; ready.size > 0; sent += 1) {
      // What waits is sent once the page has read, which calls `written`.
      if (port.waitingBytes() > MAX_WAITING_BYTES) return;
      if (sent === EVENTS_A_TURN) {
        planned = clock.after(0, flush);
        return;
      }
      const [id = 0] = ready;
      ready.delete(id);
      const event = feeds.get(id)?.next();
      if (event === undefined) continue;
      // After the others: all subscriptions get their turn.
      ready.add(id);
      send({ type: 'event', id, event });
    }
  };
  // Whatever has left, events may wait for it.
  const send = (message: ServerMessage): void => port.send(stringifyJson(message), plan);
  const fail = (id: number, error: unknown): void => send({ type: 'failure', id, failure: failureOf(error) });
  const close = (id: number): void => {
    feeds.get(id)?.end();
    feeds.delete(id);
    ready.delete(id);
  };

  const subscribe = (id: number, to: Subscription): void => {
    if (feeds.has(id) || feeds.size >= MAX_SUBSCRIPTIONS)
      return fail(
        id,
        new Error(feeds.has(id) ? 'The id is in use.' : `A page has ${MAX_SUBSCRIPTIONS} subscriptions.`),
      );
    let ended = false;
    const listener: FeedListener = {
      changed: () => {
        if (ended) return;
        ready.add(id);
        plan();
      },
      failed: (error) => {
        if (ended) return;
        ended = true;
        close(id);
        fail(id, error);
      },
    };
    try {
      const feed = services.open(to, listener);
      const end = (): void => {
        ended = true;
        feed.end();
      };
      // It may have failed at once.
      if (ended) end();
      else feeds.set(id, { next: () => feed.next(), end });
      plan();
    } catch (error) {
      fail(id, error);
    }
  };
  const call = async (id: number, asked: Call): Promise<void> => {
    if (calls.has(id)) return fail(id, new Error('The id is in use.'));
    if (calls.size >= MAX_CALLS) return fail(id, new Error(`A page has ${MAX_CALLS} calls at a time.`));
    calls.add(id);
    try {
      send({ type: 'result', id, result: await services.call(asked, gone.signal) });
    } catch (error) {
      if (!gone.signal.aborted) fail(id, error);
    } finally {
      calls.delete(id);
    }
  };

  return {
    receive: (bytes) => {
      if (port.waitingBytes() > MAX_UNREAD_BYTES) return port.destroy();
      const read = readMessage(bytes);
      if ('problem' in read) {
        if (read.id === undefined) port.close(POLICY_VIOLATION, read.problem.slice(0, 100));
        else fail(read.id, new Error(read.problem));
        return;
      }
      const { message } = read;
      if (message.type === 'subscribe') subscribe(message.id, message.to);
      else if (message.type === 'unsubscribe') close(message.id);
      else void call(message.id, message.call);
    },
    end: () => {
      planned?.();
      gone.abort(new Error('the page is gone'));
      for (const id of feeds.keys()) close(id);
    },
  };
}
