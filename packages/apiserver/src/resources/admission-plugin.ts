import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';

/** The input of an admission plugin. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  /** The resource, as messages name it. */
  readonly resource: { readonly group: string; readonly plural: string };
  /** The subresource of the request; undefined for the resource itself. */
  readonly subresource: string | undefined;
  /** The object's name; empty if it has not been generated yet. */
  readonly name: string;
  /**
   * The object before it is stored; a plugin may change it. Managed fields are computed before, so no manager owns what
   * a plugin adds.
   */
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
  readonly store: Store;
}

/** One of kube-apiserver's built-in admission plugins: changes an object, or refuses it by throwing a StatusError. */
export type AdmissionPlugin = (request: AdmissionRequest) => void;
