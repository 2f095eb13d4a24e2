/** A file that a scaffold writes. */
export interface ScaffoldFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly content: string;
  /**
   * What happens when the file is there: `refuse` (default) ends the command before anything is written; `keep` leaves
   * it.
   */
  readonly whenThere?: 'refuse' | 'keep';
}

/** Text from a template: the first line break goes, and so does the indentation that all lines share. */
export function text(template: string): string {
  const lines = template.replace(/^\n/, '').split('\n');
  if (lines.at(-1)?.trim() === '') lines[lines.length - 1] = '';
  const indentation = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(indentation)).join('\n');
}
