import { CliError } from '../cli-error.ts';
import { type Command, type CommandEntry, defineCommand } from '../command-line/command.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { type CompletedCommand, completedCommands } from '../completion/completed-commands.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { powershellCompletion } from '../completion/powershell-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';

const shells: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** `kb completion`, for the commands of a table. */
export function completionCommand(table: readonly CommandEntry[]): Command {
  return defineCommand({
    flags: {
      descriptions: {
        type: 'boolean',
        description: 'Say what commands and flags do, where the shell shows it; --no-descriptions leaves it out.',
      },
    },
    argument: { name: 'SHELL', description: `the shell: ${Object.keys(shells).join(', ')}.` },
    async run({ descriptions = true }, { terminal }, shell) {
      const script = shell === undefined || !Object.hasOwn(shells, shell) ? undefined : shells[shell];
      if (script === undefined) {
        const hint = `Expected one of ${Object.keys(shells).join(', ')}: kb completion bash.`;
        const message = shell === undefined ? 'the shell is missing' : `there is no completion for "${shell}"`;
        throw new CliError('KB_WRONG_FLAGS', message, { hint, exitCode: 2 });
      }
      const commands = await completedCommands(table, { completion: Object.keys(shells) });
      terminal.print(script(descriptions ? commands : commands.map(undescribed)).trimEnd());
      return 0;
    },
  });
}

function undescribed(command: CompletedCommand): CompletedCommand {
  return { ...command, summary: '', flags: command.flags.map((flag) => ({ ...flag, description: '' })) };
}
