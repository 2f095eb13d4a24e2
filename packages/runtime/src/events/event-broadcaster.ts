import {
  type Clock,
  type DeepReadonly,
  hasStatusCause,
  isAlreadyExists,
  isInstance,
  isNotFound,
  isStatusError,
  keyOf,
  type KubernetesObject,
  type Random,
  reasonOf,
  textIn,
} from '@kb/apimachinery';
import { type Client, InvalidRequestError } from '@kb/client';
import { events } from '@kb/kubernetes/events/v1';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/describe-error.ts';
import { monotonicNow } from '../monotonic-now.ts';
import { eventKey, eventObject, eventSource, type EventSource } from './event-object.ts';
import type { EventMetrics } from './event-metrics.ts';
import type { EventContent, EventRecorder } from './event-recorder.ts';
import { createEventSeriesCache, type EventWrite } from './event-series.ts';
import { createSpamFilter } from './spam-filter.ts';

/** What an {@link EventBroadcaster} stands on. */
export interface EventBroadcasterOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly hostname: string;
  readonly metrics?: EventMetrics;
}

/** Sends the events of all controllers of a manager: client-go's events broadcaster. */
export interface EventBroadcaster {
  recorderFor(controller: string): EventRecorder;
  /** Takes no more events; resolves when those taken are sent, or given up because `signal` was aborted. */
  shutdown(signal: AbortSignal): Promise<void>;
}

/**
 * client-go's numbers: events that wait at most (more are dropped), senders at the same time, tries of each event, and
 * the wait between tries.
 */
const queueLength = 1000;
const maxSenders = 8;
const maxTries = 12;
const retryDelay: Milliseconds = 10_000;
const retryJitter = 0.25;

/**
 * Whether trying again would end the same way: the server has judged, or nothing could be asked. Only an answer that
 * never came is worth more tries.
 */
function isFinal(write: EventWrite, error: unknown): boolean {
  // The series' Event was gone when it was patched, and there again when it was created.
  if (write.type === 'patch' && isAlreadyExists(error)) return false;
  return isStatusError(error) || isInstance(error, InvalidRequestError);
}

/** Makes a broadcaster. */
export function createEventBroadcaster(options: EventBroadcasterOptions): EventBroadcaster {
  const { client, clock, random, hostname, metrics } = options;
  const log = options.log.named('events');
  /** What waits, in order. One series is sent by one sender at a time: its patch needs what its create made. */
  const waiting = new Map<string, EventWrite[]>();
  const busy = new Set<string>();
  let queued = 0;
  let stopped = false;
  let idle: (() => void) | undefined;
  const ending = new AbortController();

  const enqueue = (write: EventWrite): void => {
    if (queued >= queueLength) {
      metrics?.event('dropped');
      log.info('Event dropped: too many wait to be sent', { event: write.event.metadata.name });
      return;
    }
    queued += 1;
    const writes = waiting.get(write.key);
    if (writes) writes.push(write);
    else waiting.set(write.key, [write]);
    startSenders();
  };

  const series = createEventSeriesCache(clock, enqueue);
  const passes = createSpamFilter(() => monotonicNow(clock));

  const startSenders = (): void => {
    for (const key of waiting.keys()) {
      if (busy.size >= maxSenders) return;
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
        await send(write);
        metrics?.event('sent');
        return;
      } catch (error) {
        if (attempt === maxTries || isFinal(write, error)) {
          metrics?.event('failed');
          series.forget(write.key);
          if (!ending.signal.aborted) tellRejected(write, error);
          return;
        }
        const first = attempt === 1 ? random() : 1 + retryJitter * random();
        await clock.sleep(retryDelay * first, ending.signal).catch(() => undefined);
      }
    }
  };

  const send = async (write: EventWrite): Promise<void> => {
    const { signal } = ending;
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
      // Events are kept for an hour only: one that is gone is written once more.
      await client.create(events, { ...write.event, series: write.series }, { signal });
    }
  };

  const tellRejected = (write: EventWrite, error: unknown): void => {
    const about = { event: write.event.metadata.name, reason: write.event.reason, note: write.event.note };
    const expected = reasonOf(error) === 'AlreadyExists' || hasStatusCause(error, 'NamespaceTerminating');
    if (expected) log.debug('Event rejected', { ...about, error: describeError(error).message });
    else log.error(error, 'Event not sent', about);
  };

  const record = (source: EventSource, regarding: DeepReadonly<KubernetesObject>, content: EventContent): void => {
    const { type = 'Normal', reason, note } = content;
    const { kind, metadata } = regarding;
    if (log.enabled('debug')) log.debug('Event occurred', { object: keyOf(regarding), kind, type, reason, note });
    // What is only counted costs no request: the filter is for what would be written.
    const counted = series.observe(eventKey(source, regarding, content), () => {
      if (passes(`${source.controller} ${kind} ${metadata.uid} ${type}`)) {
        return eventObject(source, regarding, content, clock.now(), random);
      }
      metrics?.event('filtered');
      return undefined;
    });
    if (counted) metrics?.event('counted');
  };

  return {
    recorderFor: (controller) => {
      const source = eventSource(controller, hostname);
      return {
        event: (regarding, content) => {
          if (stopped) return;
          try {
            record(source, regarding, content);
          } catch (error) {
            log.error(error, 'Event not recorded', { reason: textIn(content, 'reason') });
          }
        },
      };
    },
    shutdown: async (signal) => {
      if (!stopped) {
        stopped = true;
        series.stop();
      }
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
