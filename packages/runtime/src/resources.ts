import type { KubernetesObject, Resource } from '@kb/apimachinery';

/** A resource handle of any kind, for lists of handles where the types of the objects do not matter. */
export type AnyResource = Resource<KubernetesObject, unknown>;
