import { styleText } from 'node:util';
import type { Diagnostic } from '@kb/codegen';
import { showsColours } from './shows-colours.ts';

/** The colours that kb uses. */
export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** A file that a command changed, or would change. */
export interface ChangedFile {
  readonly kind: 'create' | 'update' | 'delete';
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
}

/** What a command says, for other programs. */
export interface CollectedOutput {
  readonly changes: ChangedFile[];
  readonly diagnostics: Diagnostic[];
  /** Texts, as people read them. */
  readonly messages: string[];
}

/** The output of commands. */
export interface Terminal {
  /** Whether a person is reading, so that progress is useful. */
  readonly interactive: boolean;
  /** Whether text is printed in colour. */
  readonly colours: boolean;
  print(text: string): void;
  printError(text: string): void;
  /** The text in colour if colours are on, otherwise unchanged (pipes, NO_COLOR). */
  paint(colour: Colour, text: string): string;
  /** How many columns a line has, now; undefined if nothing limits it. */
  readonly columns?: () => number | undefined;
  /** With `--json`: what is said is put here in place of being printed. */
  readonly collected?: CollectedOutput;
}

/** A stream that text goes to. */
interface OutputStream {
  /** Only set on a terminal. */
  readonly isTTY?: boolean;
  /** Only set on a terminal. */
  readonly columns?: number;
  write(text: string): unknown;
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

/** Creates the terminal of a process. Honours `NO_COLOR` and `FORCE_COLOR`. */
export function createTerminal(process: {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  kill(pid: number, signal: 'SIGTERM'): unknown;
}): Terminal {
  const { stdout, stderr, env } = process;
  const interactive = stdout.isTTY ?? false;
  const colours = showsColours({ stdout, stderr, env });
  // The reader has closed the pipe (`kb … | head`).
  for (const stream of [stdout, stderr]) {
    stream.on?.('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error;
      process.kill(process.pid, 'SIGTERM');
    });
  }
  return {
    interactive,
    colours,
    columns: () => (interactive ? stdout.columns : undefined),
    print: (text) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    printError: (text) => void stderr.write(text.endsWith('\n') ? text : `${text}\n`),
    paint: (colour, text) => (colours ? styleText(colour, text, { validateStream: false }) : text),
  };
}

/** Returns a terminal that collects what is printed, without colours. */
export function collectingTerminal(): Terminal & { readonly collected: CollectedOutput } {
  const collected: CollectedOutput = { changes: [], diagnostics: [], messages: [] };
  const print = (text: string): void => void collected.messages.push(text.trimEnd());
  return { interactive: false, colours: false, print, printError: print, paint: (_colour, text) => text, collected };
}
