import { parseJson, stringifyJson } from '@kb/apimachinery/codec';

const texts = new WeakMap<object, string>();

/**
 * Returns the JSON text of a frozen object, escaped as in Go. Cached: all responses, watches and the history share it.
 */
export function textOf(object: object): string {
  let text = texts.get(object);
  if (text === undefined) {
    text = writeJson(object);
    texts.set(object, text);
  }
  return text;
}

/** Caches the text that an object was decoded from. */
export function rememberText(object: object, text: string): void {
  texts.set(object, text);
}

/** Decodes a text of {@link textOf}. */
export function readText(text: string): unknown {
  // Numbers may have digits that a double would lose; the codec keeps them.
  return /\d{16}/.test(text) ? parseJson(text) : JSON.parse(text);
}

/** Encodes any value as JSON, escaped as in Go. */
export function writeJson(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // Only a bigint makes this throw; the codec can write those.
    if (!(error instanceof TypeError)) throw error;
    text = stringifyJson(value);
  }
  // These characters only occur in strings.
  return text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
