/** A place in a source file. */
export interface Place {
  /** Relative to the project's folder if it is inside, with `/`; otherwise absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; undefined if only the line is known. */
  readonly column?: number | undefined;
}
