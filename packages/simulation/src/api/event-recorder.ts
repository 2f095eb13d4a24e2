import { type Clock, type DeepReadonly, formatTime, isNotFound, type KubernetesObject } from '@kb/apimachinery';
import { type Event, events } from '@kb/kubernetes/core/v1';
import type { ApiClient } from './api-client.ts';

/** Writes Events about objects, as `kubectl describe` shows them. */
export interface EventRecorder {
  /** Notes an Event; it is written beside what its caller does, and given up when the server does not take it. */
  record(about: DeepReadonly<KubernetesObject>, type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** What an {@link EventRecorder} is made from. */
export interface EventRecorderOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** The component, such as `deployment-controller`. */
  readonly component: string;
  /** The node, for events of its kubelet. */
  readonly host?: string;
  readonly spawn: (work: () => Promise<void>) => void;
}

/** What happened again is counted in the same Event as long as it is among the latest. */
const REMEMBERED = 512;

/** Makes an {@link EventRecorder}: the names, fields and counting of client-go's, without its rate limit. */
export function createEventRecorder({
  client,
  clock,
  component,
  host = '',
  spawn,
}: EventRecorderOptions): EventRecorder {
  const latest = new Map<string, Promise<Event | undefined>>();
  let recorded = 0;

  async function repeat(old: Event): Promise<Event | undefined> {
    try {
      return await client.patch(events, old.metadata, {
        count: (old.count ?? 1) + 1,
        lastTimestamp: formatTime(clock.now()),
      });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  return {
    record: (about, type, reason, message) => {
      const { namespace, name, uid, resourceVersion } = about.metadata;
      const same = [uid, type, reason, message].join('\n');
      const before = latest.get(same);
      latest.delete(same);
      recorded += 1;
      // Nanoseconds in the original; here milliseconds and a count, which also never come twice.
      const suffix = (BigInt(Math.trunc(clock.now())) * 1_000_000n + BigInt(recorded)).toString(16).padStart(16, '0');
      const time = formatTime(clock.now());
      const event = {
        metadata: { name: `${name}.${suffix}`, namespace: namespace ?? 'default' },
        involvedObject: {
          apiVersion: about.apiVersion,
          kind: about.kind,
          ...(namespace !== undefined && { namespace }),
          name,
          uid,
          resourceVersion,
        },
        reason,
        message,
        type,
        source: { component, ...(host !== '' && { host }) },
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
        reportingComponent: component,
        reportingInstance: host,
      };
      const written = (async () => {
        const old = await before;
        return (old && (await repeat(old))) ?? (await client.create(events, event));
      })().catch(() => undefined);
      latest.set(same, written);
      for (const key of latest.keys()) {
        if (latest.size <= REMEMBERED) break;
        latest.delete(key);
      }
      spawn(async () => {
        await written;
      });
    },
  };
}
