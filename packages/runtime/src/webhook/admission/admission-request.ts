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
 * What the API server asks: admission.k8s.io's AdmissionRequest, of v1 or v1beta1, which are the same. Texts that it
 * does not send are empty.
 */
export interface AdmissionRequest {
  /** Of this request; the answer carries it. */
  readonly uid: string;
  readonly kind: AdmissionKind;
  readonly resource: AdmissionResource;
  /** Such as `status`; empty for the object itself. */
  readonly subResource: string;
  /** What the client asked for, where the rule of the webhook is for an equivalent kind. */
  readonly requestKind: AdmissionKind | undefined;
  readonly requestResource: AdmissionResource | undefined;
  readonly requestSubResource: string;
  /** Empty while a name is yet to be generated. */
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** One of {@link AdmissionOperation}, or what the API server may come to send. */
  readonly operation: AdmissionOperation | (string & {});
  readonly userInfo: AdmissionUser;
  /** As it would be stored. Undefined on DELETE. Deeply frozen; 64-bit integers that no number holds are bigints. */
  readonly object: JsonObject | undefined;
  /** As it is stored. Undefined on CREATE and CONNECT. */
  readonly oldObject: JsonObject | undefined;
  /** True: nothing will be stored, and the webhook must have no side effects. */
  readonly dryRun: boolean;
  /** The options of the operation, such as CreateOptions. */
  readonly options: JsonObject | undefined;
}
