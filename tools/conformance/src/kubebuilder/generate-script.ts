/** A project of kubebuilder's `generate.sh`, with the commands that make it, as arguments of kubebuilder. */
export interface ScriptedProject {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** A condition of the script on the name of the project. */
type Condition = (project: string) => boolean;

/**
 * Reads the projects and their commands from kubebuilder's `test/testdata/generate.sh`. It understands what that script
 * uses: lines that begin with `$kb`, `if` on the project's name, and the calls at the end. Throws for another `if`.
 */
export function readGenerateScript(script: string): ScriptedProject[] {
  const lines = script.split('\n').map((line) => line.trim());
  return lines.flatMap((line): ScriptedProject[] => {
    const call = /^scaffold_test_project (\S+) (.*)$/.exec(line);
    if (!call) return [];
    const [, name = '', flags = ''] = call;
    return [{ name, commands: commandsOf(lines, name, flags) }];
  });
}

function commandsOf(lines: readonly string[], project: string, flags: string): string[][] {
  const commands: string[][] = [];
  const conditions: Condition[] = [];
  for (const line of lines) {
    if (line.startsWith('if ')) conditions.push(conditionOf(line));
    else if (line === 'fi') conditions.pop();
    else if (line.startsWith('$kb ') && conditions.every((holds) => holds(project)))
      commands.push(wordsOf(line.slice('$kb '.length).replace('$init_flags', () => flags)));
  }
  return commands;
}

function conditionOf(line: string): Condition {
  const alternatives = line
    .replace(/^if /, '')
    .replace(/; ?then$/, '')
    .replace(/ ;$/, '')
    .split('||');
  const tests = alternatives.map((text): Condition => {
    const [, operator, word] = /^\s*\[+ \$project (==|=~) "?([^\s"]+)"? \]+\s*$/.exec(text) ?? [];
    if (word === undefined) throw new Error(`generate.sh has a condition that cannot be read: ${line}`);
    return operator === '==' ? (project) => project === word : (project) => project.includes(word);
  });
  return (project) => tests.some((holds) => holds(project));
}

/** Splits a command as a shell does, with double quotes. */
function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ''));
}
