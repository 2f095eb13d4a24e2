import { printError } from './cli-error.ts';
import type { CommandContext } from './command.ts';
import { commandTable } from './commands/index.ts';
import { helpOf, overview } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { createTerminal } from './terminal.ts';

/**
 * The `kb` command. `args` are the words behind `kb`. Resolves with the exit code: 0; 1 for what the command found
 * wrong, said on standard error without a stack trace; 2 for a command line that it does not understand. A bug of kb's
 * own prints its stack and gives 70.
 */
export async function main(
  args: readonly string[],
  context: Omit<CommandContext, 'words'> = { cwd: process.cwd(), env: process.env, terminal: createTerminal(process) },
): Promise<number> {
  const { terminal } = context;
  try {
    const parsed = parseCommandLine(args, commandTable);
    if (parsed.kind === 'overview') {
      terminal.print(overview(commandTable));
      return 0;
    }
    const command = await parsed.entry.load();
    if (parsed.kind === 'help') {
      terminal.print(helpOf(parsed.entry, command));
      return 0;
    }
    const takesWord = command.word === undefined ? false : command.word.several === true ? 'several' : true;
    const { values, word, more } = parsed.read(command.flags, takesWord);
    return await command.run(values, { ...context, words: args }, word, more);
  } catch (error) {
    return printError(error, terminal, { json: asksForJson(args) });
  }
}

/** Whether another program reads what the command prints: asked of the words, which may be wrong as flags. */
function asksForJson(args: readonly string[]): boolean {
  return args.some((word, index) => word === '--format=json' || (word === 'json' && args[index - 1] === '--format'));
}
