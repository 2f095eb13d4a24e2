import type { HttpRequest } from '@kb/apimachinery';

/** How long an answer may keep silent before its connection is taken for dead, in milliseconds; 0: forever. */
export interface RequestTimeouts {
  /** Until the answer begins. */
  readonly headersTimeout: number;
  /** Between two pieces of it. */
  readonly bodyTimeout: number;
}

/**
 * The API server itself gives up on what is not long-running after 60 seconds (`--request-timeout`): later than this
 * nothing comes any more. In milliseconds.
 */
export const DEFAULT_ANSWER_TIMEOUT = 75_000;

/** No timer cuts a watch: it is quiet for as long as nothing happens. */
const longRunningVerbs: RequestTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * The timeouts of a request: `answerTimeout` milliseconds without a word. Those that the API server counts as
 * long-running have none: watches, and the connecting subresources (logs that are followed, exec, attach, port-forward,
 * proxy); nor have those that ask for a time of their own (`timeoutSeconds`, `timeout`).
 */
export function timeoutsOf({ path }: Pick<HttpRequest, 'path'>, answerTimeout: number): RequestTimeouts {
  const at = path.indexOf('?');
  const [route, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
  const longRunning = LONG_QUERY.test(query) || LONG_SUBRESOURCE.test(route);
  return longRunning ? longRunningVerbs : { headersTimeout: answerTimeout, bodyTimeout: answerTimeout };
}

const LONG_QUERY = /[?&](?:watch=(?:true|1)(?:&|$)|follow=(?:true|1)(?:&|$)|timeout(?:Seconds)?=)/;
/** Of an object: `…/pods/web/log`, `…/services/web/proxy/path`. */
const LONG_SUBRESOURCE = /\/(?:pods|services|nodes)\/[^/]+\/(?:log|exec|attach|portforward|proxy)(?:\/|$)/;
