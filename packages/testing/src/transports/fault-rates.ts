/** Faults of a request other than a watch. */
export type RequestFault =
  /** Connection refused: the server never sees the request. */
  | 'refused'
  /** The connection breaks before the server receives the request. */
  | 'lost-before'
  /** The server executes the request, and the response is lost. */
  | 'lost-after'
  /** No response, while the connection stays open: the client times out. The server may have executed the request. */
  | 'unanswered'
  /** The response is late. */
  | 'slow'
  /** The response is cut off in the middle of its JSON. */
  | 'truncated'
  /** 429 with a Retry-After header. */
  | 'too-many-requests'
  /** 500, 502, 503 or 504. */
  | 'server-error'
  /** 410, for a list at a version. */
  | 'gone';

/** Faults of a watch when it is opened. */
export type OpeningFault = 'refused' | 'lost-before' | 'too-many-requests' | 'server-error' | 'gone';

/** Faults of an open watch. */
export type StreamFault =
  /** The connection breaks, in the middle of a line if there is one. */
  | 'cut'
  /** A half-open connection: no more data, and no end. */
  | 'silent'
  /** The next bytes come in small pieces, seconds apart. */
  | 'slow-bytes'
  /** Nothing arrives for some seconds, then everything at once. */
  | 'late'
  /** A line is cut off, and the stream ends normally. */
  | 'truncated-line'
  /** An `ERROR` event: 410 Gone. */
  | 'gone-in-stream'
  /** An `ERROR` event: 500. */
  | 'error-in-stream'
  /** The last events are repeated. */
  | 'duplicated'
  /** One earlier event is repeated. */
  | 'stale';

/**
 * How likely each fault is, from 0 to 1: per request, or per stream. Absent faults never happen; the sum must
 * not exceed 1.
 */
export interface FaultRates {
  readonly requests?: Readonly<Partial<Record<RequestFault, number>>>;
  readonly openings?: Readonly<Partial<Record<OpeningFault, number>>>;
  readonly streams?: Readonly<Partial<Record<StreamFault, number>>>;
}

/** Draws a fault at random, or none. */
export function drawFault<F extends string>(
  rates: Readonly<Partial<Record<F, number>>> | undefined,
  at: number,
): F | undefined {
  let sum = 0;
  for (const [fault, rate] of Object.entries<number | undefined>(rates ?? {})) {
    sum += rate ?? 0;
    // Object.keys loses the type of the keys.
    if (at < sum) return fault as F;
  }
  return undefined;
}
