import { isError, isInstance, memberOf } from '@kb/apimachinery';

/**
 * Whether what a reconciler threw is a bug in its code, which Go would call a panic: an error of the language
 * (TypeError, ReferenceError, RangeError), a failed assertion, or a value that is not an Error. Expected errors (a
 * response of the API server, a broken connection, an Error that was thrown on purpose) are not bugs. A TypeError with
 * a cause is not the language's own: `fetch` throws them for broken connections.
 */
export function isBug(thrown: unknown): boolean {
  if (!isError(thrown)) return true;
  if (memberOf(thrown, 'code') === 'ERR_ASSERTION') return true;
  const ofLanguage = [TypeError, ReferenceError, RangeError].some((type) => isInstance(thrown, type));
  return ofLanguage && memberOf(thrown, 'cause') === undefined;
}
