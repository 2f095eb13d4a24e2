import type { HttpRequest } from '@kb/apimachinery';

/** How long to wait for data of a response before its connection counts as dead, in milliseconds; 0: no limit. */
export interface RequestTimeouts {
  /** The time until the response begins. */
  readonly headersTimeout: number;
  /** The time between two chunks of it. */
  readonly bodyTimeout: number;
}

/**
 * The default timeout, in milliseconds. The API server itself ends requests that are not long-running after 60 seconds
 * (`--request-timeout`).
 */
export const DEFAULT_ANSWER_TIMEOUT = 75_000;

/** A watch has no timeouts, because it is idle while nothing happens. */
const longRunningVerbs: RequestTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * Returns the timeouts of a request: `answerTimeout`, or none if the API server treats it as long-running (watches,
 * followed logs, exec, attach, port-forward, proxy) or if it sets its own limit (`timeoutSeconds`, `timeout`).
 */
export function timeoutsOf({ path }: Pick<HttpRequest, 'path'>, answerTimeout: number): RequestTimeouts {
  const at = path.indexOf('?');
  const [route, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
  const longRunning = LONG_QUERY.test(query) || LONG_SUBRESOURCE.test(route);
  return longRunning ? longRunningVerbs : { headersTimeout: answerTimeout, bodyTimeout: answerTimeout };
}

const LONG_QUERY = /[?&](?:watch=(?:true|1)(?:&|$)|follow=(?:true|1)(?:&|$)|timeout(?:Seconds)?=)/;
/** Long-running subresources of an object: `…/pods/web/log`, `…/services/web/proxy/path`. */
const LONG_SUBRESOURCE = /\/(?:pods|services|nodes)\/[^/]+\/(?:log|exec|attach|portforward|proxy)(?:\/|$)/;
