import { isExpired, isStatusError, type KubernetesList, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { OptionsFor } from '../../checked-arguments.ts';
import type { Client } from '../../client.ts';
import type { ListOptions } from '../../call-options.ts';

/** Options of {@link listPages} and {@link listEach}. */
export interface PagingOptions extends Omit<ListOptions, 'continue' | 'limit'> {
  /** Objects a page. Default: 500, client-go's. */
  pageSize?: number;
  /**
   * The server keeps a list's version for some minutes only. What then? `fail`: the iteration rejects with its 410
   * (Expired). `inconsistent`: goes on with what comes after the last object, as it is now; an object is still met at
   * most once, but what changed before it is not seen. Default: `fail`.
   */
  onExpired?: 'fail' | 'inconsistent';
}

/**
 * A list page by page, each asked for when the one before has been used: any number of objects with one page in memory.
 * All pages are of one version (see `onExpired`). Leaving the loop asks for no more.
 */
export async function* listPages<
  T extends KubernetesObject,
  A,
  N extends boolean = boolean,
  Q extends PagingOptions = PagingOptions,
>(
  client: Pick<Client, 'list'>,
  resource: Resource<T, A, never, N>,
  options?: OptionsFor<N, PagingOptions, Q>,
): AsyncGenerator<KubernetesList<T>, void> {
  const { pageSize = 500, onExpired = 'fail', ...first }: PagingOptions = options ?? {};
  // The token says which version it is of; the server refuses both.
  const { resourceVersion: _, resourceVersionMatch: __, ...next } = first;
  let token: string | undefined;
  for (;;) {
    const request: ListOptions = { ...(token === undefined ? first : next), limit: pageSize };
    if (token !== undefined) request.continue = token;
    let page;
    try {
      page = await client.list(resource, request);
    } catch (error) {
      const fresh = token !== undefined && onExpired === 'inconsistent' ? tokenOfExpired(error) : undefined;
      if (fresh === undefined) throw error;
      token = fresh;
      continue;
    }
    yield page;
    token = page.metadata.continue;
    if (!token) return;
  }
}

/** The objects of a list one by one, read page by page: {@link listPages}. */
export async function* listEach<
  T extends KubernetesObject,
  A,
  N extends boolean = boolean,
  Q extends PagingOptions = PagingOptions,
>(
  client: Pick<Client, 'list'>,
  resource: Resource<T, A, never, N>,
  options?: OptionsFor<N, PagingOptions, Q>,
): AsyncGenerator<T, void> {
  for await (const page of listPages(client, resource, options)) yield* page.items;
}

/** The token that the server offers with its 410, to go on at another version. */
function tokenOfExpired(error: unknown): string | undefined {
  if (!isStatusError(error) || !isExpired(error)) return undefined;
  const token = error.status.metadata?.continue;
  return token === '' ? undefined : token;
}
