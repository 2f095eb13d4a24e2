import type { KubernetesObject, ObjectMetaInput } from './object.ts';

/** `T` with every property optional at every depth; elements of lists keep their own shape. */
export type DeepPartial<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly DeepPartial<E>[]
    : T extends object
      ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
      : T;

/**
 * What a server-side apply may say of an object when nothing narrower was generated: the fields that the manager wants to own. `apiVersion` and `kind`
 * are filled in from the resource. Generated apply types also require the keys of list maps.
 */
export type ApplyInput<T extends KubernetesObject> = {
  readonly [K in Exclude<keyof T, 'apiVersion' | 'kind' | 'metadata'>]?: DeepPartial<T[K]>;
} & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: DeepPartial<ObjectMetaInput> & { readonly name: string };
};
