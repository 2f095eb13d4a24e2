import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of bytes (FIPS 180-4), at once and in every host: Web Crypto's is asynchronous. Not for secrets. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** Writes bytes as hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}
