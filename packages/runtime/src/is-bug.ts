import { isError, isInstance, memberOf } from '@kb/apimachinery';

/**
 * Whether what a reconciler threw is a bug of its code, which Go would call a panic: something of the language (a
 * TypeError, a ReferenceError, a RangeError), a failed assertion, or something that is no error at all. Errors of the
 * world (an answer of the API server, a connection that broke, an Error that was thrown on purpose) are none. A
 * TypeError with a cause is not the language's own: `fetch` throws them for broken connections.
 */
export function isBug(thrown: unknown): boolean {
  if (!isError(thrown)) return true;
  if (memberOf(thrown, 'code') === 'ERR_ASSERTION') return true;
  const ofLanguage = [TypeError, ReferenceError, RangeError].some((type) => isInstance(thrown, type));
  return ofLanguage && memberOf(thrown, 'cause') === undefined;
}
