import { createHash } from 'node:crypto';

/** Makes a short text that stands for a secret or long one: different texts have different fingerprints. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
