import { type FileChange, plainText, withoutMark } from '@kb/codegen';

/**
 * Says why files differ in what no difference shows: in their line ends, as they do after git has checked them out with
 * those of Windows, or in a byte order mark. Undefined if some differ in more, or none does.
 */
export function lineEndsOnly(changes: readonly FileChange[]): string | undefined {
  const isOnly = ({ kind, before = '', after = '' }: FileChange): boolean =>
    kind === 'update' && plainText(before) === after;
  if (changes.length === 0 || !changes.every(isOnly)) return undefined;
  if (changes.some(({ before = '' }) => before !== withoutMark(before)))
    return 'Generated files differ in a byte order mark at their beginning, with which an editor has saved them. "kb generate" removes it.';
  return (
    'Generated files differ in their line ends only, which git converts on Windows (core.autocrlf). Put "* text=auto eol=lf" into ' +
    '.gitattributes, and check the files out again.'
  );
}
