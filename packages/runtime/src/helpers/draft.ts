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

/** An object to fill in, of one's own: the one that is there, or one with a name and nothing else. */
export type Draft<T extends KubernetesObject> = Omit<T, 'metadata' | 'spec' | 'status'> & {
  metadata: Partial<T['metadata']> & { name: string };
} & (T extends { spec?: infer S } ? { spec?: S } : unknown) &
  (T extends { status?: infer S } ? { status?: S } : unknown);

/**
 * Brings a draft to what is wanted: by changing it, or by answering another object in its place. It may run when the
 * object is there and when it is not (then the draft has no uid), and must not change the name or namespace. What it
 * throws ends the call that it was given to.
 */
export type Mutate<T extends KubernetesObject> = (
  draft: Draft<T>,
) => DeepReadonly<ObjectInput<T>> | void | Promise<DeepReadonly<ObjectInput<T>> | void>;

/**
 * The object that a {@link Mutate} made of a copy of `current`, or of nothing. Throws a TypeError when it changed the
 * name or namespace.
 */
export async function mutated<T extends KubernetesObject>(
  resource: ResourceDefinition,
  key: ObjectKey,
  current: DeepReadonly<T> | undefined,
  mutate: Mutate<T>,
): Promise<T> {
  const empty = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { ...key } };
  // A copy that is the caller's to change, and not yet whole when the object is not there: what Draft says.
  const draft = (current === undefined ? empty : structuredClone(current)) as Draft<T>;
  const answered = await mutate(draft);
  const object = (answered ?? draft) as T;
  if (formatObjectKey(keyOf(object)) !== formatObjectKey(key)) {
    const message = `${resource.kind} ${formatObjectKey(key)} became ${formatObjectKey(keyOf(object))}: a mutate function must not change the name or namespace`;
    throw new TypeError(message);
  }
  return object;
}
