import { type CompletedCommand, type CompletedFlag, completedWords } from './completed-commands.ts';

/** The script for fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const words = [...completedWords(commands)].flatMap(([before, list]) =>
    list.map(({ word, summary }) => line(`__kb_ends ${before}`.trim(), `-f -a ${word}`, summary)),
  );
  const flags = commands.flatMap(({ name, flags: all, choices }) => [
    ...choices.map((choice) => line(`__kb_ends ${name}`, `-f -a ${choice}`, '')),
    ...all.map((flag) => line(`__kb_is ${name}`, optionOf(flag), flag.description)),
  ]);
  return `# Completion of kb in fish. For this shell: kb completion fish | source
# For every shell: kb completion fish > ~/.config/fish/completions/kb.fish

# Whether exactly these words follow kb so far.
function __kb_ends
    set -l given (commandline -opc)
    set -e given[1]
    test "$given" = "$argv"
end

# Whether the words after kb begin with these.
function __kb_is
    set -l given (commandline -opc)
    set -e given[1]
    string match -q -- "$argv *" "$given "
end

${[...words, ...flags].join('\n')}
`;
}

function optionOf({ name, short, value }: CompletedFlag): string {
  const letter = short === undefined ? '' : `-s ${short.slice(1)} `;
  return `${letter}-l ${name.slice(2)}${value === undefined ? '' : ' -r'}`;
}

function line(condition: string, what: string, description: string): string {
  return `complete -c kb -n '${condition}' ${what}${description === '' ? '' : ` -d ${quoted(description)}`}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
