import { type Clock, type DeepReadonly, formatTime, isNotFound, type KubernetesObject } from '@kb/apimachinery';
import { type Client, withFieldOwner, withSignal } from '@kb/client';
import { type Event, events } from '@kb/kubernetes/core/v1';

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
  /** Creates a recorder that writes as `fieldManager`. `host` is the node, for events of its kubelet. */
  for(fieldManager: string, component: string, host?: string): EventRecorder;
  /** Aborts pending writes. Resolves when none is left. */
  stop(): Promise<void>;
}

/** Options of {@link createEventRecorders}. */
export interface EventRecordersOptions {
  readonly client: Client;
  readonly clock: Clock;
}

/** How many recent Events are remembered, to count repetitions in the same Event. */
const REMEMBERED = 512;

/** Creates recorders with the names, fields and counting of client-go's, without its rate limit. */
export function createEventRecorders({ client, clock }: EventRecordersOptions): EventRecorders {
  const ending = new AbortController();
  const writing = new Set<Promise<unknown>>();
  /** Of all recorders: two of them may record about one object in the same millisecond. */
  let recorded = 0;
  const nextNumber = (): number => (recorded += 1);
  return {
    for: (fieldManager, component, host = '') => {
      const own = withFieldOwner(withSignal(client, ending.signal), fieldManager);
      const write = createWriter(own, clock, nextNumber);
      return {
        record: (...what) => {
          if (ending.signal.aborted) return;
          const written = write(eventOf(clock, { component, host }, ...what));
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

type NewEvent = Omit<Event, 'apiVersion' | 'kind' | 'metadata'>;

function eventOf(
  clock: Clock,
  { component, host }: { readonly component: string; readonly host: string },
  about: DeepReadonly<KubernetesObject>,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
  { fieldPath }: { readonly fieldPath?: string } = {},
): NewEvent {
  const { namespace, name, uid, resourceVersion } = about.metadata;
  const time = formatTime(clock.now());
  return {
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      ...(namespace !== undefined && { namespace }),
      name,
      ...(uid !== '' && { uid }),
      ...(resourceVersion !== '' && { resourceVersion }),
      ...(fieldPath !== undefined && { fieldPath }),
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
}

/** Creates a function that writes Events, and counts repetitions in the existing one. The function never rejects. */
function createWriter(client: Client, clock: Clock, nextNumber: () => number): (event: NewEvent) => Promise<unknown> {
  const latest = new Map<string, Promise<Event | undefined>>();

  async function repeat(old: Event): Promise<Event | undefined> {
    try {
      const value = { count: (old.count ?? 1) + 1, lastTimestamp: formatTime(clock.now()) };
      return await client.patch(events, old.metadata, { type: 'merge', value });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  return (event) => {
    const { involvedObject: about, type, reason, message } = event;
    const same = [about.uid ?? `${about.namespace}/${about.name}`, about.fieldPath, type, reason, message].join('\n');
    const before = latest.get(same);
    latest.delete(same);
    // Nanoseconds in the original; here milliseconds and a counter, which are unique too.
    const suffix = (BigInt(Math.trunc(clock.now())) * 1_000_000n + BigInt(nextNumber())).toString(16).padStart(16, '0');
    const metadata = { name: `${about.name}.${suffix}`, namespace: about.namespace ?? 'default' };
    const written = (async () => {
      const old = await before;
      return (old && (await repeat(old))) ?? (await client.create(events, { metadata, ...event }));
    })().catch(() => undefined);
    latest.set(same, written);
    for (const key of latest.keys()) {
      if (latest.size <= REMEMBERED) break;
      latest.delete(key);
    }
    return written;
  };
}
