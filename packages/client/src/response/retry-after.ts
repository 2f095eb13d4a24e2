import type { HttpResponse } from '@kb/apimachinery';

/** How often a request is sent again before its failure is final: client-go's number. */
export const MAX_RETRIES = 10;

/** How long to wait before what only reads is sent again over a new connection, in seconds. */
export const LOST_CONNECTION_RETRY_SECONDS = 1;

/**
 * After how many seconds the server wants the request again; undefined when it does not: client-go heeds `Retry-After`
 * in seconds, on 429 and every 5xx.
 */
export function retryAfterSeconds(response: Pick<HttpResponse, 'status' | 'headers'>): number | undefined {
  if (response.status !== 429 && !(response.status >= 500 && response.status < 600)) return undefined;
  return secondsOf(response.headers['retry-after']);
}

/** The header's seconds; undefined when it is absent or a date. */
export function secondsOf(header: string | readonly string[] | undefined): number | undefined {
  const text = typeof header === 'string' ? header : header?.[0];
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
