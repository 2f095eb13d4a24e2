import type { CreatedJsonPatchOperation, Status } from '@kb/apimachinery';

/**
 * What a handler answers: admission.k8s.io's AdmissionResponse, of which the uid is added, and the patch written, by
 * {@link admissionHandler}.
 */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** What the client sees when it is not allowed. Default: a status without a text. */
  readonly status?: Partial<Status>;
  /** Changes to the object; only a mutating webhook's are followed. */
  readonly patches?: readonly CreatedJsonPatchOperation[];
  /** Put into the API server's audit log. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** Shown to the client. */
  readonly warnings?: readonly string[];
}

/** The operation may go on. */
export function allowed(message?: string): AdmissionResponse {
  return { allowed: true, status: { ...(message && { message }), code: 200 } };
}

/** The operation is refused, with 403. */
export function denied(message: string): AdmissionResponse {
  return { allowed: false, status: { ...(message && { message }), reason: 'Forbidden', code: 403 } };
}

/** The operation is refused because the webhook could not decide. */
export function errored(code: number, message: string): AdmissionResponse {
  return { allowed: false, status: { message, code } };
}

/** The operation may go on, with changes to its object. */
export function patched(patches: readonly CreatedJsonPatchOperation[], message?: string): AdmissionResponse {
  return { ...allowed(message), patches };
}
