import type { KubernetesObject, Resource } from '@kb/apimachinery';

/** A resource handle of any kind, where the types of its objects do not matter: what lists of handles hold. */
export type AnyResource = Resource<KubernetesObject, unknown>;
