import { stringifyJson } from '../codec/stringify-json.ts';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Hashes a JSON value: 64 hexadecimal digits (SHA-256 of the JSON with sorted keys). Values that are equal by {@link
 * equalJson} have the same hash.
 */
export function hashJson(value: unknown): string {
  return toHex(sha256(new TextEncoder().encode(stringifyJson(value, { sortKeys: true }))));
}

/** Computes SHA-256 (FIPS 180-4) synchronously on every platform: Web Crypto is asynchronous. Not for secrets. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** Writes bytes as hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}
