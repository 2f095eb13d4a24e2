import type { Command, CommandEntry } from './command.ts';

/** The text of `kb` and `kb --help`. */
export function overview(table: readonly CommandEntry[]): string {
  return `kb: the operator toolkit for TypeScript

Usage: kb COMMAND [FLAG …]

${columns(table.map(({ name, summary }) => [name, summary]))}

Run kb COMMAND --help for the flags of a command.`;
}

/** The text of `kb COMMAND --help`. */
export function helpOf(entry: CommandEntry, { flags, argument }: Pick<Command, 'flags' | 'argument'>): string {
  const rows = Object.entries(flags).map(([name, flag]): [string, string] => [
    `${flag.short === undefined ? '' : `-${flag.short}, `}--${name}${flag.type === 'string' ? ` ${flag.value ?? 'TEXT'}` : ''}`,
    `${flag.description}${flag.required ? ' Required.' : ''}${flag.multiple ? ' May be given several times.' : ''}`,
  ]);
  const examples = entry.examples.map((line) => `  kb ${line}`).join('\n');
  return `kb ${entry.name}: ${entry.summary}

${argument === undefined ? '' : `kb ${entry.name} ${argument.several === true ? `${argument.name}…` : `[${argument.name}]`}: ${argument.description}\n\n`}${rows.length > 0 ? `Flags:\n${columns(rows)}\n\n` : ''}Examples:
${examples}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
