import {
  apiVersionOf,
  type DeepReadonly,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  type ObjectInput,
  type ObjectKey,
  type ResourceDefinition,
} from '@kb/apimachinery';

/** An object to change: a copy of the existing one, or one with only a name. */
export type Draft<T extends KubernetesObject> = Omit<T, 'metadata' | 'spec' | 'status'> & {
  metadata: Partial<T['metadata']> & { name: string };
} & (T extends { spec?: infer S } ? { spec?: S } : unknown) &
  (T extends { status?: infer S } ? { status?: S } : unknown);

/**
 * Changes a draft to the wanted state, or returns another object in its place. It may run when the object exists and
 * when it does not (then the draft has no uid), and must not change the name or namespace. An error that it throws ends
 * the call that it was passed to.
 */
export type Mutate<T extends KubernetesObject> = (
  draft: Draft<T>,
) => DeepReadonly<ObjectInput<T>> | void | Promise<DeepReadonly<ObjectInput<T>> | void>;

/**
 * Returns the object that a {@link Mutate} made from a copy of `current`, or from nothing. Throws a TypeError when it
 * changed the name or namespace.
 */
export async function mutated<T extends KubernetesObject>(
  resource: ResourceDefinition,
  key: ObjectKey,
  current: DeepReadonly<T> | undefined,
  mutate: Mutate<T>,
): Promise<T> {
  const empty = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { ...key } };
  // A copy that the caller may change; it is incomplete when the object does not exist, as Draft says.
  const draft = (current === undefined ? empty : structuredClone(current)) as Draft<T>;
  const answered = await mutate(draft);
  const object = (answered ?? draft) as T;
  if (formatObjectKey(keyOf(object)) !== formatObjectKey(key)) {
    const message = `${resource.kind} ${formatObjectKey(key)} became ${formatObjectKey(keyOf(object))}: a mutate function must not change the name or namespace`;
    throw new TypeError(message);
  }
  return object;
}
