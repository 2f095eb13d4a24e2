import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';

/** What an admission plugin sees of a write. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly resource: ServedResource;
  /** Undefined: the resource itself. */
  readonly subresource: string | undefined;
  readonly namespace: string;
  /** Empty when it is still to be generated. */
  readonly name: string;
  /**
   * The object as it is about to be stored: a plugin may change it. Managed fields are worked out before, so that
   * nobody owns what a plugin adds.
   */
  readonly object: ApiObject;
  readonly old: FrozenObject | undefined;
  readonly server: ServerContext;
}

/** One of kube-apiserver's built-in admission plugins: changes an object or, by throwing a StatusError, refuses it. */
export type AdmissionPlugin = (request: AdmissionRequest) => void;
