import { type HttpRequest, type HttpResponse, isStatusError } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { CallOptions } from '../../call-options.ts';
import { isConnectionLost } from '../../errors/connection-error.ts';
import { beginRequest, traceRequest } from './begin-request.ts';
import type { RequestOutcome } from '../../observe/request-observer.ts';
import { statusErrorOf } from '../../response/failure-status.ts';
import { encodeQuery } from './query.ts';
import { readAtMost, readBody } from '../../response/read-body.ts';
import type { RestConfig } from './rest-config.ts';
import type { RestRequest } from './rest-request.ts';
import { LOST_CONNECTION_RETRY_SECONDS, MAX_RETRIES, retryAfterSeconds, warningsOf } from '../../response/headers.ts';
import { createSending, type Sending } from './sending.ts';

/** How much of an unused response body is read, in bytes, before the connection is closed instead. */
const MAX_DROPPED_LENGTH = 64 << 10;

/**
 * Sends a request, with retries, and resolves with the response if it is successful; rejects with a StatusError
 * otherwise. As in client-go, a request is retried after a response with `Retry-After`, and a GET after a lost
 * connection, at most {@link MAX_RETRIES} times, with delays of the injected clock. Warnings of the last response are
 * passed on. For observers, the request ends when the response begins.
 */
export function sendRequest(config: RestConfig, request: RestRequest, options: CallOptions): Promise<HttpResponse> {
  return exchange(config, request, options, async (response) => ({ value: response }));
}

/** A response with its whole body. */
export interface ReadResponse {
  readonly response: HttpResponse;
  readonly bytes: Uint8Array;
}

/** Like {@link sendRequest}, and reads the response; for observers, the request ends after that. */
export function requestBytes(config: RestConfig, request: RestRequest, options: CallOptions): Promise<ReadResponse> {
  return exchange(config, request, options, async (response) => {
    const bytes = await readBody(response.body);
    return { value: { response, bytes }, responseBytes: bytes.length };
  });
}

/**
 * Like {@link requestBytes}, but passes each chunk of the response to `onPiece`. If that throws, the request is
 * aborted.
 */
export function requestPieces(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
  onPiece: (piece: Uint8Array, response: HttpResponse) => void,
): Promise<HttpResponse> {
  return exchange(config, request, options, async (response) => {
    let responseBytes = 0;
    for await (const piece of response.body instanceof Uint8Array ? [response.body] : response.body) {
      responseBytes += piece.length;
      onPiece(piece, response);
    }
    return { value: response, responseBytes };
  });
}

/** The result of reading a response, and how much of it was read. */
interface Received<T> {
  readonly value: T;
  readonly responseBytes?: number;
}

function exchange<T>(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
  receive: (response: HttpResponse) => Promise<Received<T>>,
): Promise<T> {
  return traceRequest(config, request, async (span) => {
    const httpRequest = toHttp(config, request);
    const sent = { requestBytes: httpRequest.body?.length ?? 0 };
    const observation = beginRequest(config, request);
    let status: number | undefined;
    try {
      const response = await tryUntilAnswered(config, httpRequest, options, (outcome) => {
        observation?.retry({ ...sent, ...outcome });
      });
      ({ status } = response);
      span?.set('http.response.status_code', status);
      for (const text of warningsOf(response.headers)) (options.onWarning ?? config.onWarning)?.(text);
      if (status < 200 || status > 206) throw await statusErrorOf(response, request.method, request.subject ?? {});
      const { value, ...received } = await receive(response);
      observation?.end({ ...sent, ...received, status });
      return value;
    } catch (error) {
      observation?.end({ ...sent, ...(status !== undefined && { status }), ...(!isStatusError(error) && { error }) });
      throw error;
    }
  });
}

type Retried = (outcome: Pick<RequestOutcome, 'status' | 'error'>) => void;

async function tryUntilAnswered(
  config: RestConfig,
  request: HttpRequest,
  { signal, beforeSend }: CallOptions,
  onRetry: Retried,
): Promise<HttpResponse> {
  const sending = createSending(request, beforeSend);
  for (let retries = 0; ; retries += 1) {
    signal?.throwIfAborted();
    const answer = await attempt(config, sending, signal, retries < MAX_RETRIES, onRetry);
    if (typeof answer !== 'number') return answer;
    await config.clock.sleep(answer * 1000, signal);
  }
}

/** Makes one attempt: resolves with its response, or with the seconds until the next attempt. */
async function attempt(
  config: RestConfig,
  sending: Sending,
  signal: AbortSignal | undefined,
  mayRetry: boolean,
  onRetry: Retried,
): Promise<HttpResponse | number> {
  let response;
  try {
    response = await config.transport.send(sending.request, signal);
  } catch (thrown) {
    const error = sending.failed(thrown);
    if (!mayRetry || sending.request.method !== 'GET' || !isConnectionLost(error)) throw error;
    onRetry({ error });
    return LOST_CONNECTION_RETRY_SECONDS;
  }
  sending.answered(response.status);
  const seconds = mayRetry ? retryAfterSeconds(response) : undefined;
  if (seconds === undefined) return response;
  onRetry({ status: response.status });
  await readAtMost(response.body, MAX_DROPPED_LENGTH);
  return seconds;
}

function toHttp(config: RestConfig, request: RestRequest): HttpRequest & { readonly body?: Uint8Array } {
  const { method, path, query, body, contentType = 'application/json', accept = 'application/json' } = request;
  const headers = { accept, 'user-agent': config.userAgent };
  const target = `${path}${encodeQuery(query ?? {})}`;
  if (body === undefined) return { method, path: target, headers };
  return {
    method,
    path: target,
    headers: { ...headers, 'content-type': contentType },
    body: new TextEncoder().encode(stringifyJson(body)),
  };
}
