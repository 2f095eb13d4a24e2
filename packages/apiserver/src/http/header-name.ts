import type { HttpResponse } from '@kb/apimachinery';

const known = new Map<string, string>();
/** Clients choose the names of some headers. */
const MAX_KNOWN = 500;

/**
 * Returns a header's name as Go's net/http writes it: `X-Content-Type-Options`, `Audit-Id`, `Www-Authenticate`. Those
 * of WebSockets are written as their specification names them.
 */
export function headerName(name: string): string {
  let written = known.get(name);
  if (written !== undefined) return written;
  written = name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/^Sec-Websocket-/, 'Sec-WebSocket-');
  if (known.size < MAX_KNOWN) known.set(name, written);
  return written;
}

/** Headers that net/http writes after all others, in this order. */
const last = ['Date', 'Content-Length', 'Connection', 'Transfer-Encoding'];

/** Returns headers with the names and in the order in which net/http writes them; repeated ones are lists. */
export function orderedHeaders<Value>(headers: Readonly<Record<string, Value>>): [name: string, value: Value][] {
  const named = Object.entries(headers).map(([name, value]): [string, Value] => [headerName(name), value]);
  return named.sort(([one], [other]) => last.indexOf(one) - last.indexOf(other) || (one < other ? -1 : 1));
}

/** Returns headers as lines, each with its line break, in the order of {@link orderedHeaders}. */
export function headerLines(headers: HttpResponse['headers']): string {
  return linesOf(orderedHeaders(headers));
}

/** Returns headers as lines in their own order. */
export function linesOf(headers: Iterable<readonly [name: string, value: string | readonly string[]]>): string {
  let lines = '';
  for (const [name, value] of headers)
    for (const one of typeof value === 'string' ? [value] : value) lines += `${headerName(name)}: ${one}\r\n`;
  return lines;
}
