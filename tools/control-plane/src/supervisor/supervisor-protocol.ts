/** A process to start. All of its output goes to `logFile`, which is overwritten. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  logFile: string;
  env: Readonly<Record<string, string>>;
}

/** One line of JSON from the parent to the supervisor. The end of the stream means: end everything. */
export interface SupervisorRequest {
  id: number;
  start: ProcessSpec;
}

/**
 * One line of JSON from the supervisor to the parent. `exited` without a `started` before it: the program could not be
 * started.
 */
export type SupervisorReport =
  | { id: number; started: { pid: number } }
  | { id: number; exited: { code: number | null; signal: string | null; error?: string } };
