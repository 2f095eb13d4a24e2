import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { strategyContext } from './strategy-context.ts';

/** Deletes an object permanently, and releases its allocations. Undefined if it changed in between. */
export function removeObject(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
): StoredObject | undefined {
  const removed = server.store.delete(resource.collection, stored);
  if (removed) resource.strategy.afterDelete?.(removed.object, strategyContext(server, false));
  return removed;
}
