/** A command that is known to say something else of the embedded server. */
export interface KnownDifference {
  /** Where it is. */
  readonly session: string;
  /** Its line. */
  readonly line: RegExp;
  /** The later part that it belongs to, or why no operator can notice. */
  readonly why: string;
}

/** All that are known. The aim is an empty list. */
export const knownDifferences: readonly KnownDifference[] = [];
