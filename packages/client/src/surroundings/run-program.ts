/** Options of {@link RunProgram}. */
export interface ProgramOptions {
  /** The complete environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it may prompt the user at the terminal. */
  readonly interactive: boolean;
}

/** The result of a program. */
export interface ProgramResult {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The error output; empty if it was shown on the terminal. */
  readonly stderr: string;
}

/** Runs a program to its end, without a shell. Rejects with Node's codes (`ENOENT`…) when it cannot be started. */
export type RunProgram = (command: string, args: readonly string[], options: ProgramOptions) => Promise<ProgramResult>;
