import { isMethodNotSupported, isNotFound } from '@kb/apimachinery';
import type { KindRef, UnreadObjects } from '../../protocol/index.ts';
import { failureOf } from './failure-of.ts';

/** What a refused read was about. */
export interface RefusedRead {
  readonly verb: UnreadObjects['verb'];
  readonly kind: Pick<KindRef, 'group' | 'resource'>;
  readonly namespace?: string | undefined;
}

/** Returns what the page says of a read that failed; undefined if that shows that there is nothing to read. */
export function unreadObjects(
  { verb, kind: { group, resource }, namespace }: RefusedRead,
  error: unknown,
): UnreadObjects | undefined {
  if (isNotFound(error) || isMethodNotSupported(error)) return undefined;
  return { verb, group, resource, ...(namespace !== undefined && { namespace }), failure: failureOf(error) };
}
