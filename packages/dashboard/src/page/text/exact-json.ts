/** Integers past 2^53 are rare: texts without sixteen digits in a row are parsed without looking at each number. */
const LONG_NUMBER = /\d{16}/;

/**
 * Parses JSON. Integers that a number cannot hold become bigints, as in the API's own types. Throws a SyntaxError, as
 * `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

/** Writes a value as JSON, bigints as integers. `undefined` is `null`. */
export function exactJsonText(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? exactJson.rawJSON(String(inner)) : inner,
  );
  return text ?? 'null';
}

/** `JSON.rawJSON` and the source of numbers are in all browsers since 2025, but not yet in TypeScript's library. */
const exactJson = JSON as JSON & { rawJSON(text: string): unknown };

function exactInteger(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}
