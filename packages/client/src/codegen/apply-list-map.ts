import type { Apply } from '@kb/kubernetes/wire';

/**
 * What a server-side apply may say of a list map `L`: elements with the keys `K` that identify them,
 * everything else optional.
 */
export type ApplyListMap<L, K extends PropertyKey> = L extends readonly (infer E)[]
  ? readonly (Apply<E> & Pick<E, K & keyof E>)[]
  : L;
