import { type FieldError, WHOLE_OBJECT } from '../../field-error.ts';
import type { ValuePath } from '../../json/value-path.ts';

/** With this much text, in characters, a result takes no more errors: each may name a long enum or a long value. */
const ENOUGH_TEXT = 8 * 1024 * 1024;

/** The result of validating a value by one schema. A class, because it is filled step by step. */
export class ValidationResult {
  readonly errors: FieldError[] = [];
  /**
   * How many checks were made. Of the branches of an anyOf or oneOf that fail, the one with the highest count is
   * reported.
   */
  matchCount = 0;
  private seen: Set<string> | undefined;
  private textLength = 0;

  /** Adds an error, unless the result has the same one, or more of them than an answer lists. */
  add(error: FieldError): void {
    if (this.textLength > ENOUGH_TEXT) return;
    const key = `${error.field}\n${error.message}`;
    this.seen ??= new Set();
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.textLength += key.length;
    this.errors.push(error);
  }

  /** Adds the errors and counts of another result. */
  merge(other: ValidationResult): void {
    for (const error of other.errors) this.add(error);
    this.matchCount += other.matchCount;
  }

  /** Drops all errors after the first `count`. */
  forget(count: number): void {
    for (const error of this.errors.splice(count)) {
      const key = `${error.field}\n${error.message}`;
      this.seen?.delete(key);
      this.textLength -= key.length;
    }
  }
}

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
