import type { JsonObject } from '@kb/apimachinery';

/** The name of a kind in admission requests. */
export interface AdmissionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The name of a resource in admission requests. */
export interface AdmissionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Who makes the request: authentication.k8s.io's UserInfo. */
export interface AdmissionUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The operations that a webhook is asked about. Others are refused. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/**
 * A request of the API server: admission.k8s.io's AdmissionRequest, of v1 or v1beta1, which are the same. Missing
 * strings are empty.
 */
export interface AdmissionRequest {
  /** The id of this request, which the response repeats. */
  readonly uid: string;
  readonly kind: AdmissionKind;
  readonly resource: AdmissionResource;
  /** Such as `status`; empty for the object itself. */
  readonly subResource: string;
  /** The kind of the client's request, when the webhook's rule matched an equivalent kind. */
  readonly requestKind: AdmissionKind | undefined;
  readonly requestResource: AdmissionResource | undefined;
  readonly requestSubResource: string;
  /** Empty when the name is not generated yet. */
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** One of {@link AdmissionOperation}, or an operation that the API server adds later. */
  readonly operation: AdmissionOperation | (string & {});
  readonly userInfo: AdmissionUser;
  /**
   * The object as it would be stored. Undefined on DELETE. Deeply frozen; 64-bit integers beyond the precision of a
   * number are bigints.
   */
  readonly object: JsonObject | undefined;
  /** The object as it is stored. Undefined on CREATE and CONNECT. */
  readonly oldObject: JsonObject | undefined;
  /** When true, nothing is stored, and the webhook must have no side effects. */
  readonly dryRun: boolean;
  /** The options of the operation, such as CreateOptions. */
  readonly options: JsonObject | undefined;
}
