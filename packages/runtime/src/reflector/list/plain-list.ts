import { type KubernetesObject, monotonicNow } from '@kb/apimachinery';
import { loopTurns } from '../../loop-turns.ts';
import { isUnavailableResourceVersion } from '../retry/watch-errors.ts';
import type { ReflectorContext } from '../shared/reflector-context.ts';
import { listOriginOf, noteListed } from '../shared/reflector-progress.ts';
import type { Replacement } from '../shared/reflector-store.ts';
import type { SendList } from './send-list.ts';
import { DEFAULT_PAGE_SIZE, type ListedPages, listPages } from './list-pages.ts';

/** Lists everything into the store with list requests. Rejects when that fails; the store is unchanged then. */
export type PlainList = (signal: AbortSignal) => Promise<void>;

/** Makes the plain lists of one reflector. */
export function createPlainList<T extends KubernetesObject>(
  { store, clock, metrics, progress }: ReflectorContext<T>,
  sendList: SendList<T>,
): PlainList {
  /**
   * Whether the server returned pages although a watch cache would return everything: it has none for this resource.
   */
  let paginated = false;

  return async (signal) => {
    const startedAt = monotonicNow(clock);
    const asked = progress.versionUnavailable ? '' : progress.version === '' ? '0' : progress.version;
    // The watch cache returns the whole list at a given version; with a limit, the request would go to etcd.
    const pageSize = asked === '' || asked === '0' || paginated ? DEFAULT_PAGE_SIZE : 0;
    progress.phase = 'listing';
    let replacement: Replacement<T> | undefined;
    const listAt = (resourceVersion: string): Promise<ListedPages> =>
      listPages<T>({
        list: (request) => sendList(request, signal),
        resourceVersion,
        pageSize,
        begin: () => {
          const begun = store.replacement();
          replacement = begun;
          return (items) => items.forEach((item) => begun.set(item));
        },
        turns: loopTurns(clock),
      });
    const pages = await listAt(asked).catch((error: unknown) => {
      if (signal.aborted || !isUnavailableResourceVersion(error)) throw error;
      progress.versionUnavailable = true;
      return listAt('');
    });
    if (asked === '0' && pages.paginated) paginated = true;
    const { resourceVersion, items } = pages;
    replacement?.commit(resourceVersion, listOriginOf(progress, resourceVersion, startedAt));
    noteListed(progress, clock, resourceVersion);
    metrics?.list({ seconds: (monotonicNow(clock) - startedAt) / 1000, items, streamed: false });
  };
}
