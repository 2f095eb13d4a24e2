import { checkOption, type OptionRule } from '../../check-options.ts';
import { genericEvent, outsideDelivery, type OutsideHandler, type OutsideSourceOptions } from './outside-events.ts';
import type { Source } from './source.ts';

/** Carries events from outside the cluster to controllers: what `chan event.GenericEvent` is in Go. */
export interface Channel<T> {
  /**
   * Sends an event to every source that reads the channel. Until the first one starts, events are kept in the buffer;
   * when the buffer is full, the promise waits for room. Rejects when the channel is closed, or when `signal` is
   * aborted while it waits.
   */
  send(event: T, signal?: AbortSignal): Promise<void>;
  /** Takes no more events; buffered ones are still delivered. */
  close(): void;
  readonly closed: boolean;
  /** How many events are buffered. */
  readonly length: number;
  /**
   * Reads the channel, beginning with the buffered events; returns the function that stops it. For sources: users pass
   * the channel to `channelSource`.
   */
  receive(receiver: (event: T) => void): () => void;
}

/** Options of {@link createChannel}. */
export interface ChannelOptions {
  /** How many events are buffered while nobody reads. Default: 1024. */
  readonly bufferSize?: number;
}

/** An event was sent to a channel that is closed. */
export class ChannelClosedError extends Error {
  override readonly name = 'ChannelClosedError';
  readonly code = 'KB_CHANNEL_CLOSED';
}

interface WaitingSend<T> {
  readonly event: T;
  readonly sent: () => void;
  readonly failed: (reason: unknown) => void;
}

const bufferRule: OptionRule = {
  expected: 'a number from 0 on',
  holds: (value) => typeof value === 'number' && value >= 0,
};

/** Creates an open channel. Throws a TypeError when the size of its buffer is invalid. */
export function createChannel<T>({ bufferSize = 1024 }: ChannelOptions = {}): Channel<T> {
  checkOption('createChannel: bufferSize', bufferSize, bufferRule);
  const receivers = new Set<(event: T) => void>();
  let kept: T[] = [];
  /** Sends for which there is no room, oldest first. */
  let waiting = new Set<WaitingSend<T>>();
  let closed = false;

  const distribute = (event: T): void => {
    for (const receiver of receivers) receiver(event);
  };

  const closedError = (): ChannelClosedError => new ChannelClosedError('the channel is closed');

  return {
    send: (event, signal) => {
      if (closed) return Promise.reject(closedError());
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (receivers.size > 0) {
        distribute(event);
        return Promise.resolve();
      }
      if (kept.length < bufferSize) {
        kept.push(event);
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.delete(one);
          reject(signal?.reason);
        };
        const settled = (): void => signal?.removeEventListener('abort', onAbort);
        const one: WaitingSend<T> = {
          event,
          sent: () => {
            settled();
            resolve();
          },
          failed: (reason) => {
            settled();
            reject(reason);
          },
        };
        waiting.add(one);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    },
    close: () => {
      closed = true;
      const senders = waiting;
      waiting = new Set();
      for (const { failed } of senders) failed(closedError());
    },
    get closed() {
      return closed;
    },
    get length() {
      return kept.length;
    },
    receive: (receiver) => {
      receivers.add(receiver);
      const events = kept;
      const senders = waiting;
      kept = [];
      waiting = new Set();
      for (const event of events) distribute(event);
      for (const { event, sent } of senders) {
        distribute(event);
        sent();
      }
      return () => receivers.delete(receiver);
    },
  };
}

/**
 * The events of a channel: source.Channel.
 *
 * ```ts
 * const calls = createChannel<{ app: string }>();
 * controllerFor(apps).watchesRawSource(channelSource(calls, ({ app }) => [{ namespace: 'default', name: app }]));
 * await calls.send({ app: 'web' });
 * ```
 */
export function channelSource<T>(
  channel: Channel<T>,
  to: OutsideHandler<T>,
  options: OutsideSourceOptions<T> = {},
): Source {
  const delivery = outsideDelivery(to, options);
  return {
    name: options.name ?? 'channel source',
    start: ({ deliver, signal }) => {
      if (signal.aborted) return;
      const stop = channel.receive((event) => deliver(genericEvent(event), delivery));
      signal.addEventListener('abort', stop, { once: true });
    },
  };
}
