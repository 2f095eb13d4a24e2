import {
  formatGroupResource,
  type GroupResource,
  type HttpResponse,
  type JsonObject,
  type Status,
  StatusError,
  type StatusReason,
} from '@kb/apimachinery';
import { isJsonObject, parseJson, quoteString } from '@kb/apimachinery/codec';
import { readAtMost } from './read-body.ts';
import { secondsOf } from './headers.ts';

/** The resource and object of a request, for observers and for the message of an error without a Status. */
export interface RequestSubject {
  readonly resource?: GroupResource | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The longest Status, in bytes. A longer body is not treated as one. */
const MAX_STATUS_LENGTH = 4 << 20;
/** How much of a body that is not a Status is kept, in bytes, as in client-go. */
const MAX_TEXT_LENGTH = 2048;

/**
 * Creates the error of an unsuccessful response: from the Status in its body, or else from one that is generated as in
 * client-go. Reads the body.
 */
export async function statusErrorOf(
  response: HttpResponse,
  method: string,
  subject: RequestSubject,
): Promise<StatusError> {
  const { bytes, complete } = await readAtMost(response.body, MAX_STATUS_LENGTH);
  const status = complete ? statusIn(bytes, response.status) : undefined;
  return new StatusError(status ?? synthesiseStatus(response, bytes, method, subject));
}

function statusIn(bytes: Uint8Array, code: number): Status | undefined {
  try {
    return asStatus(parseJson(bytes), code);
  } catch {
    return undefined;
  }
}

/**
 * Returns `value` as a failure Status, with its code filled in; undefined if it is not one, or if a field has the wrong
 * type.
 */
export function asStatus(value: unknown, code?: number): Status | undefined {
  if (!isJsonObject(value) || value['kind'] !== 'Status' || value['status'] === 'Success') return undefined;
  if (!isFailure(value)) return undefined;
  return {
    ...value,
    apiVersion: 'v1',
    kind: 'Status',
    metadata: isJsonObject(value['metadata']) ? value['metadata'] : {},
    status: 'Failure',
    ...(typeof value['code'] !== 'number' && code !== undefined && { code }),
  };
}

type Failure = Pick<Status, 'message' | 'reason' | 'details' | 'code'>;

/** Whether the fields of a Status that callers read have their types. Go treats null as absent. */
function isFailure(value: JsonObject): value is JsonObject & Failure {
  const { details } = value;
  return (
    haveType(value, ['message', 'reason'], 'string') &&
    haveType(value, ['code'], 'number') &&
    ((details ?? null) === null || (isJsonObject(details) && areDetails(details)))
  );
}

function areDetails(details: JsonObject): boolean {
  const { causes } = details;
  return (
    haveType(details, ['name', 'group', 'kind', 'uid'], 'string') &&
    haveType(details, ['retryAfterSeconds'], 'number') &&
    ((causes ?? null) === null || (Array.isArray(causes) && causes.every(isCause)))
  );
}

const isCause = (cause: unknown): boolean =>
  isJsonObject(cause) && haveType(cause, ['reason', 'message', 'field'], 'string');

/** Whether each of these members is absent, null or of a type. */
const haveType = (value: JsonObject, names: readonly string[], type: 'string' | 'number'): boolean =>
  names.every((name) => (value[name] ?? null) === null || typeof value[name] === type);

/** Generates the Status of a response without one, like apimachinery's NewGenericServerResponse. */
function synthesiseStatus(response: HttpResponse, body: Uint8Array, method: string, subject: RequestSubject): Status {
  const text = serverText(response, body);
  const { reason, message } = explain(response.status, method, text);
  const { resource, name } = subject;
  const target = [method.toLowerCase(), resource && formatGroupResource(resource), resource && name].filter(Boolean);
  const retryAfterSeconds = secondsOf(response.headers['retry-after']);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: resource === undefined ? message : `${message} (${target.join(' ')})`,
    ...(reason && { reason }),
    details: {
      ...(name && { name }),
      ...(resource && resource.group !== '' && { group: resource.group }),
      ...(resource && { kind: resource.plural }),
      causes: [{ reason: 'UnexpectedServerResponse', message: text }],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
    code: response.status,
  };
}

function serverText(response: HttpResponse, body: Uint8Array): string {
  const type = response.headers['content-type'];
  if (type !== undefined && !String(type).startsWith('text/')) return 'unknown';
  return new TextDecoder().decode(body.subarray(0, MAX_TEXT_LENGTH)).trim();
}

function explain(code: number, method: string, text: string): { reason?: StatusReason; message: string } {
  switch (code) {
    case 400:
      return { reason: 'BadRequest', message: 'the server rejected our request for an unknown reason' };
    case 401:
      return { reason: 'Unauthorized', message: 'the server has asked for the client to provide credentials' };
    case 403:
      return { reason: 'Forbidden', message: text };
    case 404:
      return { reason: 'NotFound', message: 'the server could not find the requested resource' };
    case 405:
      return { reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource' };
    case 406: {
      const unsaid = text === '' || text === 'unknown';
      const message = 'the server was unable to respond with a content type that the client supports';
      return { reason: 'NotAcceptable', message: unsaid ? message : text };
    }
    case 409:
      return {
        reason: method === 'POST' ? 'AlreadyExists' : 'Conflict',
        message: 'the server reported a conflict',
      };
    case 415:
      return { reason: 'UnsupportedMediaType', message: text };
    case 422:
      return { reason: 'Invalid', message: 'the server rejected our request due to an error in our request' };
    case 429:
      return {
        reason: 'TooManyRequests',
        message: 'the server has received too many requests and has asked us to try again later',
      };
    case 503:
      return {
        reason: 'ServiceUnavailable',
        message: 'the server is currently unable to handle the request',
      };
    case 504:
      return {
        reason: 'Timeout',
        message:
          'the server was unable to return a response in the time allotted, but may still be processing the request',
      };
    default:
      return code >= 500
        ? {
            reason: 'InternalError',
            message: `an error on the server (${quoteString(text)}) has prevented the request from succeeding`,
          }
        : { message: `the server responded with the status code ${code} but did not return more information` };
  }
}
