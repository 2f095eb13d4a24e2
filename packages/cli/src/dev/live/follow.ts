import { isForbidden, type KubernetesObject, resourceId } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { AnyResource } from '@kb/runtime';
import { systemClock } from '@kb/client';

/** A change of an object. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: AnyResource;
  readonly object: KubernetesObject;
  /** The object as it was last seen. */
  readonly before: KubernetesObject | undefined;
}

/** How long to wait before the next request, so that a server which ends all watches at once is not flooded. */
const RETRY_MS = 500;

/** Watches resources, each once. */
export interface Follower {
  /** Watches resources as well, beginning with the existing objects. */
  readonly add: (resources: readonly AnyResource[]) => void;
  /** Resolves when the signal is aborted and all watches have ended. */
  readonly ended: Promise<void>;
}

/** Creates a {@link Follower}, which reports every change until the signal is aborted. Reconnects when necessary. */
export function createFollower(
  client: Client,
  onChange: (change: ObjectChange) => void,
  signal: AbortSignal,
): Follower {
  const followed = new Map<string, Promise<void>>();
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return {
    add: (resources) => {
      for (const resource of resources) {
        const id = resourceId(resource);
        if (!followed.has(id)) followed.set(id, followOne(client, resource, onChange, signal));
      }
    },
    ended: aborted.then(async () => void (await Promise.all(followed.values()))),
  };
}

async function followOne(
  client: Client,
  resource: AnyResource,
  onChange: (change: ObjectChange) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, KubernetesObject>();
  const report = (type: ObjectChange['type'], object: KubernetesObject): void => {
    const { uid } = object.metadata;
    const before = seen.get(uid);
    if (type === 'DELETED') seen.delete(uid);
    else if (before?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    else seen.set(uid, object);
    onChange({ type, resource, object, before });
  };
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      if (resourceVersion === undefined) {
        const list = await client.list(resource, { signal });
        const listed = new Set(list.items.map(({ metadata }) => metadata.uid));
        for (const [uid, object] of seen) if (!listed.has(uid)) report('DELETED', object);
        for (const object of list.items) report(seen.has(object.metadata.uid) ? 'MODIFIED' : 'ADDED', object);
        resourceVersion = list.metadata.resourceVersion;
      }
      for await (const event of client.watch(resource, { resourceVersion, allowWatchBookmarks: true, signal })) {
        resourceVersion = event.object.metadata.resourceVersion;
        if (event.type !== 'BOOKMARK') report(event.type, event.object);
      }
    } catch (error) {
      // Permissions do not come by asking again.
      if (signal.aborted || isForbidden(error)) return;
      resourceVersion = undefined;
    }
    await systemClock.sleep(RETRY_MS, signal).catch(() => undefined);
  }
}
