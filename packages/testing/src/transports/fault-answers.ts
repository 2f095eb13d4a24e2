import {
  expired,
  failureStatus,
  type HttpResponse,
  internalError,
  type Status,
  tooManyRequests,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { ConnectionError, type ConnectionErrorCode } from '@kb/client';

const encoder = new TextEncoder();
const json = { 'content-type': 'application/json' };

/** Creates an error response of the API server. */
function statusAnswer(status: Status, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: status.code ?? 500, headers: { ...json, ...headers }, body: encoder.encode(stringifyJson(status)) };
}

/** Creates the line of an `ERROR` event. */
export const errorLine = (status: Status): Uint8Array =>
  encoder.encode(`${stringifyJson({ type: 'ERROR', object: status })}\n`);

/** 410. */
export const goneStatus = (): Status => expired('too old resource version: injected');

/** 500. */
export const errorStatus = (): Status => internalError('injected');

/** 410, to a list. */
export const goneAnswer = (): HttpResponse => statusAnswer(goneStatus());

/** 429: retry after some seconds. */
export const tooManyAnswer = (seconds: number): HttpResponse =>
  statusAnswer(tooManyRequests('the server has received too many requests', seconds), {
    'retry-after': String(seconds),
  });

/** Error responses of servers and of proxies in front of them. The second one, which is not JSON, is from a proxy. */
export const serverErrors: readonly (() => HttpResponse)[] = [
  () => statusAnswer(errorStatus()),
  () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: encoder.encode('<h1>502 Bad Gateway</h1>') }),
  () =>
    statusAnswer(
      failureStatus({
        code: 503,
        reason: 'ServiceUnavailable',
        message: 'the server is currently unable to handle the request',
      }),
    ),
  () =>
    statusAnswer(
      failureStatus({
        code: 504,
        reason: 'Timeout',
        message: 'the server was unable to return a response in the time allotted',
      }),
    ),
];

/** There was no response, or an incomplete one. */
export const connectionError = (code: ConnectionErrorCode, message: string): ConnectionError =>
  new ConnectionError(code, 'https://faulty', `${message} (injected)`);

/** The connection broke during the response. */
export const lost = (): ConnectionError => connectionError('KB_CONNECTION_LOST', 'the connection broke');
