import type { HttpResponse } from '@kb/apimachinery';

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
