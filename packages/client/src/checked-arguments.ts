import type { InferredFrom, NamespaceNotAllowed } from '@kb/apimachinery';

/** What the type checker prints about a status that a verb would not write. Never a value. */
export type StatusIsSubresource =
  'this verb does not write the status: use updateStatus, applyStatus or the subresource status';

/** What the type checker prints about a field that a status subresource would not write. Never a value. */
export type NotInStatus = 'the subresource status writes nothing but the status';

/**
 * Options of a call about a resource, `N` as the handle says it: without a namespace where the resource is
 * cluster-scoped. `Q` is the type of the options that are given, inferred from them.
 */
export type OptionsFor<N extends boolean, O, Q> = [N] extends [false]
  ? Q extends { readonly namespace: string }
    ? Omit<O, 'namespace'> & { namespace?: NamespaceNotAllowed }
    : InferredFrom<Q, O>
  : O;

/**
 * A `W` that is written by a verb that leaves the status as it is, for the kind's handle (`S`) names a status
 * subresource. A status that is certainly given is a type error, unless every object of the kind has one (`T`). `O` is
 * the type of the object that is given, inferred from it.
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

/** The same of a merge or strategic patch, `P` as it is given. A whole object may be its value. */
export type PatchWithoutStatus<S extends string, P, W> = string extends S
  ? W
  : 'status' extends S
    ? P extends { readonly value: { readonly status: object | null; readonly kind?: undefined } }
      ? { readonly type: string; readonly value: Refused<P['value'], 'status', StatusIsSubresource> }
      : InferredFrom<P, W>
    : W;

/** A `W` of which a status subresource writes nothing but the status. `O` as it is given. */
export type StatusAlone<O, W> = O extends { readonly spec: object }
  ? Refused<O, 'spec', NotInStatus>
  : InferredFrom<O, W>;

/** The same of a merge or strategic patch, `P` as it is given. A whole object may be its value. */
export type PatchOfStatus<P, W> = P extends {
  readonly value: { readonly spec: object | null; readonly kind?: undefined };
}
  ? { readonly type: string; readonly value: Refused<P['value'], 'spec', NotInStatus> }
  : InferredFrom<P, W>;

/** What is given, but for one field: the compiler prints `Why` as the type that the field should have. */
type Refused<O, Field extends string, Why> = { readonly [K in keyof O]: K extends Field ? Why : unknown };
