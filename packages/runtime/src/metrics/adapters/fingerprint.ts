import { createHash } from 'node:crypto';

/** What stands for a secret where it need not be known itself. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
