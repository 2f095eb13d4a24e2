/** A command whose output on the embedded server is known to differ. */
export interface KnownDifference {
  /** The name of its session. */
  readonly session: string;
  /** The command's line in the session. */
  readonly line: RegExp;
  /** When the difference will be removed, or why it does not matter to operators. */
  readonly why: string;
}

/** The known differences. The aim is an empty list. */
export const knownDifferences: readonly KnownDifference[] = [];
