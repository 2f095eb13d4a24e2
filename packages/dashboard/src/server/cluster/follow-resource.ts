import {
  isError,
  isExpired,
  isMethodNotSupported,
  isStatusError,
  type KubernetesObject,
  type Resource,
} from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { ClusterAccess } from './cluster-access.ts';

/** Which objects to follow. */
export interface FollowScope {
  /** Default: all namespaces. */
  readonly namespace?: string | undefined;
  readonly fieldSelector?: string;
}

/** What is done with what is followed. */
export interface Follower<T extends KubernetesObject> {
  /** A page of a list. After the last one, what no page of this list had is gone. */
  listed(items: readonly T[], page: { readonly first: boolean; readonly last: boolean }): void;
  /** Changes since then, oldest first. */
  changed(events: readonly Exclude<WatchEvent<T>, { type: 'BOOKMARK' }>[]): void;
  /** The server refuses to list, or to watch: nothing follows. */
  failed(error: unknown, verb: 'list' | 'watch'): void;
}

const PAGE_LIMIT = 500;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** How often objects are listed that cannot be watched. */
const POLL_MS = 10_000;

/**
 * Lists objects, page by page, and watches them until the returned function is called. Lists again when the server has
 * forgotten what was watched, and tries again, with growing delays, when it does not answer.
 */
export function followResource<T extends KubernetesObject, A>(
  access: ClusterAccess,
  resource: Resource<T, A>,
  scope: FollowScope,
  follower: Follower<T>,
): () => void {
  const stopped = new AbortController();
  void run(access, resource, scope, follower, stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted) follower.failed(error, 'list');
  });
  return () => stopped.abort(new Error('the resource is no longer followed'));
}

async function run<T extends KubernetesObject, A>(
  access: ClusterAccess,
  resource: Resource<T, A>,
  scope: FollowScope,
  follower: Follower<T>,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, onAnswer } = access;
  let version: string | undefined;
  let delay = FIRST_DELAY_MS;
  while (!signal.aborted) {
    try {
      version ??= await listAll(access, resource, scope, follower, signal);
      onAnswer(true);
      const onOpen = (): void => {
        delay = FIRST_DELAY_MS;
        onAnswer(true);
      };
      const options = { ...selected(scope), resourceVersion: version, allowWatchBookmarks: true, signal, onOpen };
      for await (const batch of client.watch(resource, options).batches()) {
        version = batch.at(-1)?.object.metadata.resourceVersion ?? version;
        const changes = batch.filter((event) => event.type !== 'BOOKMARK');
        if (changes.length > 0) follower.changed(changes);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isMethodNotSupported(error) && version !== undefined) {
        await clock.sleep(POLL_MS, signal);
        version = undefined;
        continue;
      }
      if (isExpired(error)) version = undefined;
      else if (isFinal(error)) {
        follower.failed(error, version === undefined ? 'list' : 'watch');
        return;
      } else onAnswer(isStatusError(error));
    }
    await clock.sleep(delay, signal);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
  }
}

/** Lists everything; returns the version to watch from. */
async function listAll<T extends KubernetesObject, A>(
  { client }: ClusterAccess,
  resource: Resource<T, A>,
  scope: FollowScope,
  follower: Follower<T>,
  signal: AbortSignal,
): Promise<string> {
  let token: string | undefined;
  for (let first = true; ; first = false) {
    const page = { ...selected(scope), limit: PAGE_LIMIT, signal, ...(token !== undefined && { continue: token }) };
    const { items, metadata } = await client.list(resource, page);
    token = metadata.continue === '' ? undefined : metadata.continue;
    follower.listed(items, { first, last: token === undefined });
    if (token === undefined) return metadata.resourceVersion ?? '';
  }
}

function selected({ namespace, fieldSelector }: FollowScope): { namespace?: string; fieldSelector?: string } {
  return { ...(namespace !== undefined && { namespace }), ...(fieldSelector !== undefined && { fieldSelector }) };
}

/** Whether the same request would get the same answer: it is not allowed, or there is no such kind. */
function isFinal(error: unknown): boolean {
  if (!isStatusError(error)) return isError(error) && error.name === 'InvalidRequestError';
  const { code = 0 } = error.status;
  return code >= 400 && code < 500 && code !== 408 && code !== 429;
}
