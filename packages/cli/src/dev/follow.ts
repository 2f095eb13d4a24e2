import { isExpired, type KubernetesObject, resourceId } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { AnyResource } from '@kb/runtime';
import { systemClock } from '@kb/client';

/** A change of an object. */
export interface Happening {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: AnyResource;
  readonly object: KubernetesObject;
  /** The object as it was last seen. */
  readonly before: KubernetesObject | undefined;
}

/**
 * Watches resources until the signal is aborted, beginning with the existing objects, and reports every change.
 * Reconnects when necessary; resolves when all watches have ended.
 */
export async function follow(
  client: Client,
  resources: readonly AnyResource[],
  onHappening: (happening: Happening) => void,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(resources.map((resource) => followOne(client, resource, onHappening, signal)));
}

async function followOne(
  client: Client,
  resource: AnyResource,
  onHappening: (happening: Happening) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, KubernetesObject>();
  const tell = (type: Happening['type'], object: KubernetesObject): void => {
    const { uid } = object.metadata;
    const before = seen.get(uid);
    if (type === 'DELETED') seen.delete(uid);
    else if (before?.metadata.resourceVersion === object.metadata.resourceVersion) return;
    else seen.set(uid, object);
    onHappening({ type, resource, object, before });
  };
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      if (resourceVersion === undefined) {
        const list = await client.list(resource, { signal });
        for (const object of list.items) tell(seen.has(object.metadata.uid) ? 'MODIFIED' : 'ADDED', object);
        resourceVersion = list.metadata.resourceVersion;
      }
      for await (const event of client.watch(resource, { resourceVersion, allowWatchBookmarks: true, signal })) {
        resourceVersion = event.object.metadata.resourceVersion;
        if (event.type !== 'BOOKMARK') tell(event.type, event.object);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isExpired(error)) await systemClock.sleep(500, signal).catch(() => undefined);
      resourceVersion = undefined;
    }
  }
}

/** The kinds without duplicates, in the given order. */
export function distinct(resources: readonly AnyResource[]): AnyResource[] {
  return [...new Map(resources.map((resource) => [resourceId(resource), resource])).values()];
}
