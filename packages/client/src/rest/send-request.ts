import { type HttpRequest, type HttpResponse, stringifyJson } from '@kb/apimachinery';
import type { CallOptions } from '../client.ts';
import { isConnectionLost } from '../errors/connection-error.ts';
import { type RequestSubject, statusErrorOf } from './failure-status.ts';
import { encodeQuery, type QueryParameters } from './query.ts';
import { readAtMost } from './read-body.ts';
import type { RestConfig } from './rest-config.ts';
import { LOST_CONNECTION_RETRY_SECONDS, MAX_RETRIES, retryAfterSeconds } from './retry-after.ts';
import { warningsOf } from './warnings.ts';

/** A request to the API, before it is HTTP. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without a query. */
  readonly path: string;
  readonly query?: QueryParameters;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Default: `application/json`. */
  readonly accept?: string;
  /** What it is about, for messages. */
  readonly subject?: RequestSubject;
}

/** How much of the body of an answer that is not wanted is read before the connection is given up instead. */
const MAX_DROPPED_LENGTH = 64 << 10;

/**
 * Sends a request until there is an answer to keep, and gives it when it is a success; throws a StatusError otherwise. As in client-go, a server that says so with
 * `Retry-After` is asked again, and so is one that lost the connection of a GET: at most {@link MAX_RETRIES} times, waiting by the injected clock. Warnings of the
 * last answer are passed on.
 */
export async function sendRequest(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
): Promise<HttpResponse> {
  const { signal } = options;
  const httpRequest = toHttp(config, request);
  for (let retries = 0; ; retries += 1) {
    signal?.throwIfAborted();
    const answer = await attempt(config, httpRequest, signal, retries < MAX_RETRIES);
    if (typeof answer === 'number') {
      await config.clock.sleep(answer * 1000, signal);
      continue;
    }
    for (const text of warningsOf(answer.headers)) (options.onWarning ?? config.onWarning)?.(text);
    if (answer.status >= 200 && answer.status <= 206) return answer;
    throw await statusErrorOf(answer, request.method, request.subject ?? {});
  }
}

/** One try: its answer, or after how many seconds to try again. */
async function attempt(
  config: RestConfig,
  request: HttpRequest,
  signal: AbortSignal | undefined,
  mayRetry: boolean,
): Promise<HttpResponse | number> {
  let response;
  try {
    response = await config.transport.send(request, signal);
  } catch (error) {
    if (mayRetry && request.method === 'GET' && isConnectionLost(error)) return LOST_CONNECTION_RETRY_SECONDS;
    throw error;
  }
  const seconds = mayRetry ? retryAfterSeconds(response) : undefined;
  if (seconds === undefined) return response;
  await readAtMost(response.body, MAX_DROPPED_LENGTH);
  return seconds;
}

function toHttp(config: RestConfig, request: RestRequest): HttpRequest {
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
