import type { KubernetesObject } from '@kb/apimachinery';

/**
 * A transform that leaves `metadata.managedFields` out: cache.TransformStripManagedFields. It saves less than there,
 * because the cache holds equal managed fields once. The cost: a reconciler's `apply` then sends each child once more
 * after a restart, and does not recognize its own child that has lost the owner reference.
 *
 * ```ts
 * createManager({ …, cache: { transform: stripManagedFields } })
 * ```
 */
export function stripManagedFields<T extends KubernetesObject>(object: T): T {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
