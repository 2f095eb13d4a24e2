import { parseArgs } from 'node:util';
import { nearestName } from '@kb/codegen/nearest-name';
import { CliError } from '../cli-error.ts';
import type { CommandEntry, Flags, FlagValues } from './command.ts';
import { foreignFlag, kubebuilderFlags } from './kubebuilder/kubebuilder-flags.ts';

/** The parsed arguments after `kb`. */
export type ParsedCommandLine =
  | { readonly kind: 'overview' }
  | { readonly kind: 'help'; readonly entry: CommandEntry }
  | {
      readonly kind: 'run';
      readonly entry: CommandEntry;
      /**
       * Parses the rest as flags of this command, and as its argument or arguments if it takes any. Throws a CliError
       * for anything else.
       */
      read(flags: Flags, takesArgument?: boolean | 'several'): ParsedArguments;
    };

/** The flags and arguments of a command. */
export interface ParsedArguments {
  readonly values: FlagValues<Flags>;
  readonly argument: string | undefined;
  /** The arguments after that one. */
  readonly more: readonly string[];
}

/** Finds the command that the arguments name (the longest match), and keeps the rest for its flags. */
export function parseCommandLine(args: readonly string[], table: readonly CommandEntry[]): ParsedCommandLine {
  const argv = args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];
  if (argv.length === 0 || argv[0]?.startsWith('-')) {
    if (argv[0] === '--version' || argv[0] === '-v') return parseCommandLine(['version'], table);
    if (argv.length === 0 || argv[0] === '--help' || argv[0] === '-h') return { kind: 'overview' };
  }
  const entry = table
    .filter(({ name }) => name.split(' ').every((argument, index) => argv[index] === argument))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  if (!entry) throw unknownCommand(argv, table);
  const rest = argv.slice(entry.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', entry };
  return {
    kind: 'run',
    entry,
    read: (flags, takesArgument = false) => parseArguments(entry, flags, takesArgument, rest),
  };
}

/** `--name=false`, as other tools write `--no-name`, and `--name=true`, as the flag itself. */
function withoutBooleanValue(argument: string, flags: Flags): string {
  const [, name = '', value] = /^--([^=]+)=(true|false)$/.exec(argument) ?? [];
  if (value === undefined || flags[name]?.type !== 'boolean') return argument;
  return value === 'true' ? `--${name}` : `--no-${name}`;
}

function unknownCommand(argv: readonly string[], table: readonly CommandEntry[]): CliError {
  const asked = argv.filter((argument) => !argument.startsWith('-')).join(' ');
  const near = nearestName(
    asked,
    table.map(({ name }) => name),
  );
  return new CliError('KB_UNKNOWN_COMMAND', `there is no command "${asked || argv.join(' ')}"`, {
    hint: hintFor(asked, near, table),
    exitCode: 2,
  });
}

function hintFor(asked: string, near: string | undefined, table: readonly CommandEntry[]): string {
  const longer = table.flatMap(({ name }) => (name.startsWith(`${asked} `) ? [`"kb ${name} --help"`] : []));
  if (longer.length > 0) return `Run ${longer.join(' or ')}.`;
  return near === undefined ? 'Run "kb --help" for the commands.' : `Did you mean "kb ${near}"?`;
}

/** The flags of kubebuilder's command beside those of kb's: without effect, or refused unless they are false. */
function withForeignFlags(command: string, flags: Flags): Flags {
  const foreign = kubebuilderFlags.filter((one) => one.command === command && one.treatment !== 'same');
  return {
    ...Object.fromEntries(foreign.map(({ flag, type, note }) => [flag, { type, description: note }])),
    ...flags,
  };
}

/** Whether an argument sets a flag to false. */
function isFalse(argument: string): boolean {
  return argument.startsWith('--no-') || argument.endsWith('=false');
}

function parseArguments(
  entry: CommandEntry,
  ownFlags: Flags,
  takesArgument: boolean | 'several',
  argv: readonly string[],
): ParsedArguments {
  const flags = withForeignFlags(entry.name, ownFlags);
  const names = Object.keys(flags);
  const wrong = (message: string, hint = `Run "kb ${entry.name} --help".`): CliError =>
    new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
  for (const [index, argument] of argv.entries()) {
    if (argument === '--') break;
    const short = /^-([^-])/.exec(argument)?.[1];
    const shortFlag = names.find((flag) => short !== undefined && flags[flag]?.short === short);
    if (short !== undefined && shortFlag === undefined) throw wrong(`"kb ${entry.name}" has no flag ${argument}`);
    const name = shortFlag ?? /^--([^=]+)/.exec(argument)?.[1];
    if (name === undefined) continue;
    const flag = flags[name] ?? (name.startsWith('no-') ? flags[name.slice(3)] : undefined);
    const foreign =
      flag === undefined || Object.values(ownFlags).includes(flag)
        ? undefined
        : foreignFlag(entry.name, name.replace(/^no-/, ''));
    if (foreign?.treatment === 'refused' && !(foreign.type === 'boolean' && isFalse(argument)))
      throw wrong(`kubebuilder's --${foreign.flag} is not a flag of "kb ${entry.name}"`, foreign.note);
    if (!flag) {
      const near = nearestName(name, Object.keys(ownFlags));
      throw wrong(`"kb ${entry.name}" has no flag --${name}`, near ? `Did you mean --${near}?` : undefined);
    }
    // A value that looks like a flag nearly always means that the value was forgotten.
    const next = argv[index + 1] ?? '--';
    const isAlone = shortFlag === undefined ? !argument.includes('=') : argument.length === 2;
    if (flag.type === 'string' && isAlone && /^-./.test(next)) {
      const needs = `--${name} needs a value${flag.value ? `: --${name} ${flag.value}` : ''}`;
      throw next.startsWith('--')
        ? wrong(needs)
        : wrong(needs, `A value that begins with "-" is written --${name}=${next}.`);
    }
  }
  let parsed;
  try {
    parsed = parseArgs({
      args: argv.map((argument) => withoutBooleanValue(argument, flags)),
      allowNegative: true,
      allowPositionals: true,
      options: Object.fromEntries(
        names.map((name) => {
          const { type = 'string', multiple = false, short } = flags[name] ?? {};
          return [name, { type, multiple, ...(short !== undefined && { short }) }];
        }),
      ),
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  const [argument, ...more] = parsed.positionals;
  const extra = takesArgument === false ? argument : takesArgument === true ? more[0] : undefined;
  if (extra !== undefined) throw wrong(`"kb ${entry.name}" takes no "${extra}"`);
  const missing = names.filter((name) => flags[name]?.required && parsed.values[name] === undefined);
  if (missing.length > 0) throw wrong(`missing ${missing.map((name) => `--${name}`).join(', ')}`);
  const values: Record<string, string | boolean | readonly string[] | undefined> = {};
  for (const name of Object.keys(ownFlags)) {
    const value = parsed.values[name];
    values[name] = Array.isArray(value) ? value.map(String) : value;
  }
  return { values: values as FlagValues<Flags>, argument, more };
}
