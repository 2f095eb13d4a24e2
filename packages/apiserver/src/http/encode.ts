import { stringifyJson } from '@kb/apimachinery/codec';
import { textOf, writeJson } from '../objects/object-text.ts';

const encoder = new TextEncoder();

/**
 * A value as JSON, escaped as Go escapes it. The text of a frozen object is kept as long as the object is: all answers
 * and watches share it.
 */
export function toJson(value: unknown): string {
  return typeof value === 'object' && value !== null && Object.isFrozen(value) ? textOf(value) : writeJson(value);
}

/** A value as indented JSON. */
export function toPrettyJson(value: unknown): string {
  return stringifyJson(value, { indent: 2, escapeHtml: true });
}

/** A text as UTF-8. */
export function toBytes(text: string): Uint8Array {
  return encoder.encode(text);
}
