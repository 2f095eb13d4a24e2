import { expired, type KubernetesObject, StatusError } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { ListerWatcher, WatchRequest } from '../reflector/shared/lister-watcher.ts';
import { failure } from './run-reflector.ts';
import { thing, thingList } from './scripted-source.ts';

/** What can happen to a {@link ModelServer}. */
export type Happening =
  /** Creates or changes an object. */
  | { readonly type: 'set'; readonly name: string }
  | { readonly type: 'remove'; readonly name: string }
  /** Ends the open watch: cleanly, by a broken connection, or by a 410. */
  | { readonly type: 'end'; readonly how: 'clean' | 'broken' | 'expired' }
  /** Forgets the history: watches from before it get 410. */
  | { readonly type: 'compact' }
  /** Stops passing events to the open watch. */
  | { readonly type: 'stall' }
  /** Sends the last events of the open watch again. */
  | { readonly type: 'repeat'; readonly count: number }
  | { readonly type: 'bookmark' }
  /** Fails the next requests. */
  | {
      readonly type: 'fail';
      readonly reason: 'TooManyRequests' | 'InternalError' | 'ECONNREFUSED';
      readonly count: number;
    };

/**
 * An API server of one resource, in a few lines: it keeps a history, serves lists, streaming lists and watches of it,
 * and fails on request.
 */
export interface ModelServer extends ListerWatcher<KubernetesObject> {
  readonly objects: ReadonlyMap<string, KubernetesObject>;
  happen(happening: Happening): void;
  /** Fails no more requests, and ends stalled watches. */
  heal(): void;
}

interface OpenWatch {
  sent: WatchEvent<KubernetesObject>[];
  waiting: WatchEvent<KubernetesObject>[];
  ended: { readonly error?: unknown } | undefined;
  stalled: boolean;
  wake: () => void;
}

/** Makes an empty server. */
export function createModelServer(): ModelServer {
  const objects = new Map<string, KubernetesObject>();
  let history: { readonly revision: number; readonly event: WatchEvent<KubernetesObject> }[] = [];
  let floor = 0;
  let revision = 1;
  let made = 0;
  const watches = new Set<OpenWatch>();
  const failures: unknown[] = [];

  const send = (watch: OpenWatch, ...events: WatchEvent<KubernetesObject>[]): void => {
    if (watch.stalled || watch.ended) return;
    watch.sent.push(...events);
    watch.waiting.push(...events);
    watch.wake();
  };
  const end = (watch: OpenWatch, error?: unknown): void => {
    watch.ended ??= { error };
    watch.wake();
  };
  const record = (event: WatchEvent<KubernetesObject>): void => {
    history.push({ revision, event });
    for (const watch of watches) send(watch, event);
  };
  const failIfTold = (): void => {
    const error = failures.shift();
    if (error !== undefined) throw error;
  };
  const bookmark = (annotations?: Record<string, string>): WatchEvent<KubernetesObject> => ({
    type: 'BOOKMARK',
    object: { metadata: { resourceVersion: String(revision), ...(annotations && { annotations }) } },
  });

  function begin(watch: OpenWatch, request: WatchRequest): void {
    const since = Number(request.resourceVersion || '0');
    if (request.sendInitialEvents) {
      for (const object of objects.values()) send(watch, { type: 'ADDED', object });
      send(watch, bookmark({ 'k8s.io/initial-events-end': 'true' }));
    } else if (since < floor) {
      end(watch, new StatusError(expired('too old resource version')));
    } else {
      for (const { revision: at, event } of history) if (at > since) send(watch, event);
    }
  }

  async function* events(request: WatchRequest): AsyncGenerator<readonly WatchEvent<KubernetesObject>[]> {
    failIfTold();
    const watch: OpenWatch = { sent: [], waiting: [], ended: undefined, stalled: false, wake: () => undefined };
    const abort = (): void => end(watch, request.signal.reason);
    request.signal.addEventListener('abort', abort, { once: true });
    watches.add(watch);
    begin(watch, request);
    try {
      for (;;) {
        if (watch.waiting.length > 0) {
          const batch = watch.waiting;
          watch.waiting = [];
          yield batch;
        } else if (watch.ended) {
          if (watch.ended.error !== undefined) throw watch.ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            watch.wake = resolve;
          });
        }
      }
    } finally {
      watches.delete(watch);
      request.signal.removeEventListener('abort', abort);
    }
  }

  const happen = (happening: Happening): void => {
    switch (happening.type) {
      case 'set': {
        revision += 1;
        const known = objects.get(happening.name);
        made += known ? 0 : 1;
        const object = thing(happening.name, String(revision), { uid: known?.metadata.uid ?? `uid-${made}` });
        objects.set(happening.name, object);
        record({ type: known ? 'MODIFIED' : 'ADDED', object });
        return;
      }
      case 'remove': {
        const known = objects.get(happening.name);
        if (!known) return;
        revision += 1;
        objects.delete(happening.name);
        record({ type: 'DELETED', object: thing(happening.name, String(revision), { uid: known.metadata.uid }) });
        return;
      }
      case 'end':
        for (const watch of watches) {
          if (happening.how === 'clean') end(watch);
          else if (happening.how === 'expired') end(watch, new StatusError(expired('too old resource version')));
          else end(watch, Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
        }
        return;
      case 'compact':
        history = [];
        floor = revision;
        return;
      case 'stall':
        for (const watch of watches) watch.stalled = true;
        return;
      case 'repeat':
        for (const watch of watches) {
          // A streaming list that ends twice is more than a repetition.
          send(watch, ...watch.sent.slice(-happening.count).filter(({ type }) => type !== 'BOOKMARK'));
        }
        return;
      case 'bookmark':
        for (const watch of watches) send(watch, bookmark());
        return;
      case 'fail':
        for (let count = 0; count < happening.count; count += 1) {
          failures.push(
            happening.reason === 'ECONNREFUSED'
              ? Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
              : failure(happening.reason === 'InternalError' ? 500 : 429, happening.reason),
          );
        }
    }
  };

  return {
    objects,
    happen,
    heal: () => {
      failures.length = 0;
      for (const watch of watches) if (watch.stalled) end(watch);
    },
    list: async () => {
      failIfTold();
      return thingList(String(revision), [...objects.values()]);
    },
    watch: events,
  };
}
