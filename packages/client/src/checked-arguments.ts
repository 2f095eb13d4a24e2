import type { InferredFrom, NamespaceNotAllowed } from '@kb/apimachinery';

/** The type that a compiler error shows for a status that the verb would not write. Never a value. */
export type StatusIsSubresource =
  'this verb does not write the status: use updateStatus, applyStatus or the subresource status';

/** The type that a compiler error shows for a field that a status subresource would not write. Never a value. */
export type NotInStatus = 'the subresource status writes nothing but the status';

/**
 * Options of a call about a resource: without a namespace if the resource is cluster-scoped (`N` is false). `Q` is the
 * inferred type of the given options.
 */
export type OptionsFor<N extends boolean, O, Q> = [N] extends [false]
  ? Q extends { readonly namespace: string }
    ? Omit<O, 'namespace'> & { namespace?: NamespaceNotAllowed }
    : InferredFrom<Q, O>
  : O;

/**
 * A `W` for a verb that does not write the status, because the handle (`S`) names a status subresource. An object whose
 * type has a status is a type error, unless every object of the kind has one (`T`). `O` is the inferred type of the
 * given object.
 */
export type WithoutStatus<T, S extends string, O, W> = string extends S
  ? W
  : 'status' extends S
    ? T extends { readonly status: unknown }
      ? W
      : O extends { readonly status: object }
        ? Refused<O, 'status', StatusIsSubresource>
        : InferredFrom<O, W>
    : W;

/** The same for a merge or strategic patch of the inferred type `P`, whose value may be a whole object. */
export type PatchWithoutStatus<S extends string, P, W> = string extends S
  ? W
  : 'status' extends S
    ? P extends { readonly value: { readonly status: object | null; readonly kind?: undefined } }
      ? { readonly type: string; readonly value: Refused<P['value'], 'status', StatusIsSubresource> }
      : InferredFrom<P, W>
    : W;

/** A `W` for a status subresource, which writes only the status. `O` is the inferred type of the given object. */
export type StatusAlone<O, W> = O extends { readonly spec: object }
  ? Refused<O, 'spec', NotInStatus>
  : InferredFrom<O, W>;

/** The same for a merge or strategic patch of the inferred type `P`, whose value may be a whole object. */
export type PatchOfStatus<P, W> = P extends {
  readonly value: { readonly spec: object | null; readonly kind?: undefined };
}
  ? { readonly type: string; readonly value: Refused<P['value'], 'spec', NotInStatus> }
  : InferredFrom<P, W>;

/** A type that rejects one field of `O`: the compiler prints `Why` as the expected type of the field. */
type Refused<O, Field extends string, Why> = { readonly [K in keyof O]: K extends Field ? Why : unknown };
