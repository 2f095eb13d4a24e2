import type { GeneratedFile, SourceReader } from '@kb/codegen';
import { CliError } from '../../cli-error.ts';
import type { ListToEdit } from './list-to-edit.ts';

/**
 * Adds the new entries to the lists, and changes nothing else in them; a missing list is written completely. Throws a
 * CliError KB_LIST_BY_HAND, which says what to add where, for lists that are computed or in another form.
 */
export async function editLists(lists: readonly ListToEdit[], reader: SourceReader): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  const refused: string[] = [];
  for (const { path, content, added } of lists) {
    const before = reader.read(path);
    if (before === undefined) {
      files.push({ path, content });
      continue;
    }
    let text = before;
    for (const entry of added) {
      const result = await entry.add(text);
      if ('text' in result) text = result.text;
      else {
        const place = result.line === undefined ? path : `${path}:${result.line}`;
        refused.push(`${place}: ${result.problem}; add\n    ${entry.byHand.replaceAll('\n', '\n    ')}`);
      }
    }
    if (text !== before) files.push({ path, content: text });
  }
  if (refused.length === 0) return files;
  throw new CliError(
    'KB_LIST_BY_HAND',
    `kb cannot add the new entry to ${refused.length === 1 ? 'a list that was' : `${refused.length} lists that were`} written in another form\n${refused.map((one) => `  ${one}`).join('\n')}`,
    { hint: 'Nothing was written. Add it, and run the command again: entries that already exist are kept.' },
  );
}
