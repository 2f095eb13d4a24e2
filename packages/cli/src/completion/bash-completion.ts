import { type CompletedCommand, completedWords } from './completed-commands.ts';

/** The script for bash 3.2 and later. Its completions have no descriptions. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const following = completedWords(commands);
  const firstWords = [...following.keys()].filter((word) => word !== '');
  const words = [...following].map(
    ([before, list]) => `    '${before}') choices='${list.map(({ word }) => word).join(' ')}' ;;`,
  );
  const flags = commands.flatMap(({ name, flags: all, choices }) => {
    const names = all.flatMap((flag) => (flag.short === undefined ? [flag.name] : [flag.name, flag.short]));
    const values = all.filter(({ value }) => value !== undefined);
    const before = values.flatMap((flag) => (flag.short === undefined ? [flag.name] : [flag.name, flag.short]));
    return [
      `    '${name}')`,
      `      choices='${[...choices, ...names].join(' ')}'`,
      ...(before.length === 0 ? [] : [`      values='${before.join(' ')}'`]),
      '      ;;',
    ];
  });
  return `# Completion of kb in bash. For this shell: source <(kb completion bash)
# For every shell: kb completion bash > ~/.local/share/bash-completion/completions/kb

_kb() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command='' choices='' values=''
  ((COMP_CWORD > 1)) && command="\${COMP_WORDS[1]}"
  case "$command" in
    ${firstWords.join(' | ')}) ((COMP_CWORD > 2)) && command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
${[...words, ...flags].join('\n')}
  esac
  # The value of a flag: files are completed.
  case " $values " in *" $previous "*) return ;; esac
  COMPREPLY=($(compgen -W "$choices" -- "$current")) || true
}

complete -o default -F _kb kb
`;
}
