import type { Disk } from '@kb/codegen';
import type { Terminal } from '../terminal/terminal.ts';

/** What a command can use of the process that it runs in. */
export interface CommandContext {
  /** The working folder of the call, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** The input. Default: the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** Writes files. Default: the file system. */
  readonly disk?: Disk;
  /** Milliseconds since the epoch. Default: by the clock of the machine. */
  readonly now?: () => number;
  /** The arguments after `kb`, as given. */
  readonly argv: readonly string[];
}

/** One flag of a command. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  /** A one-letter form: `-n`. */
  readonly short?: string;
  /** May be repeated; the value is then a list. */
  readonly multiple?: boolean;
  readonly required?: boolean;
  /** The placeholder for the value in help, such as `NAME`. */
  readonly value?: string;
  readonly description: string;
}

/** The flags of a command by their long names, without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** The values of flags: absent ones are undefined. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name]['type'] extends 'boolean'
    ? boolean | undefined
    : F[Name]['multiple'] extends true
      ? readonly string[] | undefined
      : F[Name]['required'] extends true
        ? string
        : string | undefined;
};

/** The code of a command, which its module exports as `command`. */
export interface Command<F extends Flags = Flags> {
  readonly flags: F;
  /**
   * The argument that the command takes, such as `NAME`. Undefined: none. `several`: any number of arguments.
   */
  readonly argument?: { readonly name: string; readonly description: string; readonly several?: boolean };
  /**
   * Runs the command. `argument` is the first argument, if one was given; `more` are the others. Resolves with the exit
   * code.
   */
  run(values: FlagValues<F>, context: CommandContext, argument?: string, more?: readonly string[]): Promise<number>;
}

/** Returns the command unchanged, and infers the types of its flags for `run`. */
export function defineCommand<const F extends Flags>(command: Command<F>): Command<F> {
  return command;
}

/** An entry of the table of commands, which help prints without loading the command's code. */
export interface CommandEntry {
  /** Its name, such as `create api`. */
  readonly name: string;
  readonly summary: string;
  /** Lines of example, without the leading `kb`. */
  readonly examples: readonly string[];
  load(): Promise<Command>;
}
