import { quoteString } from '../codec/go-format.ts';
import { type FieldError, formatFieldErrors } from '../field-error.ts';
import { listedErrors } from './listed-errors.ts';
import type { Status, StatusCause, StatusDetails, StatusReason } from './status.ts';

/**
 * The group and plural name of a resource, for messages: `deployments.apps`, or `pods` in the core group. Any resource
 * handle can be passed.
 */
export interface GroupResource {
  readonly group: string;
  readonly plural: string;
}

/**
 * The group and kind, for messages: `AppService.batch.example.com`, or `Pod` in the core group. Any resource handle can
 * be passed.
 */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `plural.group`, or `plural` alone in the core group. */
export function formatGroupResource({ group, plural }: GroupResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** `Kind.group`, or `Kind` alone in the core group. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** The reason of a conflict on an outdated object: the end of {@link conflict}'s message. */
export const OBJECT_MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again';

/** Optional members of {@link failureStatus}. */
interface FailureParts {
  readonly code: number;
  /** Absent for errors that apimachinery does not know: the API server then sends no reason. */
  readonly reason?: StatusReason;
  readonly message: string;
  readonly details?: StatusDetails;
}

/** Any failure, as a Status. Empty members of the details are left out, as on the wire. */
export function failureStatus({ code, reason, message, details }: FailureParts): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details: withoutEmpty(details) }),
    code,
  };
}

function withoutEmpty({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && causes.length > 0 && { causes: causes.map(causeWithoutEmpty) }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}

function causeWithoutEmpty({ reason, message, field }: StatusCause): StatusCause {
  return { ...(reason && { reason }), ...(message && { message }), ...(field && { field }) };
}

const detailsOf = ({ group, plural }: GroupResource, name: string): StatusDetails => ({ name, group, kind: plural });

/** 404: `pods "x" not found`. */
export function notFound(resource: GroupResource, name: string): Status {
  const message = `${formatGroupResource(resource)} ${quoteString(name)} not found`;
  return failureStatus({ code: 404, reason: 'NotFound', message, details: detailsOf(resource, name) });
}

/** 404 for an unknown path under a known prefix. */
export function resourceNotFound(): Status {
  return failureStatus({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });
}

/** 409: `pods "x" already exists`; `beingDeleted`: the existing one is being deleted. */
export function alreadyExists(
  resource: GroupResource,
  name: string,
  options: { readonly beingDeleted?: boolean } = {},
): Status {
  const prefix = options.beingDeleted ? 'object is being deleted: ' : '';
  const message = `${prefix}${formatGroupResource(resource)} ${quoteString(name)} already exists`;
  return failureStatus({ code: 409, reason: 'AlreadyExists', message, details: detailsOf(resource, name) });
}

/** 409: no free name was found for a generateName. */
export function generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds = 1): Status {
  const message = `${formatGroupResource(resource)} ${quoteString(name)} already exists, the server was not able to generate a unique name for the object`;
  return failureStatus({
    code: 409,
    reason: 'AlreadyExists',
    message,
    details: { ...detailsOf(resource, name), retryAfterSeconds },
  });
}

/** 409: `Operation cannot be fulfilled on deployments.apps "web": ⟨why⟩`. Default of `why`: {@link OBJECT_MODIFIED}. */
export function conflict(resource: GroupResource, name: string, why: string = OBJECT_MODIFIED): Status {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${quoteString(name)}: ${why}`;
  return failureStatus({ code: 409, reason: 'Conflict', message, details: detailsOf(resource, name) });
}

/** 409 of a server-side apply: fields that other managers own. */
export function applyConflict(causes: StatusCause[], message: string): Status {
  return failureStatus({ code: 409, reason: 'Conflict', message, details: { causes } });
}

/**
 * 422: `AppService.batch.example.com "x" is invalid: spec.image: Required value`; several errors as `[a, b]`, equal
 * texts once, every one a cause.
 */
export function invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): Status {
  const listed = listedErrors(errors);
  const causes = listed.map(({ type, message, field }): StatusCause => ({ reason: type, message, field }));
  const prefix = `${formatGroupKind(kind)} ${quoteString(name)} is invalid`;
  const message = listed.length === 0 ? prefix : `${prefix}: ${formatFieldErrors(listed)}`;
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message,
    details: { name, group: kind.group, kind: kind.kind, causes },
  });
}

/** 400: the request is invalid. */
export function badRequest(message: string): Status {
  return failureStatus({ code: 400, reason: 'BadRequest', message });
}

/** Makes a status 401: the request has no valid credentials. */
export function unauthorized(message = 'Unauthorized'): Status {
  return failureStatus({ code: 401, reason: 'Unauthorized', message });
}

/** 403: `pods "x" is forbidden: ⟨why⟩`. Without a name, and without a resource, those parts are left out. */
export function forbidden(
  resource: GroupResource | undefined,
  name: string,
  why: string,
  causes?: StatusCause[],
): Status {
  if (resource === undefined)
    return failureStatus({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} });
  const subject = name === '' ? formatGroupResource(resource) : `${formatGroupResource(resource)} ${quoteString(name)}`;
  const details = { ...detailsOf(resource, name), ...(causes && { causes }) };
  return failureStatus({ code: 403, reason: 'Forbidden', message: `${subject} is forbidden: ${why}`, details });
}

/** 405 of one resource: `create is not supported on resources of kind "pods"`. */
export function methodNotAllowed(resource: GroupResource, action: string): Status {
  const message = `${action} is not supported on resources of kind ${quoteString(formatGroupResource(resource))}`;
  return failureStatus({
    code: 405,
    reason: 'MethodNotAllowed',
    message,
    details: { group: resource.group, kind: resource.plural },
  });
}

/** 405 for a path that does not support the method. */
export function methodNotSupportedHere(): Status {
  const message = 'the server does not allow this method on the requested resource';
  return failureStatus({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** 406: the server supports none of the client's media types. */
export function notAcceptable(accepted: readonly string[]): Status {
  const message = `only the following media types are accepted: ${accepted.join(', ')}`;
  return failureStatus({ code: 406, reason: 'NotAcceptable', message });
}

/** 410: a resource version or a continue token is too old. `metadata` can carry a token to go on with. */
export function expired(message: string, metadata?: { continue?: string }): Status {
  const status = failureStatus({ code: 410, reason: 'Expired', message });
  return metadata?.continue ? { ...status, metadata } : status;
}

/** 410 in its older form. */
export function gone(message: string): Status {
  return failureStatus({ code: 410, reason: 'Gone', message });
}

/** 413: `Request entity too large: ⟨why⟩`. */
export function requestEntityTooLarge(why: string): Status {
  return failureStatus({ code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: ${why}` });
}

/** 415: a body in a media type that the server does not support. */
export function unsupportedMediaType(accepted: readonly string[]): Status {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failureStatus({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** 429: retry after `retryAfterSeconds`. */
export function tooManyRequests(message: string, retryAfterSeconds: number, causes?: StatusCause[]): Status {
  return failureStatus({
    code: 429,
    reason: 'TooManyRequests',
    message,
    details: { retryAfterSeconds, ...(causes && { causes }) },
  });
}

/** 500: `Internal error occurred: ⟨why⟩`. */
export function internalError(why: string): Status {
  return failureStatus({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${why}`,
    details: { causes: [{ message: why }] },
  });
}

/** 500 without a reason: how the API server reports errors that are not its own. */
export function genericError(message: string, code = 500): Status {
  return failureStatus({ code, message });
}

/** 500: a temporary failure; retry. */
export function serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds: number): Status {
  const message = `The ${operation} operation against ${formatGroupResource(resource)} could not be completed at this time, please try again.`;
  return failureStatus({
    code: 500,
    reason: 'ServerTimeout',
    message,
    details: { ...detailsOf(resource, operation), retryAfterSeconds },
  });
}

/** Makes a status 503: the server cannot handle the request at the moment. */
export function serviceUnavailable(message: string): Status {
  return failureStatus({ code: 503, reason: 'ServiceUnavailable', message });
}

/** 504: `Timeout: ⟨why⟩`. */
export function timeout(why: string, retryAfterSeconds = 0, causes?: StatusCause[]): Status {
  return failureStatus({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: ${why}`,
    details: { retryAfterSeconds, ...(causes && { causes }) },
  });
}

/** 200 of a delete that removed the object at once: a Status without code and message. */
export function deletedStatus(resource: GroupResource, name: string, uid: string): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: withoutEmpty({ ...detailsOf(resource, name), uid }),
  };
}
