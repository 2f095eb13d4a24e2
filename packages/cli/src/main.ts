import { printError } from './cli-error.ts';
import type { CommandContext } from './command-line/command.ts';
import { commandTable } from './commands/index.ts';
import { helpOf, overview } from './command-line/help.ts';
import { jsonFlag } from './command-line/json-flag.ts';
import { parseCommandLine } from './command-line/parse-command-line.ts';
import { collectingTerminal, createTerminal } from './terminal/terminal.ts';

/**
 * Runs the `kb` command. `args` are the arguments after `kb`. Resolves with the exit code: 0; 1 for errors that the
 * command found, printed to standard error without a stack trace; 2 for an invalid command line; 70 for a bug of kb,
 * printed with its stack.
 */
export async function main(
  args: readonly string[],
  context: Omit<CommandContext, 'argv'> = { cwd: process.cwd(), env: process.env, terminal: createTerminal(process) },
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
    const takesArgument = command.argument === undefined ? false : command.argument.several === true ? 'several' : true;
    const { values, argument, more } = parsed.read(command.flags, takesArgument);
    const output = command.flags['json'] === jsonFlag && Boolean(values['json']) ? collectingTerminal() : undefined;
    const code = await command.run(values, { ...context, terminal: output ?? terminal, argv: args }, argument, more);
    if (output !== undefined) {
      const { printCollected } = await import('./report-diagnostics.ts');
      printCollected(output.collected, terminal);
    }
    return code;
  } catch (error) {
    return printError(error, terminal, { json: asksForJson(args) });
  }
}

/** Whether the output is for another program. Inspects the raw arguments, whose flags may be invalid. */
function asksForJson(args: readonly string[]): boolean {
  return args.some(
    (word, index) =>
      word === '--json' || word === '--format=json' || (word === 'json' && args[index - 1] === '--format'),
  );
}
