import { isExpired, type KubernetesList, type KubernetesObject } from '@kb/apimachinery';
import type { ListerWatcher } from './lister-watcher.ts';

/** How many objects a page of a list has: client-go's pager. */
export const defaultPageSize = 500;

/** A whole list. */
export interface ListedObjects<T extends KubernetesObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** It came in more than one page: the server has no watch cache for this resource. */
  readonly paginated: boolean;
}

/**
 * Lists everything, page by page: pager.ListPager. A first page is at `resourceVersion`; those after it name no version (their token holds one). When the
 * token expires on the way, one full list at `resourceVersion` takes its place, never a part. `pageSize` 0 asks for one page.
 */
export async function listPages<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  resourceVersion: string,
  pageSize: number,
  signal: AbortSignal,
): Promise<ListedObjects<T>> {
  const first = await source.list({ ...pageOptions(resourceVersion, pageSize), signal });
  if (!first.metadata.continue) return listed([first], false);
  const pages = [first];
  for (let token: string | undefined = first.metadata.continue; token;) {
    try {
      const page = await source.list({ continue: token, limit: pageSize, signal });
      pages.push(page);
      token = page.metadata.continue;
    } catch (error) {
      if (!isExpired(error)) throw error;
      return listed([await source.list({ ...pageOptions(resourceVersion, 0), signal })], true);
    }
  }
  return listed(pages, true);
}

function pageOptions(resourceVersion: string, limit: number): { resourceVersion?: string; limit?: number } {
  return { ...(resourceVersion === '' ? {} : { resourceVersion }), ...(limit === 0 ? {} : { limit }) };
}

function listed<T extends KubernetesObject>(pages: readonly KubernetesList<T>[], paginated: boolean): ListedObjects<T> {
  const [first] = pages;
  return {
    items: pages.length === 1 && first ? first.items : pages.flatMap((page) => page.items),
    // Every page of one list is of the same version; the last one to say so is as good as the first.
    resourceVersion: pages.at(-1)?.metadata.resourceVersion ?? '',
    paginated,
  };
}
