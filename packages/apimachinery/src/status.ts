/** One cause of a {@link Status}: metav1.StatusCause. */
export interface StatusCause {
  /** Such as `FieldValueRequired` or `FieldManagerConflict`. */
  reason?: string;
  message?: string;
  /** Path of the field, such as `spec.ports[0].name`. */
  field?: string;
}

/** metav1.StatusDetails. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

/** The answer of the API server to what failed: metav1.Status. */
export interface Status {
  apiVersion: 'v1';
  kind: 'Status';
  metadata: { [key: string]: never } | { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  status: 'Success' | 'Failure';
  message?: string;
  /** Machine-readable, such as `NotFound`. Open-ended: servers may send any. */
  reason?: StatusReason | (string & {});
  details?: StatusDetails;
  /** HTTP status. */
  code?: number;
}

/** The reasons that apimachinery defines. */
export type StatusReason =
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Invalid'
  | 'ServerTimeout'
  | 'StoreReadError'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'Expired'
  | 'ServiceUnavailable';

/** An answer of the API server that is no success, as an error. Told apart by its `status.reason`, not by `instanceof` (two copies of a package may be loaded). */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;
  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? status.reason ?? 'unknown failure', options);
    this.status = status;
  }
}

/** Whether `error` is a {@link StatusError}, from whichever copy of this package. */
export function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && error.name === 'StatusError' && 'status' in error;
}

/** The reason of a {@link StatusError}; undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  return isStatusError(error) ? error.status.reason : undefined;
}

/** The object is not there (404). */
export const isNotFound = (error: unknown): boolean => reasonOf(error) === 'NotFound';
/** An object of that name is already there (409). */
export const isAlreadyExists = (error: unknown): boolean => reasonOf(error) === 'AlreadyExists';
/** The object changed since it was read, or another manager owns a field (409). */
export const isConflict = (error: unknown): boolean => reasonOf(error) === 'Conflict';
/** The object broke its schema or a rule (422). */
export const isInvalid = (error: unknown): boolean => reasonOf(error) === 'Invalid';
/** The resource version or continue token is too old (410): list again. */
export const isExpired = (error: unknown): boolean => {
  const reason = reasonOf(error);
  return reason === 'Expired' || reason === 'Gone';
};
/** The caller may not do this (403). */
export const isForbidden = (error: unknown): boolean => reasonOf(error) === 'Forbidden';
