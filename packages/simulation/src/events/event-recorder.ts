import { type Clock, type DeepReadonly, formatTime, isNotFound, type KubernetesObject } from '@kb/apimachinery';
import { type Client, withFieldOwner, withSignal } from '@kb/client';
import { type Event, events } from '@kb/kubernetes/core/v1';
import { createEventCombiner, keyOfEvent } from './combine-events.ts';
import { type NewEvent, newEvent } from './new-event.ts';

/**
 * Writes core/v1 Events about objects, as the components of Kubernetes do and `kubectl describe` shows them. The
 * runtime's own recorder writes events.k8s.io/v1, which has other fields.
 */
export interface EventRecorder {
  /**
   * Records an Event: writes it in the background, and drops it if the server rejects it. An object whose uid is not
   * known has an empty one. `fieldPath`: the part of the
   * object that it is about, such as `spec.containers{web}`.
   */
  record(
    about: DeepReadonly<KubernetesObject>,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    part?: { readonly fieldPath?: string },
  ): void;
}

/** The recorders of one simulation. */
export interface EventRecorders {
  /** Creates a recorder that writes as `fieldManager`. */
  for(fieldManager: string, component: string, options?: EventRecorderOptions): EventRecorder;
  /** Aborts pending writes. Resolves when none is left. */
  stop(): Promise<void>;
}

/** Options of one recorder. */
export interface EventRecorderOptions {
  /** The node, for Events of its kubelet. */
  readonly host?: string;
  /** False: each message is an Event of its own, as the scheduler writes them. Default: similar Events are combined. */
  readonly combines?: boolean;
}

/** Options of {@link createEventRecorders}. */
export interface EventRecordersOptions {
  readonly client: Client;
  readonly clock: Clock;
}

/** How many recent Events are remembered, to count repetitions in the same Event. */
const REMEMBERED = 512;

/** Creates recorders with the names, fields, counting and combining of client-go's, without its rate limit. */
export function createEventRecorders({ client, clock }: EventRecordersOptions): EventRecorders {
  const ending = new AbortController();
  const writing = new Set<Promise<unknown>>();
  /** Of all recorders: two of them may record about one object in the same millisecond. */
  let recorded = 0;
  const nextNumber = (): number => (recorded += 1);
  return {
    for: (fieldManager, component, { host = '', combines = true } = {}) => {
      const own = withFieldOwner(withSignal(client, ending.signal), fieldManager);
      const write = createWriter(own, clock, { nextNumber, combines });
      return {
        record: (about, type, reason, message, part) => {
          if (ending.signal.aborted) return;
          const written = write(newEvent(clock, { component, host }, about, { type, reason, message, ...part }));
          writing.add(written);
          void written.finally(() => writing.delete(written));
        },
      };
    },
    stop: async () => {
      ending.abort(new Error('the simulation was stopped'));
      await Promise.all(writing);
    },
  };
}

/** Creates a function that writes Events, and counts repetitions in the existing one. The function never rejects. */
function createWriter(
  client: Client,
  clock: Clock,
  { nextNumber, combines }: { readonly nextNumber: () => number; readonly combines: boolean },
): (event: NewEvent) => Promise<unknown> {
  const latest = new Map<string, Promise<Event | undefined>>();
  const combine = createEventCombiner(clock);

  async function repeat(old: Event, message: string | undefined): Promise<Event | undefined> {
    try {
      const changed = message === old.message || message === undefined ? {} : { message };
      const value = { ...changed, count: (old.count ?? 1) + 1, lastTimestamp: formatTime(clock.now()) };
      return await client.patch(events, old.metadata, { type: 'merge', value });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  return (recorded) => {
    const { event, key } = combines ? combine(recorded) : { event: recorded, key: keyOfEvent(recorded) };
    const { involvedObject: about } = event;
    const before = latest.get(key);
    latest.delete(key);
    // Nanoseconds in the original; here milliseconds and a counter, which are unique too.
    const suffix = (BigInt(Math.trunc(clock.now())) * 1_000_000n + BigInt(nextNumber())).toString(16).padStart(16, '0');
    const metadata = { name: `${about.name}.${suffix}`, namespace: about.namespace ?? 'default' };
    const written = (async () => {
      const old = await before;
      return (old && (await repeat(old, event.message))) ?? (await client.create(events, { metadata, ...event }));
    })().catch(() => undefined);
    latest.set(key, written);
    for (const oldest of latest.keys()) {
      if (latest.size <= REMEMBERED) break;
      latest.delete(oldest);
    }
    return written;
  };
}
