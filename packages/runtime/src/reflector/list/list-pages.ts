import { isExpired, type KubernetesList, type KubernetesObject } from '@kb/apimachinery';
import type { LoopTurns } from '../../loop-turns.ts';
import type { ListRequest } from '../shared/lister-watcher.ts';

/** How many objects a page of a list has: client-go's pager. */
export const DEFAULT_PAGE_SIZE = 500;

/** This many objects of a page are taken before the event loop may get a turn: a transform may take long for each. */
const OBJECTS_IN_ONE_STEP = 50;

/** The result of a list whose last page was taken. */
export interface ListedPages {
  /** The version of the first page, which is that of all pages. */
  readonly resourceVersion: string;
  readonly items: number;
  /** Whether it came in more than one page: the server has no watch cache for this resource. */
  readonly paginated: boolean;
}

/** Takes the objects of a page. */
export type TakePage<T extends KubernetesObject> = (items: readonly T[]) => void;

/** Options of {@link listPages}. */
export interface ListPagesOptions<T extends KubernetesObject> {
  readonly list: (request: Omit<ListRequest, 'signal'>) => Promise<KubernetesList<T>>;
  readonly resourceVersion: string;
  /** 0: everything in one page. */
  readonly pageSize: number;
  /** Forgets the pages that were taken before, and returns what takes the next ones. */
  readonly begin: () => TakePage<T>;
  /** The turns that the event loop gets between parts of a page. */
  readonly turns: LoopTurns;
}

/**
 * Lists everything, page by page: pager.ListPager. The first page is at `resourceVersion`; those after it name no
 * version (their token holds one). When the token expires meanwhile, one full list at `resourceVersion` replaces all
 * pages. No page is kept after it was taken.
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

/** Takes a page in parts: where the server has a watch cache, one page has all objects. */
async function takeInSteps<T extends KubernetesObject>(
  items: readonly T[],
  take: TakePage<T>,
  turns: LoopTurns,
): Promise<void> {
  for (let from = 0; from < items.length; from += OBJECTS_IN_ONE_STEP) {
    const turn = turns.beforeStep();
    if (turn) await turn;
    take(items.slice(from, from + OBJECTS_IN_ONE_STEP));
  }
}

const versionOf = (list: KubernetesList): string => list.metadata.resourceVersion ?? '';
