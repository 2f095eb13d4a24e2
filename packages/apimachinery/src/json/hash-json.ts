import { stringifyJson } from '../codec/stringify-json.ts';
import { sha256, toHex } from './sha256.ts';

/**
 * A hash of a JSON value: 64 hexadecimal digits (SHA-256 of the JSON with sorted keys). Values that are equal by {@link
 * equalJson} have the same.
 */
export function hashJson(value: unknown): string {
  return toHex(sha256(new TextEncoder().encode(stringifyJson(value, { sortKeys: true }))));
}
