import { type CompletedCommand, completedWords } from './completed-commands.ts';

/** The script for PowerShell 5 and later. */
export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  const words = [...completedWords(commands)].map(([before, list]) =>
    table(
      before,
      list.map(({ word, summary }) => [word, summary]),
    ),
  );
  const flags = commands.map(({ name, flags: all, choices }) =>
    table(name, [
      ...choices.map((choice): Row => [choice, choice]),
      ...all.map((flag): Row => [flag.name, flag.description]),
    ]),
  );
  return `# Completion of kb in PowerShell. For this session: kb completion powershell | Out-String | Invoke-Expression
# For every session: add that line to the file that $PROFILE names.

Register-ArgumentCompleter -Native -CommandName kb -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $completions = @{
${[...words, ...flags].join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $command = ''
  if ($words.Count -gt 0) { $command = $words[0] }
  if ($words.Count -gt 1 -and $completions.ContainsKey("$command $($words[1])")) { $command = "$command $($words[1])" }
  if (-not $completions.ContainsKey($command)) { return }
  foreach ($one in $completions[$command].GetEnumerator()) {
    if ($one.Key -notlike "$wordToComplete*") { continue }
    [System.Management.Automation.CompletionResult]::new($one.Key, $one.Key, 'ParameterValue', $one.Value)
  }
}
`;
}

type Row = readonly [word: string, description: string];

/** The tooltip of a completion must not be empty. */
function table(name: string, rows: readonly Row[]): string {
  const lines = rows.map(([word, text]) => `      ${quoted(word)} = ${quoted(text === '' ? word : text)}`);
  return `    ${quoted(name)} = [ordered]@{\n${lines.join('\n')}\n    }`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
