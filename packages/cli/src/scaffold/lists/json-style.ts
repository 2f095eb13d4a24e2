import { jsonText } from '../templates/workspace/json-text.ts';

const MARK = '\uFEFF';

/** Reads a JSON text, which an editor may have begun with a byte order mark. Throws as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.startsWith(MARK) ? text.slice(MARK.length) : text);
  return value;
}

/**
 * Prints values as a JSON text is formatted: as prettier does, or an item a line, with its line breaks and its byte
 * order mark. `value`: the parsed text.
 */
export function printerOf(text: string, value: object): (value: object) => string {
  const mark = text.startsWith(MARK) ? MARK : '';
  const hasCrlf = text.includes('\r\n');
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n');
  const print = plainPrinterOf(plain, value);
  return (one) => mark + (hasCrlf ? print(one).replaceAll('\n', '\r\n') : print(one));
}

function plainPrinterOf(text: string, value: object): (value: object) => string {
  const end = text.endsWith('\n') ? '\n' : '';
  const asScaffolded = (one: object): string => jsonText(one).trimEnd() + end;
  if (asScaffolded(value) === text) return asScaffolded;
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  return (one) => JSON.stringify(one, undefined, indentation) + end;
}
