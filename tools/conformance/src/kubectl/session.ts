/** The result of a command. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  /** Its exit code; `timed out` if it was killed after the time limit. */
  readonly code: number | 'timed out';
}

/** What one line of a session does. */
export type Action =
  /** Runs a command and waits for its end. */
  | { readonly run: string }
  /** Starts a named command in the background. */
  | { readonly start: string; readonly name: string }
  /** Waits until the output of a command in the background contains a text this many times. */
  | { readonly until: string; readonly times: number; readonly name: string }
  /**
   * Waits until the server has accepted this many watches of a command in the background: from then on it sees changes.
   */
  | { readonly watches: number; readonly name: string }
  /** Waits until a command in the background has ended by itself. */
  | { readonly ends: string }
  /** Stops a command in the background, and shows all of its output. */
  | { readonly stop: string };

/** An action, the comments above it, and its expected output; `start` and waiting actions have none. */
export interface Entry {
  readonly comments: readonly string[];
  readonly line: string;
  readonly action: Action;
  readonly result: CommandResult;
}

/** The result of a command without output that succeeds. */
export const silence: CommandResult = { out: '', err: '', code: 0 };

/**
 * Parses a session, which looks like the output of a terminal.
 *
 * - `$ command` runs in bash, in the session's folder.
 *
 * - `% start NAME: command`, `% until NAME says TEXT`, `% until NAME watches`, `% until NAME ends` and `% stop NAME`
 * are for commands in the background; `, N times` may follow TEXT and `watches`.
 *
 * - Lines below, indented by two spaces, are the result: standard output as it is, standard error after `! `, and the
 * exit code as `[1]` if it is not 0.
 *
 * - `#` begins a comment. Empty lines are ignored, except between lines of output.
 *
 * Throws a TypeError that gives the number of a line in any other form.
 */
export function parseSession(text: string): Entry[] {
  const entries: { comments: string[]; line: string; action: Action; result: string[] }[] = [];
  let comments: string[] = [];
  let empty = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const last = entries.at(-1);
    if (line === '') empty += 1;
    // Empty lines belong to the output if more of it follows.
    else if (line.startsWith('  ') && last !== undefined)
      last.result.push(...Array.from({ length: empty }, () => ''), line.slice(2));
    else if (line.startsWith('#')) comments.push(line);
    else {
      const action = actionOf(line);
      if (action === undefined) throw new TypeError(`line ${index + 1}: expected a command, got ${line}`);
      entries.push({ comments, line, action, result: [] });
      comments = [];
    }
    if (line !== '') empty = 0;
  }
  return entries.map(({ result, ...entry }) => ({ ...entry, result: resultIn(result) }));
}

function actionOf(line: string): Action | undefined {
  if (line.startsWith('$ ')) return { run: line.slice(2) };
  const start = /^% start (\S+): (.+)$/.exec(line);
  if (start?.[1] !== undefined && start[2] !== undefined) return { name: start[1], start: start[2] };
  const [, waiting, text, watches, times = '1'] =
    /^% until (\S+) (?:says (.+?)|(watches)|ends)(?:, (\d+) times)?$/.exec(line) ?? [];
  if (waiting !== undefined) {
    if (text !== undefined) return { name: waiting, until: text, times: Number(times) };
    return watches === undefined ? { ends: waiting } : { name: waiting, watches: Number(times) };
  }
  const stop = /^% stop (\S+)$/.exec(line);
  return stop?.[1] === undefined ? undefined : { stop: stop[1] };
}

function resultIn(lines: readonly string[]): CommandResult {
  const exit = /^\[(\d+|timed out)\]$/.exec(lines.at(-1) ?? '')?.[1];
  const texts = exit === undefined ? lines : lines.slice(0, -1);
  return {
    out: joined(texts.filter((line) => !isError(line))),
    err: joined(texts.filter(isError).map((line) => line.slice(2))),
    code: exit === 'timed out' ? exit : Number(exit ?? 0),
  };
}

const isError = (line: string): boolean => line === '!' || line.startsWith('! ');

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Prints a session in the form that {@link parseSession} reads. Adds a line break to a last line without one. */
export function printSession(entries: readonly Entry[]): string {
  return entries
    .map(({ comments, line, result }, index) => {
      const apart = index > 0 && comments.length > 0 ? [''] : [];
      return [...apart, ...comments, line, ...printResult(result).map((text) => `  ${text}`.trimEnd())]
        .map((text) => `${text}\n`)
        .join('');
    })
    .join('');
}

/** Returns the lines of a command's result. */
export function printResult({ out, err, code }: CommandResult): string[] {
  return [...linesOf(out), ...linesOf(err).map((line) => `! ${line}`), ...(code === 0 ? [] : [`[${code}]`])];
}

function linesOf(text: string): string[] {
  if (text.trimEnd() === '') return [];
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}
