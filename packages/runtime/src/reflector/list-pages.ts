import { isExpired, type KubernetesList, type KubernetesObject } from '@kb/apimachinery';
import type { LoopTurns } from '../loop-turns.ts';
import type { ListRequest } from './lister-watcher.ts';

/** How many objects a page of a list has: client-go's pager. */
export const defaultPageSize = 500;

/**
 * So many objects of a page are taken without asking whether the event loop is owed a turn: a transform may take long
 * over each.
 */
const objectsInOneStep = 50;

/** What is known of a whole list when its last page was taken. */
export interface ListedPages {
  /** The version of the first page, which is that of them all. */
  readonly resourceVersion: string;
  readonly items: number;
  /** It came in more than one page: the server has no watch cache for this resource. */
  readonly paginated: boolean;
}

/** Takes the objects of a page. */
export type TakePage<T extends KubernetesObject> = (items: readonly T[]) => void;

/** What {@link listPages} asks and fills. */
export interface ListPagesOptions<T extends KubernetesObject> {
  readonly list: (request: Omit<ListRequest, 'signal'>) => Promise<KubernetesList<T>>;
  readonly resourceVersion: string;
  /** 0: everything in one page. */
  readonly pageSize: number;
  /** Forgets the pages that were taken before and answers where to put those to come. */
  readonly begin: () => TakePage<T>;
  /** Of the event loop, between parts of a page. */
  readonly turns: LoopTurns;
}

/**
 * Lists everything, page by page: pager.ListPager. The first page is at `resourceVersion`; those after it name no
 * version (their token holds one). When the token expires on the way, one full list at `resourceVersion` takes its
 * place, never a part. No page is kept once it is taken.
 */
export async function listPages<T extends KubernetesObject>(options: ListPagesOptions<T>): Promise<ListedPages> {
  const { list, resourceVersion, pageSize, begin, turns } = options;
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const limit = pageSize === 0 ? {} : { limit: pageSize };

  let page = await list({ ...version, ...limit });
  const first = versionOf(page);
  let take = begin();
  let items = 0;
  let paginated = false;
  for (;;) {
    await takeInSteps(page.items, take, turns);
    items += page.items.length;
    const token = page.metadata.continue;
    if (!token) return { resourceVersion: first, items, paginated };
    paginated = true;
    try {
      page = await list({ continue: token, ...limit });
    } catch (error) {
      if (!isExpired(error)) throw error;
      const full = await list(version);
      take = begin();
      await takeInSteps(full.items, take, turns);
      return { resourceVersion: versionOf(full), items: full.items.length, paginated };
    }
  }
}

/** A page is everything there is where the server has a watch cache. */
async function takeInSteps<T extends KubernetesObject>(
  items: readonly T[],
  take: TakePage<T>,
  turns: LoopTurns,
): Promise<void> {
  for (let from = 0; from < items.length; from += objectsInOneStep) {
    const turn = turns.beforeStep();
    if (turn) await turn;
    take(items.slice(from, from + objectsInOneStep));
  }
}

const versionOf = (list: KubernetesList): string => list.metadata.resourceVersion ?? '';

/** Throws when a list is a Table, which holds rows and no objects. */
export function rejectTable(list: { readonly kind?: string; readonly apiVersion?: string }, plural: string): void {
  if (list.kind === 'Table' && list.apiVersion?.startsWith('meta.k8s.io/')) {
    throw new TypeError(`the list of ${plural} came as a Table (${list.apiVersion}): expected objects`);
  }
}
