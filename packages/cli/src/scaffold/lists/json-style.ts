import { jsonText } from '../templates/workspace/json-text.ts';

/** Prints values as a JSON text is formatted: as prettier does, or an item a line. `value`: the parsed text. */
export function printerOf(text: string, value: object): (value: object) => string {
  const end = text.endsWith('\n') ? '\n' : '';
  const asScaffolded = (one: object): string => jsonText(one).trimEnd() + end;
  if (asScaffolded(value) === text) return asScaffolded;
  const indentation = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
  return (one) => JSON.stringify(one, undefined, indentation) + end;
}
