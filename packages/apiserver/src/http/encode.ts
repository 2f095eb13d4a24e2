import { stringifyJson } from '@kb/apimachinery/codec';
import { textOf, writeJson } from '../objects/object-text.ts';

const encoder = new TextEncoder();

/**
 * Encodes a value as JSON, escaped as in Go. The text of a frozen object is cached as long as the object exists, and
 * shared by all responses and watches.
 */
export function toJson(value: unknown): string {
  return typeof value === 'object' && value !== null && Object.isFrozen(value) ? textOf(value) : writeJson(value);
}

/** Encodes a value as indented JSON. */
export function toPrettyJson(value: unknown): string {
  return stringifyJson(value, { indent: 2, escapeHtml: true });
}

/** Encodes a text as UTF-8. */
export function toBytes(text: string): Uint8Array {
  return encoder.encode(text);
}
