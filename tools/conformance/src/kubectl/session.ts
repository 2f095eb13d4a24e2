/** What a command did. */
export interface Said {
  readonly out: string;
  readonly err: string;
  /** Its exit code; a word where it did not end by itself. */
  readonly code: number | 'timed out';
}

/** One line of a session that does something. */
export type Action =
  /** Runs a command to its end. */
  | { readonly run: string }
  /** Starts a command that goes on, under a name. */
  | { readonly start: string; readonly name: string }
  /** Waits until a command that goes on has said something so many times. */
  | { readonly until: string; readonly times: number; readonly name: string }
  /**
   * Waits until the server has accepted this many watches of a command in the background: from then on it sees changes.
   */
  | { readonly watches: number; readonly name: string }
  /** Waits until a command that goes on has ended by itself. */
  | { readonly ends: string }
  /** Ends a command that goes on, and shows all that it said. */
  | { readonly stop: string };

/** An action, the comments above it, and its expected output; `start` and waiting actions have none. */
export interface Entry {
  readonly comments: readonly string[];
  readonly line: string;
  readonly action: Action;
  readonly said: Said;
}

/** Nothing, and all went well. */
export const silence: Said = { out: '', err: '', code: 0 };

/**
 * Reads a session: a text as one would see it in a terminal.
 *
 * - `$ command` runs in bash, in the session's folder
 * - `% start NAME: command`, `% until NAME says TEXT`, `% until NAME watches`, `% until NAME ends` and `% stop NAME`
 *   are for commands that go on; `, N times` may follow a text and `watches`
 * - below stands what was said, two spaces in: standard output as it is, standard error after `! `, the exit code as
 *   `[1]` when it is not 0
 * - `#` begins a comment; empty lines say nothing, but between lines of output
 *
 * Throws a TypeError that names a line that is not one of these.
 */
export function parseSession(text: string): Entry[] {
  const entries: { comments: string[]; line: string; action: Action; said: string[] }[] = [];
  let comments: string[] = [];
  let empty = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const last = entries.at(-1);
    if (line === '') empty += 1;
    // Empty lines are of the output when more of it follows.
    else if (line.startsWith('  ') && last !== undefined)
      last.said.push(...Array.from({ length: empty }, () => ''), line.slice(2));
    else if (line.startsWith('#')) comments.push(line);
    else {
      const action = actionOf(line);
      if (action === undefined) throw new TypeError(`line ${index + 1}: expected a command, got ${line}`);
      entries.push({ comments, line, action, said: [] });
      comments = [];
    }
    if (line !== '') empty = 0;
  }
  return entries.map(({ said, ...entry }) => ({ ...entry, said: saidIn(said) }));
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

function saidIn(lines: readonly string[]): Said {
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

/** Writes a session as {@link parseSession} reads it. A last line without an end gets one. */
export function printSession(entries: readonly Entry[]): string {
  return entries
    .map(({ comments, line, said }, index) => {
      const apart = index > 0 && comments.length > 0 ? [''] : [];
      return [...apart, ...comments, line, ...printSaid(said).map((text) => `  ${text}`.trimEnd())]
        .map((text) => `${text}\n`)
        .join('');
    })
    .join('');
}

/** What a command said, a text for each line. */
export function printSaid({ out, err, code }: Said): string[] {
  return [...linesOf(out), ...linesOf(err).map((line) => `! ${line}`), ...(code === 0 ? [] : [`[${code}]`])];
}

function linesOf(text: string): string[] {
  if (text.trimEnd() === '') return [];
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}
