/** The words of a text: what stands between spaces, tabs and line breaks. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[ \t\n]+/).filter((word) => word !== '');
}

/** How many words a text of this layout has. */
export function wordCount(layout: readonly string[]): number {
  return layout.reduce(
    (sum, line) => sum + (line.match(/\d+/g) ?? []).reduce((all, count) => all + Number(count), 0),
    0,
  );
}

/**
 * Puts words into the lines that figures describe, as in `data/README.md`. There must be {@link wordCount}
 * words.
 */
export function layOut(words: readonly string[], layout: readonly string[]): string {
  let next = 0;
  const lines = layout.map((line) =>
    line.replaceAll(/\d+|[_>]/g, (figure) => {
      if (figure === '_') return ' ';
      if (figure === '>') return '\t';
      const from = next;
      next += Number(figure);
      return words.slice(from, next).join(' ');
    }),
  );
  return lines.join('\n');
}
