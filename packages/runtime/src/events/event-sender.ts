import {
  type Clock,
  hasStatusCause,
  isAlreadyExists,
  isInstance,
  isNotFound,
  isStatusError,
  type Random,
  reasonOf,
} from '@kb/apimachinery';
import { type Client, InvalidRequestError } from '@kb/client';
import { events } from '@kb/kubernetes/events/v1';
import type { Milliseconds } from '../durations.ts';
import { describeError } from '../log/describe-error.ts';
import type { Logger } from '../log/logger.ts';
import type { EventMetrics } from './event-metrics.ts';
import type { EventWrite } from './event-series.ts';

/** Options of {@link createEventSender}. */
export interface EventSenderOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: EventMetrics | undefined;
  /** Called with the key of a series when one of its writes is given up. */
  readonly gaveUp: (key: string) => void;
}

/** Sends writes of Events in the background. */
export interface EventSender {
  /** Sends a write after the earlier ones of its series; drops it when too many wait. */
  enqueue(write: EventWrite): void;
  /** Resolves when all writes are sent, or given up because `signal` was aborted. */
  shutdown(signal: AbortSignal): Promise<void>;
}

/**
 * client-go's limits: how many writes wait at most (more are dropped), how many are sent at the same time, how often
 * each is tried, and the wait between tries.
 */
const QUEUE_LENGTH = 1000;
const MAX_SENDERS = 8;
const MAX_TRIES = 12;
const RETRY_DELAY: Milliseconds = 10_000;
const RETRY_JITTER = 0.25;

/** Creates a sender that has nothing to send. */
export function createEventSender({ client, clock, random, log, metrics, gaveUp }: EventSenderOptions): EventSender {
  /** The writes that wait, in order. Each series is sent one write at a time: its patch needs the created Event. */
  const waiting = new Map<string, EventWrite[]>();
  const busy = new Set<string>();
  let queued = 0;
  let idle: (() => void) | undefined;
  const ending = new AbortController();

  const startSenders = (): void => {
    for (const key of waiting.keys()) {
      if (busy.size >= MAX_SENDERS) return;
      if (!busy.has(key)) void sendAllOf(key);
    }
  };

  const sendAllOf = async (key: string): Promise<void> => {
    busy.add(key);
    for (let write = take(key); write; write = take(key)) await sendWithRetries(write);
    waiting.delete(key);
    busy.delete(key);
    startSenders();
    if (busy.size === 0) idle?.();
  };

  const take = (key: string): EventWrite | undefined => {
    const write = waiting.get(key)?.shift();
    if (write) queued -= 1;
    return write;
  };

  const sendWithRetries = async (write: EventWrite): Promise<void> => {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      try {
        await send(client, write, ending.signal);
        metrics?.event('sent');
        return;
      } catch (error) {
        if (attempt === MAX_TRIES || isFinal(write, error)) {
          metrics?.event('failed');
          gaveUp(write.key);
          if (!ending.signal.aborted) logRejected(log, write, error);
          return;
        }
        const first = attempt === 1 ? random() : 1 + RETRY_JITTER * random();
        await clock.sleep(RETRY_DELAY * first, ending.signal).catch(() => undefined);
      }
    }
  };

  return {
    enqueue: (write) => {
      if (queued >= QUEUE_LENGTH) {
        metrics?.event('dropped');
        log.info('Event dropped: too many wait to be sent', { event: write.event.metadata.name });
        return;
      }
      queued += 1;
      const writes = waiting.get(write.key);
      if (writes) writes.push(write);
      else waiting.set(write.key, [write]);
      startSenders();
    },
    shutdown: async (signal) => {
      const giveUp = (): void => ending.abort(signal.reason);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
      if (busy.size > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
      signal.removeEventListener('abort', giveUp);
    },
  };
}

/**
 * Whether a retry cannot help: the server has decided, or the request is invalid. Only a request without a response is
 * retried.
 */
function isFinal(write: EventWrite, error: unknown): boolean {
  // The series' Event was gone when it was patched, and existed again when it was created.
  if (write.type === 'patch' && isAlreadyExists(error)) return false;
  return isStatusError(error) || isInstance(error, InvalidRequestError);
}

async function send(client: Client, write: EventWrite, signal: AbortSignal): Promise<void> {
  const { name, namespace } = write.event.metadata;
  if (write.type === 'create') {
    await client.create(events, write.event, { signal });
    return;
  }
  const key = { name: name ?? '', ...(namespace && { namespace }) };
  try {
    await client.patch(events, key, { type: 'merge', value: { series: write.series } }, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // The server keeps Events for an hour only: one that is gone is created again.
    await client.create(events, { ...write.event, series: write.series }, { signal });
  }
}

function logRejected(log: Logger, write: EventWrite, error: unknown): void {
  const about = { event: write.event.metadata.name, reason: write.event.reason, note: write.event.note };
  const expected = reasonOf(error) === 'AlreadyExists' || hasStatusCause(error, 'NamespaceTerminating');
  if (expected) log.debug('Event rejected', { ...about, error: describeError(error).message });
  else log.error(error, 'Event not sent', about);
}
