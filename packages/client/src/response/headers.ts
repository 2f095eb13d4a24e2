import type { HttpResponse } from '@kb/apimachinery';

/** The most retries of a request, as in client-go. */
export const MAX_RETRIES = 10;

/** The delay before a read is retried after a lost connection, in seconds. */
export const LOST_CONNECTION_RETRY_SECONDS = 1;

/**
 * Returns the seconds after which a request should be retried; undefined if it should not. Like client-go, supports
 * `Retry-After` in seconds, with 429 and every 5xx.
 */
export function retryAfterSeconds(response: Pick<HttpResponse, 'status' | 'headers'>): number | undefined {
  if (response.status !== 429 && !(response.status >= 500 && response.status < 600)) return undefined;
  return secondsOf(response.headers['retry-after']);
}

/** Returns the seconds of the header; undefined if it is absent or a date. */
export function secondsOf(header: string | readonly string[] | undefined): number | undefined {
  const text = typeof header === 'string' ? header : header?.[0];
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

const MISCELLANEOUS_PERSISTENT_WARNING = 299;

/**
 * Returns the texts of a response's `Warning` headers (RFC 7234, 5.5) with the code 299, which API servers use, and a
 * non-empty text. A header may have several; after a malformed one, the rest of the header is ignored.
 */
export function warningsOf(headers: HttpResponse['headers']): string[] {
  const header = headers['warning'];
  if (header === undefined) return [];
  return (typeof header === 'string' ? [header] : header).flatMap(parseWarnings);
}

/** One value: code, space, agent, space, quoted text, and optionally a quoted date. */
const WARNING = /\s*(\d{3}) (\S+) ("(?:[^"\\]|\\.)*")(?: "[^"]*")?\s*(?:,|$)/y;

function parseWarnings(header: string): string[] {
  const texts: string[] = [];
  WARNING.lastIndex = 0;
  for (let match = WARNING.exec(header); match !== null; match = WARNING.exec(header)) {
    const [, code, , quoted = '""'] = match;
    const text = quoted.slice(1, -1).replace(/\\(.)/g, '$1');
    if (Number(code) === MISCELLANEOUS_PERSISTENT_WARNING && text !== '') texts.push(text);
    if (WARNING.lastIndex === header.length) break;
  }
  return texts;
}
