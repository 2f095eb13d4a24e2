import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';

/** What an admission plugin sees of a write. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  /** The resource that is written, as messages name it. */
  readonly resource: { readonly group: string; readonly plural: string };
  /** Undefined: the resource itself. */
  readonly subresource: string | undefined;
  /** Empty when it is still to be generated. */
  readonly name: string;
  /**
   * The object as it is about to be stored: a plugin may change it. Managed fields are worked out before, so that no
   * manager owns what a plugin adds.
   */
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
  readonly store: Store;
}

/** One of kube-apiserver's built-in admission plugins: changes an object or, by throwing a StatusError, refuses it. */
export type AdmissionPlugin = (request: AdmissionRequest) => void;
