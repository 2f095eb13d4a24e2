/**
 * A step of a page. `run`: a command; if it has to fail, `failsWith` is part of its output. `write`: a file of the
 * project. `replace`: lines of a file, restored after the next command.
 */
export type Step =
  | { readonly kind: 'run'; readonly words: readonly string[]; readonly failsWith?: string }
  | { readonly kind: 'write'; readonly file: string; readonly content: string }
  | { readonly kind: 'replace'; readonly file: string; readonly from: string; readonly to: string };

/**
 * Returns the steps of a Markdown page from its code blocks, in order. The info string of a block determines the step.
 * `sh`: commands, one per line. `sh fails`: a command that fails with the text of the next `text` block. A language and
 * a file: the content of this file. `diff` and a file: lines to replace for a while. Throws for any other block, so
 * that none is left out by mistake.
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

/** The lines of a diff with a sign, without the sign. */
function linesOf(diff: string, sign: '-' | '+'): string {
  const lines = diff.split('\n').filter((line) => line.startsWith(sign));
  return lines.map((line) => `${line.slice(1)}\n`).join('');
}
