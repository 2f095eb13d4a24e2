import { stringifyJson } from '@kb/apimachinery';

const encoder = new TextEncoder();
const texts = new WeakMap<object, string>();

/** A value as JSON, escaped as Go escapes it. The text of a frozen object is kept as long as the object is: all answers and watches share it. */
export function toJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return writeJson(value);
  let text = texts.get(value);
  if (text === undefined) {
    text = writeJson(value);
    texts.set(value, text);
  }
  return text;
}

function writeJson(value: unknown): string {
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

/** A value as indented JSON. */
export function toPrettyJson(value: unknown): string {
  return stringifyJson(value, { indent: 2, escapeHtml: true });
}

/** A text as UTF-8. */
export function toBytes(text: string): Uint8Array {
  return encoder.encode(text);
}
