import { type FieldError, WHOLE_OBJECT } from '../../field-error.ts';
import type { ValuePath } from '../../json/value-path.ts';

/** With more errors than this, no more are made: a response lists fewer. */
export const ENOUGH_ERRORS = 10_000;
/** The same for the text of errors, in characters. */
const ENOUGH_TEXT = 8 * 1024 * 1024;

/** How many errors a result has. */
interface Mark {
  readonly listed: number;
  readonly counted: number;
}

/** The result of validating a value by one schema. A class, because it is filled step by step. */
export class ValidationResult {
  readonly errors: FieldError[] = [];
  /**
   * How many checks were made. Of the branches of an anyOf or oneOf that fail, the one with the highest count is
   * reported.
   */
  matchCount = 0;
  private readonly counts: boolean;
  private counted = 0;
  private textLength = 0;
  private seen: Set<string> | undefined;

  /** `counts`: the errors are only counted. Default: false. */
  constructor(counts = false) {
    this.counts = counts;
  }

  get isValid(): boolean {
    return this.errors.length === 0 && this.counted === 0;
  }

  /** Whether errors are made: not if they are only counted, or are enough. */
  get lists(): boolean {
    return !this.counts && this.errors.length <= ENOUGH_ERRORS && this.textLength <= ENOUGH_TEXT;
  }

  /** Whether it has as many errors as are listed, so that nothing more needs to be validated. */
  get isFull(): boolean {
    return !this.counts && !this.lists;
  }

  /**
   * Adds an error, unless the result has the same one. It is made only to be listed: a value can have a million of
   * errors, and each path can be a million characters long.
   */
  add(make: () => FieldError): void {
    if (!this.lists) {
      this.count();
      return;
    }
    const error = make();
    const key = keyOf(error);
    this.seen ??= new Set();
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.textLength += key.length;
    this.errors.push(error);
  }

  /** Counts an error that is not made. */
  count(): void {
    this.counted += 1;
  }

  /** What {@link hasMoreThan} and {@link forget} need. */
  mark(): Mark {
    return { listed: this.errors.length, counted: this.counted };
  }

  /** Whether errors were added since the mark. */
  hasMoreThan({ listed, counted }: Mark): boolean {
    return this.errors.length > listed || this.counted > counted;
  }

  /** Drops the errors that were added since the mark. */
  forget({ listed, counted }: Mark): void {
    this.counted = counted;
    for (const error of this.errors.splice(listed)) {
      const key = keyOf(error);
      this.seen?.delete(key);
      this.textLength -= key.length;
    }
  }
}

const keyOf = ({ field, message }: FieldError): string => `${field}\n${message}`;

/**
 * The position of a validation: the path of the value inside the validated value, as messages name it, and the path of
 * the latter.
 */
export class ValidationPath {
  private readonly base: string;
  private readonly path: ValuePath;

  constructor(base: string, path: ValuePath) {
    this.base = base;
    this.path = path;
  }

  /** The path as messages name it: inside the validated value. */
  get name(): string {
    return this.path.toString();
  }

  /** The field of errors about the value, or about a property of it. */
  field(property?: string): string {
    const inside = (property === undefined ? this.name : `${this.name}.${property}`).replace(/^\./, '');
    if (inside === '') return this.whole;
    return this.base === '' ? inside : `${this.base}.${inside}`;
  }

  /** The field of errors of logical keywords and ranges: the validated value as a whole. */
  get whole(): string {
    return this.base === '' ? WHOLE_OBJECT : this.base;
  }
}
