/** A file that a scaffold writes. */
export interface ScaffoldFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly content: string;
  /**
   * If the file exists: `refuse` (default) ends the command before anything is written; `keep` keeps it; a function
   * returns the new text for the existing one.
   */
  readonly whenThere?: 'refuse' | 'keep' | ((existing: string) => string);
}

/** The place of a file of a template's `config` in a project whose folder of manifests is `config`. */
export function placeInConfig(file: string, config: string): string {
  return file.replace(/^config\//, `${config}/`);
}

/** Text from a template, without the first line break and the common indentation. */
export function text(template: string): string {
  const lines = template.replace(/^\n/, '').split('\n');
  if (lines.at(-1)?.trim() === '') lines[lines.length - 1] = '';
  const indentation = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(indentation)).join('\n');
}
