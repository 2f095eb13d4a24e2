import { isError, memberOf, textIn } from '../thrown.ts';

/** One cause of a {@link Status}: metav1.StatusCause. */
export interface StatusCause {
  /** Such as `FieldValueRequired` or `FieldManagerConflict`. */
  reason?: string;
  message?: string;
  /** Path of the field, such as `spec.ports[0].name`. */
  field?: string;
}

/** What a status is about: the object or resource, and the single causes (metav1.StatusDetails). */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

/** The API server's description of a failure: metav1.Status. */
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

/**
 * A failure that the API server reports. Check its `status.reason` rather than `instanceof` (two copies of a package
 * may be loaded).
 */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;
  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? status.reason ?? 'unknown failure', options);
    this.status = status;
  }
}

/** Whether `error` is a {@link StatusError}, from any copy of this package. Never throws, for any argument. */
export function isStatusError(error: unknown): error is StatusError {
  return statusOf(error) !== undefined;
}

/** The status of a StatusError. Its members may have any type if another copy of this package made it. */
function statusOf(error: unknown): object | undefined {
  if (!isError(error) || memberOf(error, 'name') !== 'StatusError') return undefined;
  const status = memberOf(error, 'status');
  return typeof status === 'object' && status !== null ? status : undefined;
}

/** The reason of a {@link StatusError}; undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  return textIn(statusOf(error), 'reason');
}

const codeOf = (error: unknown): unknown => memberOf(statusOf(error), 'code');

/**
 * The reasons that decide on their own; for any other, the code decides. Listed explicitly, so that a new reason above
 * must be added here.
 */
const knownReasons: Readonly<Record<StatusReason, true>> = {
  Unauthorized: true,
  Forbidden: true,
  NotFound: true,
  AlreadyExists: true,
  Conflict: true,
  Gone: true,
  Invalid: true,
  ServerTimeout: true,
  StoreReadError: true,
  Timeout: true,
  TooManyRequests: true,
  BadRequest: true,
  MethodNotAllowed: true,
  NotAcceptable: true,
  RequestEntityTooLarge: true,
  UnsupportedMediaType: true,
  InternalError: true,
  Expired: true,
  ServiceUnavailable: true,
};

/**
 * Whether `error` is a StatusError with this reason, or with this code and no known reason: apimachinery's
 * rule.
 */
function isReason(error: unknown, reason: StatusReason, code: number): boolean {
  if (!isStatusError(error)) return false;
  const given = reasonOf(error) ?? '';
  return given === reason || (codeOf(error) === code && !Object.hasOwn(knownReasons, given));
}

/** The object does not exist (404). */
export const isNotFound = (error: unknown): boolean => isReason(error, 'NotFound', 404);
/** An object of that name already exists (409). */
export const isAlreadyExists = (error: unknown): boolean => reasonOf(error) === 'AlreadyExists';
/** The object changed since it was read, or another manager owns a field (409). */
export const isConflict = (error: unknown): boolean => isReason(error, 'Conflict', 409);
/** The object violates its schema or a rule (422). */
export const isInvalid = (error: unknown): boolean => isReason(error, 'Invalid', 422);
/** The resource version or continue token is too old (410): list again. */
export const isExpired = (error: unknown): boolean => reasonOf(error) === 'Expired' || isReason(error, 'Gone', 410);
/** The server does not know the caller (401). */
export const isUnauthorized = (error: unknown): boolean => isReason(error, 'Unauthorized', 401);
/** The caller may not do this (403). */
export const isForbidden = (error: unknown): boolean => isReason(error, 'Forbidden', 403);
/** The request is invalid (400). */
export const isBadRequest = (error: unknown): boolean => isReason(error, 'BadRequest', 400);
/** The resource does not have this verb (405). */
export const isMethodNotSupported = (error: unknown): boolean => isReason(error, 'MethodNotAllowed', 405);
/** The server does not support the requested response format (406). */
export const isNotAcceptable = (error: unknown): boolean => isReason(error, 'NotAcceptable', 406);
/** The body is longer than the server allows (413). */
export const isRequestEntityTooLarge = (error: unknown): boolean =>
  reasonOf(error) === 'RequestEntityTooLarge' || codeOf(error) === 413;
/** The server does not support this type of body, such as a strategic merge patch of a custom object (415). */
export const isUnsupportedMediaType = (error: unknown): boolean => isReason(error, 'UnsupportedMediaType', 415);
/** The server asks to retry later (429): it is busy, or a disruption budget is used up. */
export const isTooManyRequests = (error: unknown): boolean =>
  reasonOf(error) === 'TooManyRequests' || codeOf(error) === 429;
/** The server failed (500). */
export const isInternalError = (error: unknown): boolean => isReason(error, 'InternalError', 500);
/** The server, or a service that it depends on, is unavailable (503). */
export const isServiceUnavailable = (error: unknown): boolean => isReason(error, 'ServiceUnavailable', 503);
/** The request timed out, and may or may not have been executed (504). */
export const isTimeout = (error: unknown): boolean => isReason(error, 'Timeout', 504);
/** The server did not start the request in time: it may be sent again (500). */
export const isServerTimeout = (error: unknown): boolean => reasonOf(error) === 'ServerTimeout';

/**
 * For `catch`: returns undefined when the object does not exist, and throws any other error. controller-runtime's
 * client.IgnoreNotFound.
 */
export function ignoreNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/**
 * For `catch`: returns undefined when an object of that name already exists, and throws any other error.
 * client.IgnoreAlreadyExists.
 */
export function ignoreAlreadyExists(error: unknown): undefined {
  if (!isAlreadyExists(error)) throw error;
}

/** Returns the causes in the Status of a StatusError; an empty list for any other error. */
function causesOf(error: unknown): readonly unknown[] {
  const causes = memberOf(memberOf(statusOf(error), 'details'), 'causes');
  try {
    return Array.isArray(causes) ? causes.slice(0, MAX_CAUSES) : [];
  } catch {
    return [];
  }
}

/** More causes than any server sends. */
const MAX_CAUSES = 10_000;

/** Whether the Status names this cause, such as `NamespaceTerminating`. */
export function hasStatusCause(error: unknown, reason: string): boolean {
  return causesOf(error).some((cause) => memberOf(cause, 'reason') === reason);
}

/**
 * Returns the seconds after which the server wants a retry; undefined when it does not say.
 * apierrors.SuggestsClientDelay.
 */
export function suggestedDelay(error: unknown): number | undefined {
  const details = memberOf(statusOf(error), 'details');
  if (typeof details !== 'object' || details === null) return undefined;
  const given = memberOf(details, 'retryAfterSeconds');
  const delay = typeof given === 'number' ? given : 0;
  return delay > 0 || reasonOf(error) === 'ServerTimeout' ? delay : undefined;
}
