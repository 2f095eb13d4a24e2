import { parseJson, stringifyJson } from '@kb/apimachinery/codec';

const texts = new WeakMap<object, string>();

/**
 * The JSON text of a frozen object, escaped as Go escapes it. It is made once: all answers, watches and the history
 * share it.
 */
export function textOf(object: object): string {
  let text = texts.get(object);
  if (text === undefined) {
    text = writeJson(object);
    texts.set(object, text);
  }
  return text;
}

/** Remembers the text that an object was read from. */
export function rememberText(object: object, text: string): void {
  texts.set(object, text);
}

/** Reads a text that {@link textOf} gave. */
export function readText(text: string): unknown {
  // Digits that a number of JavaScript may not keep: the codec keeps them.
  return /\d{16}/.test(text) ? parseJson(text) : JSON.parse(text);
}

/** Any value as JSON, escaped as Go escapes it. */
export function writeJson(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // Only a bigint makes it throw here: the codec writes those.
    if (!(error instanceof TypeError)) throw error;
    text = stringifyJson(value);
  }
  // These can only stand in strings.
  return text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
