/** How to run a program. */
export interface ProgramOptions {
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it may ask the person at the terminal. */
  readonly interactive: boolean;
}

/** How a program ended. */
export interface ProgramResult {
  /** Its exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** Empty when it was shown on the terminal. */
  readonly stderr: string;
}

/** Runs a program to its end, without a shell. Rejects with Node's codes (`ENOENT`…) when it cannot be started. */
export type RunProgram = (command: string, args: readonly string[], options: ProgramOptions) => Promise<ProgramResult>;
