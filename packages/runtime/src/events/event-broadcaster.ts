import {
  type Clock,
  type DeepReadonly,
  keyOf,
  type KubernetesObject,
  monotonicNow,
  type Random,
  textIn,
} from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { Logger } from '../log/logger.ts';
import { eventKey, eventObject, eventSource, type EventSource } from './event-object.ts';
import type { EventMetrics } from './event-metrics.ts';
import type { EventContent, EventRecorder } from './event-recorder.ts';
import { createEventSender } from './event-sender.ts';
import { createEventSeriesCache } from './event-series.ts';
import { createSpamFilter } from './spam-filter.ts';

/** Options of {@link createEventBroadcaster}. */
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
  /** Takes no more events; resolves when all are sent, or given up because `signal` was aborted. */
  shutdown(signal: AbortSignal): Promise<void>;
}

/** Creates a broadcaster. */
export function createEventBroadcaster(options: EventBroadcasterOptions): EventBroadcaster {
  const { client, clock, random, hostname, metrics } = options;
  const log = options.log.named('events');
  let stopped = false;
  const sender = createEventSender({ client, clock, random, log, metrics, gaveUp: (key) => series.forget(key) });
  const series = createEventSeriesCache(clock, (write) => sender.enqueue(write));
  const passes = createSpamFilter(() => monotonicNow(clock));

  const record = (source: EventSource, regarding: DeepReadonly<KubernetesObject>, content: EventContent): void => {
    const { type = 'Normal', reason, note } = content;
    const { kind, metadata } = regarding;
    if (log.enabled('debug')) log.debug('Event occurred', { object: keyOf(regarding), kind, type, reason, note });
    // Occurrences that are only counted cost no request: the filter applies to those that would be written.
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
      await sender.shutdown(signal);
    },
  };
}
