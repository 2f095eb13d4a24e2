import type { Disk } from '@kb/codegen';
import type { Terminal } from '../terminal/terminal.ts';

/** What the commands see of the process that they run in. */
export interface CommandContext {
  /** Where the command was called: an absolute folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** What is piped in. Default: the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** How files are written. Default: the file system. */
  readonly disk?: Disk;
  /** The arguments after `kb`, as given. */
  readonly argv: readonly string[];
}

/** One flag of a command. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  /** One letter that stands for it: `-n`. */
  readonly short?: string;
  /** Given several times: a list. */
  readonly multiple?: boolean;
  readonly required?: boolean;
  /** What stands for the value in help, such as `NAME`. */
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

/** A command's code: what its module exports as `command`. */
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

/** Lets the flags' types reach `run`. */
export function defineCommand<const F extends Flags>(command: Command<F>): Command<F> {
  return command;
}

/** A command in the table: what help prints without loading the command's code. */
export interface CommandEntry {
  /** Its name, such as `create api`. */
  readonly name: string;
  readonly summary: string;
  /** Lines of example, without the `kb` that begins them. */
  readonly examples: readonly string[];
  load(): Promise<Command>;
}
