import { type FieldError, WHOLE_OBJECT } from '../field-error.ts';

/** The most errors of one answer, and the most text that they have, in characters: nobody reads more. */
const MOST_ERRORS = 10_000;
const MOST_ERROR_TEXT = 4 * 1024 * 1024;

/**
 * The first errors, at least as many as {@link listedErrors} lists, and one more if there are more: what keeps time and
 * memory bounded where a value is made to have millions.
 */
export function firstErrors(errors: FieldError[]): FieldError[] {
  const count = countListed(errors);
  return count + 1 < errors.length ? errors.slice(0, count + 1) : errors;
}

/** The errors that an answer lists: the first 10,000, of at most 4 MiB, and then one that says so if there are more. */
export function listedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  const count = countListed(errors);
  if (count === errors.length) return errors;
  const message = `Too many errors: only the first ${count} are listed`;
  return [...errors.slice(0, count), { type: 'FieldValueTooMany', field: WHOLE_OBJECT, message }];
}

/** At least one, however long it is. */
function countListed(errors: readonly FieldError[]): number {
  let length = 0;
  const tooLong = errors.findIndex(({ field, message }) => (length += field.length + message.length) > MOST_ERROR_TEXT);
  const most = Math.min(errors.length, MOST_ERRORS);
  return tooLong < 0 ? most : Math.min(most, Math.max(tooLong, 1));
}
