import type { SourceReader } from '@kb/codegen';
import type { ListToEdit } from './list-to-edit.ts';

const PATTERN = '*.kb-*';

/**
 * The `.gitignore` of a project that has one, with the temporary files that a killed write can leave. Empty: the
 * project has none; an enclosing repository may.
 */
export function ignoreLists({ read }: SourceReader): ListToEdit[] {
  const path = '.gitignore';
  const content = read(path);
  if (content === undefined || content.split(/\r?\n/).includes(PATTERN)) return [];
  const eol = /\r?\n/.exec(content)?.[0] ?? '\n';
  const add = async (text: string): Promise<{ readonly text: string }> => ({
    text: `${text}${text === '' || text.endsWith('\n') ? '' : eol}${PATTERN}${eol}`,
  });
  return [{ path, content, added: [{ byHand: PATTERN, add }] }];
}
