import { badRequest, type Clock, type HttpResponse, parseDuration } from '@kb/apimachinery';
import { explainDuration } from '@kb/apimachinery/server';
import { refuse } from '../refuse.ts';
import { toBytes } from '../http/encode.ts';

/** The maximum duration of any request: kube-apiserver's `--request-timeout`. */
const LONGEST_MS = 60_000;
/** A timeout of at most this has passed by the time that it is checked. */
const SHORTEST_MS = 0.1;

/**
 * Returns how long a request may take, in milliseconds, from its `timeout` parameter. Throws the StatusError of a
 * timeout that is not a duration.
 */
export function readDeadline(query: URLSearchParams): number {
  const text = query.get('timeout');
  if (text === null || text === '') return LONGEST_MS;
  const timeout = parseDuration(text);
  if (timeout === undefined)
    refuse(badRequest(`invalid timeout specified in the request URL - time: ${explainDuration(text)}`));
  return timeout > 0 ? Math.min(timeout, LONGEST_MS) : LONGEST_MS;
}

/** Whether a deadline has passed before anything is done. */
export function isOver(deadlineMs: number): boolean {
  return deadlineMs <= SHORTEST_MS;
}

/**
 * Returns what `work` returns, or 504 after calling `onOver` if that takes longer than `ms`. The signal that `work`
 * gets is then aborted, as it is when the client disconnects.
 */
export async function withDeadline(
  clock: Clock,
  ms: number,
  client: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<HttpResponse>,
  onOver: () => void = () => undefined,
): Promise<HttpResponse> {
  const late = new AbortController();
  const abort = (): void => late.abort(client?.reason);
  client?.addEventListener('abort', abort, { once: true });
  let cancel = (): void => undefined;
  const over = new Promise<HttpResponse>((resolve) => {
    cancel = clock.after(ms, () => {
      onOver();
      resolve(deadlineExceeded());
      late.abort(new Error('the deadline of the request has passed'));
    });
  });
  try {
    return await Promise.race([work(late.signal), over]);
  } finally {
    cancel();
    client?.removeEventListener('abort', abort);
  }
}

/** Returns the 504 of a request that took too long: a Status without its kind and without the content type of JSON. */
export function deadlineExceeded(): HttpResponse {
  const body = {
    metadata: {},
    status: 'Failure',
    message: 'Timeout: request did not complete within the allotted timeout',
    reason: 'Timeout',
    details: {},
    code: 504,
  };
  return {
    status: 504,
    headers: { 'cache-control': 'no-cache, private', 'content-type': 'text/plain; charset=utf-8' },
    body: toBytes(JSON.stringify(body)),
  };
}
