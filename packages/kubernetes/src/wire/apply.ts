import type { ApplyMetadata, KubernetesObject } from '@kb/apimachinery';
import type { ListMapKey } from './list-map-keys.ts';

/**
 * The input of a server-side apply: everything is optional at every depth, except the keys that identify elements of
 * lists. Lists and objects may be read-only.
 */
export type Apply<T> = T extends string | number | boolean | bigint | null | undefined
  ? T
  : T extends readonly (infer E)[]
    ? number extends T['length']
      ? readonly ApplyElement<E>[]
      : ApplyTuple<T>
    : T extends object
      ? { readonly [K in keyof T]?: Apply<T[K]> }
      : T;

/** A tuple. */
type ApplyTuple<T extends readonly unknown[]> = { readonly [K in keyof T]: ApplyElement<T[K]> };

/**
 * An element of a list: keys of list maps that its type requires stay required. An object with arbitrary keys has no
 * required ones.
 */
type ApplyElement<E> = E extends readonly unknown[] | string | number | boolean | null
  ? Apply<E>
  : string extends keyof E
    ? Apply<E>
    : keyof E & ListMapKey extends infer K extends keyof E
      ? [K] extends [never]
        ? Apply<E>
        : { readonly [P in K]: E[P] } & ApplyPick<E, Exclude<keyof E, K>>
      : never;

/** The named properties, optional; documentation survives. */
type ApplyPick<T, K extends keyof T> = { readonly [P in K]?: Apply<T[P]> };

/**
 * The apply type of a kind: `apiVersion` and `kind` are filled in from the resource handle, and the name is required.
 */
export type ApplyKind<T extends KubernetesObject> = ApplyPick<
  T,
  Exclude<keyof T, 'apiVersion' | 'kind' | 'metadata'>
> & {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ApplyMetadata;
};
