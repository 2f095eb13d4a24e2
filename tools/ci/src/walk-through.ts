/**
 * A step of a page that a reader follows. `run`: a command; where it has to fail, `failsWith` is text of what it says.
 * `write`: a file of the project. `replace`: lines of a file, put back after the next command.
 */
export type Step =
  | { readonly kind: 'run'; readonly words: readonly string[]; readonly failsWith?: string }
  | { readonly kind: 'write'; readonly file: string; readonly content: string }
  | { readonly kind: 'replace'; readonly file: string; readonly from: string; readonly to: string };

/**
 * The steps of a page in Markdown, in their order, from its code blocks. The words after their fences say what they
 * are: `sh`, commands, a line each; `sh fails`, one that fails with the text of the next block, `text`; a language and
 * a file, what is in this file; `diff` and a file, lines of it to try. Throws for any other block, so that none is left
 * out by mistake.
 */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  const blocks = [...markdown.matchAll(/^```(.*)\n([^]*?)^```$/gm)];
  for (const [index, [, info = '', body = '']] of blocks.entries()) {
    const [language = '', file] = info.split(' ');
    const commands = body.trim().split('\n');
    if (info === 'sh') steps.push(...commands.map((line): Step => ({ kind: 'run', words: line.split(' ') })));
    else if (info === 'sh fails') {
      const [, next = '', says = ''] = blocks[index + 1] ?? [];
      if (next !== 'text' || commands.length > 1) throw new Error(`what does ${body.trim()} say when it fails?`);
      steps.push({ kind: 'run', words: body.trim().split(' '), failsWith: says.trim() });
    } else if (info === 'text' && blocks[index - 1]?.[1] === 'sh fails') continue;
    else if (file === undefined) throw new Error(`a block "${info}" is not a step:\n${body}`);
    else if (language === 'diff')
      steps.push({ kind: 'replace', file, from: linesOf(body, '-'), to: linesOf(body, '+') });
    else steps.push({ kind: 'write', file, content: body });
  }
  return steps;
}

/** The lines of a difference that have a sign, without it. */
function linesOf(diff: string, sign: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => line.startsWith(sign));
  return lines.map((line) => `${line.slice(1)}\n`).join('');
}
