import { WebSocket } from 'ws';
import type {
  Call,
  CallResult,
  ClientMessage,
  Failure,
  ServerMessage,
  Subscription,
  TopicEvent,
} from '../../protocol/index.ts';
import type { Dashboard } from '../start-dashboard.ts';

/** The events of one subscription. */
export interface Followed<E> {
  readonly events: readonly E[];
  /** Resolves with the first event, also of those that have come, that has what is looked for. */
  until(isWanted: (event: E) => boolean): Promise<E>;
  /** Resolves with the failure that ends the subscription. */
  readonly failure: Promise<Failure>;
  end(): void;
}

/** A page without a browser. */
export interface PageClient {
  follow<T extends Subscription['topic']>(
    to: Extract<Subscription, { topic: T }>,
  ): Followed<Extract<TopicEvent, { topic: NoInfer<T> }>>;
  /** Resolves with the result; rejects with an error that has the failure. */
  call<D extends Call['do']>(call: Extract<Call, { do: D }>): Promise<Extract<CallResult, { do: D }>>;
  /** Everything that the server has sent, as text. */
  readonly received: readonly string[];
  readonly socket: WebSocket;
  close(): void;
}

/** The error of a call that failed. */
export class CallFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Opens the printed address as a browser does, and returns the cookie. */
export async function enterPage(dashboard: Pick<Dashboard, 'url'>): Promise<string> {
  const answer = await fetch(dashboard.url, { redirect: 'manual' });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Connects as the page does. */
export async function openPage(dashboard: Pick<Dashboard, 'url' | 'origin'>): Promise<PageClient> {
  const cookie = await enterPage(dashboard);
  const socket = new WebSocket(`${dashboard.origin.replace('http', 'ws')}/socket`, {
    headers: { cookie, origin: dashboard.origin },
  });
  const received: string[] = [];
  const listeners = new Map<number, (message: ServerMessage) => void>();
  socket.on('message', (data) => {
    const text = (data as Buffer).toString();
    received.push(text);
    const message = JSON.parse(text) as ServerMessage;
    listeners.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  let ids = 0;
  /** What follows has the events of the topic, as the protocol says. */
  const follow = (to: Subscription): Followed<TopicEvent> => {
    const id = (ids += 1);
    const events: TopicEvent[] = [];
    const waiting = new Set<(event: TopicEvent) => void>();
    const failure = Promise.withResolvers<Failure>();
    listeners.set(id, (message) => {
      if (message.type === 'failure') return failure.resolve(message.failure);
      if (message.type !== 'event') return;
      events.push(message.event);
      for (const look of waiting) look(message.event);
    });
    send({ type: 'subscribe', id, to });
    const until = (isWanted: (event: TopicEvent) => boolean): Promise<TopicEvent> =>
      new Promise((resolve) => {
        const found = events.find(isWanted);
        if (found !== undefined) return resolve(found);
        const look = (event: TopicEvent): void => {
          if (!isWanted(event)) return;
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
      });
    return { events, failure: failure.promise, until, end: () => send({ type: 'unsubscribe', id }) };
  };
  const send = (message: ClientMessage): void => socket.send(JSON.stringify(message));
  return {
    received,
    socket,
    close: () => socket.terminate(),
    follow: follow as PageClient['follow'],
    call: <D extends Call['do']>(call: Extract<Call, { do: D }>) =>
      new Promise<Extract<CallResult, { do: D }>>((resolve, reject) => {
        const id = (ids += 1);
        listeners.set(id, (message) => {
          if (message.type === 'failure') reject(new CallFailed(message.failure));
          if (message.type === 'result') resolve(message.result as Extract<CallResult, { do: D }>);
        });
        send({ type: 'call', id, call });
      }),
  };
}
