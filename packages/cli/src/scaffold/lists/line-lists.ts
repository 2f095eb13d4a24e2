import type { ProjectFile, SourceReader } from '@kb/codegen';
import type { ListToEdit } from './list-to-edit.ts';
import type { KindNames } from '../kind-names.ts';

const PATTERN = '*.kb-*';

/** The index of a group version's folder, with a line for a kind. */
export function indexList(project: ProjectFile, { folder, lower }: KindNames): ListToEdit {
  const line = `export type * from './${lower}.types.ts';`;
  return {
    path: `${project.paths.api[0]}/src/${folder}/index.ts`,
    content: `${line}\n`,
    added: [{ byHand: line, add: async (text) => ({ text: withExport(text, line, lower) }) }],
  };
}

/** Returns the text with the line at its end, unless it already exports the file in any form. */
function withExport(text: string, line: string, lower: string): string {
  const exported = [...text.matchAll(/^[ \t]*export\b[^'"]*['"]\.\/([^'"]+)\.types(?:\.[jt]s)?['"]/gm)];
  if (exported.some(([, name]) => name === lower)) return text;
  return withLastLine(text, line);
}

/**
 * The `.gitignore` of a project that has one, with the temporary files that a killed write can leave. Empty if the
 * project has none; an enclosing repository may have one.
 */
export function ignoreLists({ read }: SourceReader): ListToEdit[] {
  const path = '.gitignore';
  const content = read(path);
  if (content === undefined || content.split(/\r?\n/).includes(PATTERN)) return [];
  return [
    { path, content, added: [{ byHand: PATTERN, add: async (text) => ({ text: withLastLine(text, PATTERN) }) }] },
  ];
}

/** Returns the text with a line at its end, in its own style of line breaks. */
export function withLastLine(text: string, line: string): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
}
