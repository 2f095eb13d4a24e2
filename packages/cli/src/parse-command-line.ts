import { parseArgs } from 'node:util';
import { CliError } from './cli-error.ts';
import { closest } from './closest.ts';
import type { CommandEntry, Flags, FlagValues } from './command.ts';

/** What the words behind `kb` ask for. */
export type ParsedCommandLine =
  | { readonly kind: 'overview' }
  | { readonly kind: 'help'; readonly entry: CommandEntry }
  | {
      readonly kind: 'run';
      readonly entry: CommandEntry;
      /**
       * Reads the rest of the words as this command's flags, and a word, or several, where it takes them. Throws a
       * CliError for what they do not allow.
       */
      read(flags: Flags, takesWord?: boolean | 'several'): ReadWords;
    };

/** What stands behind a command. */
export interface ReadWords {
  readonly values: FlagValues<Flags>;
  readonly word: string | undefined;
  /** The words behind that one. */
  readonly more: readonly string[];
}

/** Finds the command that the words name (the longest name wins) and keeps the rest for its flags. */
export function parseCommandLine(args: readonly string[], table: readonly CommandEntry[]): ParsedCommandLine {
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : [...args];
  if (words.length === 0 || words[0]?.startsWith('-')) {
    if (words[0] === '--version' || words[0] === '-v') return parseCommandLine(['version'], table);
    if (words.length === 0 || words[0] === '--help' || words[0] === '-h') return { kind: 'overview' };
  }
  const entry = table
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  if (!entry) throw unknownCommand(words, table);
  const rest = words.slice(entry.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', entry };
  return { kind: 'run', entry, read: (flags, takesWord = false) => readWords(entry, flags, takesWord, rest) };
}

function unknownCommand(words: readonly string[], table: readonly CommandEntry[]): CliError {
  const asked = words.filter((word) => !word.startsWith('-')).join(' ');
  const near = closest(
    asked,
    table.map(({ name }) => name),
  );
  return new CliError('KB_UNKNOWN_COMMAND', `there is no command "${asked || words.join(' ')}"`, {
    hint: near ? `Did you mean "kb ${near}"?` : 'Run "kb --help" for the commands.',
    exitCode: 2,
  });
}

function readWords(
  entry: CommandEntry,
  flags: Flags,
  takesWord: boolean | 'several',
  words: readonly string[],
): ReadWords {
  const names = Object.keys(flags);
  const wrong = (message: string, hint = `Run "kb ${entry.name} --help".`): CliError =>
    new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
  for (const [index, word] of words.entries()) {
    if (word === '--') break;
    const short = /^-([^-])/.exec(word)?.[1];
    const shortFlag = names.find((flag) => short !== undefined && flags[flag]?.short === short);
    if (short !== undefined && shortFlag === undefined) throw wrong(`"kb ${entry.name}" has no flag ${word}`);
    const name = shortFlag ?? /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined) continue;
    const flag = flags[name] ?? (name.startsWith('no-') ? flags[name.slice(3)] : undefined);
    if (!flag) {
      const near = closest(name, names);
      throw wrong(`"kb ${entry.name}" has no flag --${name}`, near ? `Did you mean --${near}?` : undefined);
    }
    // A value that looks like a flag is nearly always a forgotten value.
    const next = words[index + 1] ?? '--';
    const isAlone = shortFlag === undefined ? !word.includes('=') : word.length === 2;
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
      args: [...words],
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
  const [word, ...more] = parsed.positionals;
  const extra = takesWord === false ? word : takesWord === true ? more[0] : undefined;
  if (extra !== undefined) throw wrong(`"kb ${entry.name}" takes no "${extra}"`);
  const missing = names.filter((name) => flags[name]?.required && parsed.values[name] === undefined);
  if (missing.length > 0) throw wrong(`missing ${missing.map((name) => `--${name}`).join(', ')}`);
  const values: Record<string, string | boolean | readonly string[] | undefined> = {};
  for (const name of names) {
    const value = parsed.values[name];
    values[name] = Array.isArray(value) ? value.map(String) : value;
  }
  return { values: values as FlagValues<Flags>, word, more };
}
