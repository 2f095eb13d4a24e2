import { type FieldError, WHOLE_OBJECT } from '../field-error.ts';

/** The most errors of one answer: nobody reads more. */
export const MOST_ERRORS = 10_000;
/** The most text that they have, in characters. */
const MOST_ERROR_TEXT = 4 * 1024 * 1024;

/** The errors that an answer lists: the first 10,000, of at most 4 MiB, and then one that says so if there are more. */
export function listedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  const count = countListed(errors);
  if (count === errors.length) return errors;
  const message = `Too many errors: only the first ${count} are listed`;
  return [...errors.slice(0, count), { type: 'FieldValueTooMany', field: WHOLE_OBJECT, message }];
}

/**
 * A list of errors that is full when it has more than {@link listedErrors} lists: what collects errors then stops, so
 * that a value that is made to have millions costs bounded time and memory.
 */
export class ErrorList {
  readonly all: FieldError[] = [];
  #text = 0;

  get count(): number {
    return this.all.length;
  }

  get isFull(): boolean {
    // One error is listed, however long it is.
    return this.all.length > MOST_ERRORS || (this.#text > MOST_ERROR_TEXT && this.all.length > 1);
  }

  /** Adds an error, unless it is full. */
  add(error: FieldError): void {
    if (this.isFull) return;
    this.all.push(error);
    this.#text += error.field.length + error.message.length;
  }

  /** Adds errors until it is full. */
  addAll(errors: readonly FieldError[]): void {
    for (const error of errors) {
      if (this.isFull) return;
      this.add(error);
    }
  }
}

/**
 * The errors of each item, one item after the other, until there are more than an answer lists: for lists that a client
 * made, which may have a million items.
 */
export function errorsOfEach<T>(
  items: Iterable<T>,
  errorsOf: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const errors = new ErrorList();
  let index = 0;
  for (const item of items) {
    if (errors.isFull) break;
    errors.addAll(errorsOf(item, index));
    index += 1;
  }
  return errors.all;
}

/** At least one, however long it is. */
function countListed(errors: readonly FieldError[]): number {
  let length = 0;
  const tooLong = errors.findIndex(({ field, message }) => (length += field.length + message.length) > MOST_ERROR_TEXT);
  const most = Math.min(errors.length, MOST_ERRORS);
  return tooLong < 0 ? most : Math.min(most, Math.max(tooLong, 1));
}
