import { badRequest, type Clock, type HttpResponse, parseDuration } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import { toBytes } from '../http/encode.ts';

/** How long any request may take, whatever it asks for: kube-apiserver's `--request-timeout`. */
const LONGEST_MS = 60_000;
/** A deadline of no more than this has passed by the time that it is checked. */
const SHORTEST_MS = 0.1;

/**
 * Reads how long a request may take (milliseconds) from its `timeout`. Throws the StatusError of a timeout that is not
 * a duration.
 */
export function readDeadline(query: URLSearchParams): number {
  const text = query.get('timeout');
  if (text === null || text === '') return LONGEST_MS;
  const timeout = parseDuration(text);
  if (timeout === undefined)
    refuse(badRequest(`invalid timeout specified in the request URL - time: ${whyNoDuration(text)}`));
  return timeout > 0 ? Math.min(timeout, LONGEST_MS) : LONGEST_MS;
}

/** The units of Go's durations. */
const unitNames = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']);
/** Nanoseconds are numbers of 64 bits: no more digits than this. */
const MOST_DIGITS = 19;

/** What Go says about a text that is not a duration: the first of its parts that is wrong. */
function whyNoDuration(text: string): string {
  const rest = text.replace(/^[+-]/, '');
  const part = /(\d*)\.?(\d*)([^\d.]*)/y;
  while (part.lastIndex < rest.length) {
    const [, whole = '', fraction = '', unit = ''] = part.exec(rest) ?? [];
    if ((whole === '' && fraction === '') || whole.replace(/^0+/, '').length > MOST_DIGITS) break;
    if (unit === '') return `missing unit in duration ${quoteString(text)}`;
    if (!unitNames.has(unit)) return `unknown unit ${quoteString(unit)} in duration ${quoteString(text)}`;
  }
  return `invalid duration ${quoteString(text)}`;
}

/** Whether a deadline has passed before anything is done. */
export function isOver(deadlineMs: number): boolean {
  return deadlineMs <= SHORTEST_MS;
}

/**
 * Returns what `work` returns, or 504 when that takes longer than `ms`. The signal that `work` gets is aborted then,
 * and when the client goes away.
 */
export async function withDeadline(
  clock: Clock,
  ms: number,
  client: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const late = new AbortController();
  const abort = (): void => late.abort(client?.reason);
  client?.addEventListener('abort', abort, { once: true });
  let cancel = (): void => undefined;
  const over = new Promise<HttpResponse>((resolve) => {
    cancel = clock.after(ms, () => {
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

/** 504 of a request that took too long: a Status that says neither its kind nor that it is JSON. */
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
