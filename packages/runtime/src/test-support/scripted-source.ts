import type { KubernetesList, KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { ListerWatcher, ListRequest, WatchRequest } from '../reflector/shared/lister-watcher.ts';

/** An object for tests. */
export const thing = (
  name: string,
  resourceVersion: string,
  more: Partial<KubernetesObject['metadata']> = {},
): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...more,
  },
});

/** A list of things. */
export const thingList = (resourceVersion: string, items: KubernetesObject[], token?: string): KubernetesList => ({
  apiVersion: 'v1',
  kind: 'ThingList',
  metadata: { resourceVersion, ...(token !== undefined && { continue: token }) },
  items,
});

/** An event that a stream brings. */
export const added = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({ type: 'ADDED', object });
export const modified = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({ type: 'MODIFIED', object });
export const deleted = (object: KubernetesObject): WatchEvent<KubernetesObject> => ({ type: 'DELETED', object });
export const bookmark = (resourceVersion: string): WatchEvent<KubernetesObject> => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion } },
});
/** The end of a streaming list. */
export const listEnd = (resourceVersion: string): WatchEvent<KubernetesObject> => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } } },
});

/** One watch request, as its server sees it. */
export interface ScriptedWatch {
  readonly request: WatchRequest;
  send(...events: WatchEvent<KubernetesObject>[]): void;
  /** Ends the stream, with an error when there is one. */
  end(error?: unknown): void;
  readonly aborted: boolean;
}

/**
 * A server of one resource that responds as a test wants. It streams lists only when {@link
 * ScriptedSource.plainListsOnly} is set to false.
 */
export interface ScriptedSource extends ListerWatcher<KubernetesObject> {
  plainListsOnly: boolean;
  /** It does not say when a watch is open. Default: false. */
  opensSilently: boolean;
  /** Every request so far: `list rv=0 limit=500`, `watch rv=5`. */
  readonly requests: string[];
  /** Responses to the next lists; the last one is kept. An error is thrown. */
  readonly lists: (KubernetesList | Error | (() => KubernetesList))[];
  /** Errors that the next watches fail with when they are opened; undefined opens one. */
  readonly watchErrors: (Error | undefined)[];
  /** The watches that were opened. */
  readonly watches: ScriptedWatch[];
  /** The newest watch. */
  watch0(): ScriptedWatch;
}

/** Makes a server. */
export function scriptedSource(...lists: ScriptedSource['lists']): ScriptedSource {
  const requests: string[] = [];
  const watches: ScriptedWatch[] = [];
  const watchErrors: (Error | undefined)[] = [];
  const source: ScriptedSource = {
    plainListsOnly: true,
    opensSilently: false,
    requests,
    lists,
    watches,
    watchErrors,
    watch0: () => {
      const last = watches.at(-1);
      if (!last) throw new Error('no watch was opened');
      return last;
    },
    list: async (request: ListRequest) => {
      const { resourceVersion, limit, continue: token } = request;
      const words = [
        'list',
        resourceVersion !== undefined && `rv=${resourceVersion}`,
        limit !== undefined && `limit=${limit}`,
        token !== undefined && `continue=${token}`,
      ];
      requests.push(words.filter(Boolean).join(' '));
      const answer = lists.length > 1 ? lists.shift() : lists[0];
      if (answer instanceof Error) throw answer;
      if (answer === undefined) throw new Error('no list is scripted');
      return typeof answer === 'function' ? answer() : answer;
    },
    watch: (request) => {
      requests.push(`${request.sendInitialEvents ? 'stream' : 'watch'} rv=${request.resourceVersion}`);
      const error = watchErrors.shift();
      if (error) return failing(error);
      if (!source.opensSilently) request.onOpen();
      return stream(request, watches);
    },
  };
  return source;
}

// oxlint-disable-next-line require-yield -- it only fails.
async function* failing(error: Error): AsyncIterable<never> {
  throw error;
}

async function* stream(
  request: WatchRequest,
  watches: ScriptedWatch[],
): AsyncIterable<readonly WatchEvent<KubernetesObject>[]> {
  let events: WatchEvent<KubernetesObject>[] = [];
  let ended: { error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const end = (error?: unknown): void => {
    ended ??= { error };
    wake();
  };
  request.signal.addEventListener('abort', () => end(request.signal.reason), { once: true });
  watches.push({
    request,
    send: (...more) => {
      events.push(...more);
      wake();
    },
    end,
    get aborted() {
      return request.signal.aborted;
    },
  });
  for (;;) {
    if (events.length > 0) {
      const batch = events;
      events = [];
      yield batch;
      continue;
    }
    if (ended) {
      if (ended.error !== undefined) throw ended.error;
      return;
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
