import type { SourceReader } from '@kb/codegen';
import type { ListToEdit } from './list-to-edit.ts';

const pattern = '*.kb-*';

/**
 * The `.gitignore` of a project that has one, with what a write that is killed can leave beside files. Empty: it has
 * none, and a repository around it may.
 */
export function ignoreLists({ read }: SourceReader): ListToEdit[] {
  const path = '.gitignore';
  const content = read(path);
  if (content === undefined || content.split(/\r?\n/).includes(pattern)) return [];
  const eol = /\r?\n/.exec(content)?.[0] ?? '\n';
  const add = async (text: string): Promise<{ readonly text: string }> => ({
    text: `${text}${text === '' || text.endsWith('\n') ? '' : eol}${pattern}${eol}`,
  });
  return [{ path, content, added: [{ byHand: pattern, add }] }];
}
