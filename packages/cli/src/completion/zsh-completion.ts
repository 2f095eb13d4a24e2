import { type CompletedCommand, type CompletedFlag, completedWords, type CompletedWord } from './completed-commands.ts';

/** The script for zsh. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const words = completedWords(commands);
  const groups = [...words].filter(([before]) => before !== '');
  return `#compdef kb
# Completion of kb in zsh. For this shell: source <(kb completion zsh)
# For every shell: kb completion zsh > "\${fpath[1]}/_kb"

_kb() {
  local command="$words[2]"
  local -a commands
  if ((CURRENT == 2)); then
${described(words.get('') ?? [], '    ')}
    return
  fi
  case "$command" in
${groups.map(([before, list]) => groupOf(before, list)).join('\n')}
  esac
  shift words
  ((CURRENT--))
  case "$command" in
${commands.map(argumentsOf).join('\n')}
  esac
}

if [ "$funcstack[1]" = '_kb' ]; then _kb "$@"; else compdef _kb kb; fi
`;
}

function described(list: readonly CompletedWord[], indent: string): string {
  const items = list.map(({ word, summary }) => `${indent}  ${quoted(summary === '' ? word : `${word}:${summary}`)}`);
  return `${indent}commands=(\n${items.join('\n')}\n${indent})\n${indent}_describe 'command' commands`;
}

function groupOf(before: string, list: readonly CompletedWord[]): string {
  return `    ${before})
      if ((CURRENT == 3)); then
${described(list, '        ')}
        return
      fi
      command="$command $words[3]"
      shift words
      ((CURRENT--))
      ;;`;
}

function argumentsOf({ name, flags, choices }: CompletedCommand): string {
  const rest = choices.length === 0 ? '*:argument:_files' : `1:argument:(${choices.join(' ')})`;
  const specifications = [...flags.flatMap(specificationsOf), rest].map((one) => `        ${quoted(one)}`);
  return `    ${quoted(name)})\n      _arguments \\\n${specifications.join(' \\\n')}\n      ;;`;
}

function specificationsOf({ name, short, value, description, multiple }: CompletedFlag): string[] {
  const text = description === '' ? '' : `[${description.replaceAll(/[\\[\]]/g, '\\$&')}]`;
  const after = value === undefined ? '' : `:${value}:_files`;
  const before = multiple ? '*' : '';
  const long = `${before}${name}${value === undefined ? '' : '='}${text}${after}`;
  return short === undefined ? [long] : [long, `${before}${short}${text}${after}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
