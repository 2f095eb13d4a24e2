import type { Status } from '@kb/apimachinery';
import type { CreatedJsonPatchOperation } from '@kb/apimachinery/patch';

/**
 * What a handler returns: admission.k8s.io's AdmissionResponse. {@link admissionHandler} adds the uid and encodes the
 * patch.
 */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** The status for the client when it is not allowed. Default: a status without a message. */
  readonly status?: Partial<Status>;
  /** Changes to the object; the API server applies them only for mutating webhooks. */
  readonly patches?: readonly CreatedJsonPatchOperation[];
  /** Put into the API server's audit log. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** Shown to the client. */
  readonly warnings?: readonly string[];
}

/** Allows the operation. */
export function allowed(message?: string): AdmissionResponse {
  return { allowed: true, status: { ...(message && { message }), code: 200 } };
}

/** Refuses the operation with 403. */
export function denied(message: string): AdmissionResponse {
  return { allowed: false, status: { ...(message && { message }), reason: 'Forbidden', code: 403 } };
}

/** Refuses the operation because the webhook could not decide. */
export function errored(code: number, message: string): AdmissionResponse {
  return { allowed: false, status: { message, code } };
}

/** Allows the operation, with changes to its object. */
export function patched(patches: readonly CreatedJsonPatchOperation[], message?: string): AdmissionResponse {
  return { ...allowed(message), patches };
}
