import type { CommandEntry } from '../command-line/command.ts';

/** A flag that a shell completes. */
export interface CompletedFlag {
  /** With its dashes: `--namespace`. */
  readonly name: string;
  /** `-n`. */
  readonly short?: string;
  /** The placeholder of its value, such as `NAME`; undefined if it takes none. */
  readonly value?: string;
  readonly description: string;
  readonly multiple: boolean;
}

/** A command, and what may follow it. */
export interface CompletedCommand {
  /** `create api`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** The values of its argument, if they are known. */
  readonly choices: readonly string[];
}

/** What follows a word that is not a command alone: `api` and `webhook` follow `create`. */
export interface CompletedWord {
  readonly word: string;
  readonly summary: string;
}

/** Loads all commands with their flags. `choices`: the known values of arguments, by the names of commands. */
export async function completedCommands(
  table: readonly CommandEntry[],
  choices: Readonly<Record<string, readonly string[]>>,
): Promise<CompletedCommand[]> {
  return Promise.all(
    table.map(async (entry) => {
      const { flags } = await entry.load();
      const completed = Object.entries(flags).map(([name, flag]): CompletedFlag => ({
        name: `--${name}`,
        ...(flag.short !== undefined && { short: `-${flag.short}` }),
        ...(flag.type === 'string' && { value: flag.value ?? 'TEXT' }),
        description: flag.description,
        multiple: flag.multiple === true,
      }));
      const help: CompletedFlag = { name: '--help', short: '-h', description: 'Show the help.', multiple: false };
      return {
        name: entry.name,
        summary: entry.summary,
        flags: [...completed, help],
        choices: choices[entry.name] ?? [],
      };
    }),
  );
}

/** The words that may follow `kb`, and those that may follow the first word of commands of two words, as `create`. */
export function completedWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, readonly CompletedWord[]> {
  const following = new Map<string, CompletedWord[]>();
  const add = (before: string, word: CompletedWord): void => {
    following.set(before, [...(following.get(before) ?? []), word]);
  };
  for (const [first, group] of Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name)) {
    const only = group.find(({ name }) => name === first);
    const names = group.map(({ name }) => name).join(', ');
    const isDescribed = group.some(({ summary }) => summary !== '');
    add('', { word: first, summary: only?.summary ?? (isDescribed ? names : '') });
    for (const { name, summary } of group)
      if (name !== first) add(first, { word: name.slice(first.length + 1), summary });
  }
  return following;
}
