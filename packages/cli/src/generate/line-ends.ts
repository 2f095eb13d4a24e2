import type { FileChange } from '@kb/codegen';

/**
 * Says why files differ in their line ends only, as they do after git has checked them out with those of Windows.
 * Undefined if some differ in more, or none does.
 */
export function lineEndsOnly(changes: readonly FileChange[]): string | undefined {
  const isOnly = ({ kind, before = '', after = '' }: FileChange): boolean =>
    kind === 'update' && before.replaceAll('\r\n', '\n') === after;
  if (changes.length === 0 || !changes.every(isOnly)) return undefined;
  return (
    'Generated files differ in their line ends only, which git converts on Windows (core.autocrlf). Put "* text=auto eol=lf" into ' +
    '.gitattributes, and check the files out again.'
  );
}
