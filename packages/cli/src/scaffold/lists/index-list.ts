import type { ProjectFile } from '@kb/codegen';
import type { KindNames } from '../kind-names.ts';
import type { ListToEdit } from './list-to-edit.ts';

/** The index of a group version's folder, with a line for a kind. */
export function indexList(project: ProjectFile, { folder, lower }: KindNames): ListToEdit {
  const line = `export type * from './${lower}.types.ts';`;
  return {
    path: `${project.paths.api[0]}/src/${folder}/index.ts`,
    content: `${line}\n`,
    added: [{ byHand: line, add: async (text) => ({ text: withLine(text, line, lower) }) }],
  };
}

/** Returns the text with the line at its end, unless it exports the file already in any form. */
function withLine(text: string, line: string, lower: string): string {
  const exported = [...text.matchAll(/^[ \t]*export\b[^'"]*['"]\.\/([^'"]+)\.types(?:\.[jt]s)?['"]/gm)];
  if (exported.some(([, name]) => name === lower)) return text;
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
}
