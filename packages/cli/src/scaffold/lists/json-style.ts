import { inFormOf, plainText, withoutMark } from '@kb/codegen';
import { jsonText } from '../templates/workspace/json-text.ts';

/** Reads a JSON text, which an editor may have begun with a byte order mark. Throws as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(withoutMark(text));
  return value;
}

/**
 * Prints values as a JSON text is formatted: as prettier does, or an item a line, with its line breaks and its byte
 * order mark. `value`: the parsed text.
 */
export function printerOf(text: string, value: object): (value: object) => string {
  const print = plainPrinterOf(plainText(text), value);
  return (one) => inFormOf(text, print(one));
}

function plainPrinterOf(text: string, value: object): (value: object) => string {
  const end = text.endsWith('\n') ? '\n' : '';
  const asScaffolded = (one: object): string => jsonText(one).trimEnd() + end;
  if (asScaffolded(value) === text) return asScaffolded;
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  return (one) => JSON.stringify(one, undefined, indentation) + end;
}
