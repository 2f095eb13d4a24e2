import { createHash } from 'node:crypto';

/** A short text that stands for another one, where that is a secret or long: texts that differ have others. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
