/** What can go wrong with a request that is no watch. */
export type RequestFault =
  /** Nothing listens: the server never hears of it. */
  | 'refused'
  /** The connection breaks before the server has the request. */
  | 'lost-before'
  /** The server does what is asked, and the answer is lost. */
  | 'lost-after'
  /** No answer, and no end of the connection: given up after the time for that. The server may have done it. */
  | 'unanswered'
  /** The answer comes late. */
  | 'slow'
  /** The answer breaks off in the middle of its JSON. */
  | 'truncated'
  /** 429 with a Retry-After header. */
  | 'too-many-requests'
  /** 500, 502, 503 or 504. */
  | 'server-error'
  /** 410, for a list at a version. */
  | 'gone';

/** What can go wrong with a watch when it is opened. */
export type OpeningFault = 'refused' | 'lost-before' | 'too-many-requests' | 'server-error' | 'gone';

/** What can go wrong with a watch on its way. */
export type StreamFault =
  /** The connection breaks, in the middle of a line when one comes. */
  | 'cut'
  /** Nothing comes any more, and no end either: a half-open connection. */
  | 'silent'
  /** The next bytes come in small pieces, seconds apart. */
  | 'slow-bytes'
  /** Everything stands still for some seconds, then comes at once. */
  | 'late'
  /** A line breaks off, and the stream ends as if nothing was wrong. */
  | 'truncated-line'
  /** An `ERROR` event: 410 Gone. */
  | 'gone-in-stream'
  /** An `ERROR` event: 500. */
  | 'error-in-stream'
  /** The last events come once more. */
  | 'duplicated'
  /** One event of before comes once more. */
  | 'stale';

/**
 * How likely each fault is, from 0 to 1: for requests per request, for streams per stream. What is absent never
 * happens; what is likely together with others must not add up to more than 1.
 */
export interface FaultRates {
  readonly requests?: Readonly<Partial<Record<RequestFault, number>>>;
  readonly openings?: Readonly<Partial<Record<OpeningFault, number>>>;
  readonly streams?: Readonly<Partial<Record<StreamFault, number>>>;
}

/** Draws a fault, or none. */
export function drawFault<F extends string>(
  rates: Readonly<Partial<Record<F, number>>> | undefined,
  at: number,
): F | undefined {
  let sum = 0;
  for (const [fault, rate] of Object.entries<number | undefined>(rates ?? {})) {
    sum += rate ?? 0;
    // The keys of a record of faults are faults.
    if (at < sum) return fault as F;
  }
  return undefined;
}
