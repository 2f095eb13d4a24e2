import { isExpired, isStatusError, type KubernetesList, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { OptionsFor } from '../../checked-arguments.ts';
import type { Client } from '../../client.ts';
import type { ListOptions } from '../../call-options.ts';

/** Options of {@link listPages} and {@link listEach}. */
export interface PagingOptions extends Omit<ListOptions, 'continue' | 'limit'> {
  /** Objects per page. Default: 500, as in client-go. */
  pageSize?: number;
  /**
   * What to do when the version of the list has expired, which the server keeps for a few minutes. `fail`: rejects with
   * the server's 410 (Expired). `inconsistent`: continues after the last object with the current state; no object is
   * returned twice, but changes to earlier objects are missed. Default: `fail`.
   */
  onExpired?: 'fail' | 'inconsistent';
}

/**
 * Lists objects page by page, requesting each page after the previous one was processed, so that only one page is in
 * memory. All pages have the same version (see `onExpired`). Leaving the loop requests no more pages.
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
  // The token contains the version; the server rejects a request with both.
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

/** Lists objects one by one, reading page by page: {@link listPages}. */
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

/** Returns the token that the server sends with a 410, for continuing at another version. */
function tokenOfExpired(error: unknown): string | undefined {
  if (!isStatusError(error) || !isExpired(error)) return undefined;
  const token = error.status.metadata?.continue;
  return token === '' ? undefined : token;
}
