/** A block of TypeScript in a page. */
export interface CodeBlock {
  /** The number of the line below the fence, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The ```ts blocks of a page in Markdown, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let begun: { readonly line: number; readonly lines: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    if (begun && text.startsWith('```')) {
      blocks.push({ line: begun.line, text: begun.lines.join('\n') });
      begun = undefined;
    } else if (begun) begun.lines.push(text);
    else if (text === '```ts') begun = { line: index + 2, lines: [] };
  }
  return blocks;
}
