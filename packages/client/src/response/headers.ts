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

const MISCELLANEOUS_PERSISTENT_WARNING = 299;

/**
 * Texts of the `Warning` headers of an answer (RFC 7234, 5.5): those with the code 299, which is what API servers send,
 * and some text. A header may hold several; what is malformed in one is passed over up to its end.
 */
export function warningsOf(headers: HttpResponse['headers']): string[] {
  const header = headers['warning'];
  if (header === undefined) return [];
  return (typeof header === 'string' ? [header] : header).flatMap(parseWarnings);
}

/** One value: code, space, agent, space, quoted text, and perhaps a quoted date. */
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
