import type { RawMarker } from './raw-model.ts';

/** A string in a marker: in quotes, in backticks, or bare if possible. */
export function stringArgument(text: string, { pick, flag }: RawMarker): string {
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(text) && flag && !/^(?:true|false)$/.test(text)) return text;
  return pick % 2 === 0 && !text.includes('`') ? `\`${text}\`` : JSON.stringify(text);
}

/** Strings, in either form of a list. */
export function listArgument(texts: readonly string[], raw: RawMarker): string {
  const written = texts.map((text, index) => stringArgument(text, { ...raw, pick: raw.pick + index }));
  return raw.pick % 3 === 0 ? `{${written.join(', ')}}` : written.join(';');
}

/** A whole number, in one of the forms of a number. */
export function numberArgument(value: number, { pick }: RawMarker): string {
  if (pick % 7 === 0) return `${value}.0`;
  return pick % 11 === 0 && value !== 0 ? `${value}e1` : `${value}`;
}
