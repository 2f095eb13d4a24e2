import type { ApplyInput, KubernetesObject, Resource } from '@kb/apimachinery';

/** An object of a kind that is known only at run time. */
export interface UntypedObject extends KubernetesObject {
  [field: string]: unknown;
}

/** A handle of a resource that is known only at run time, as returned by a {@link RestMapper}. */
export type UntypedResource = Resource<UntypedObject, ApplyInput<UntypedObject>, string>;
