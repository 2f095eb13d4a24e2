import { mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import type { Reporter } from '@kb/codegen/reporting';
import { authoredNames, type VersionFolder } from './read-folder.ts';

/**
 * Reports what blocks an import into a folder: imported files that were edited, unless they may be overwritten, and an
 * author's own declarations of the kinds' names.
 */
export function checkFolder(
  folder: VersionFolder,
  kinds: ReadonlySet<string>,
  overwrite: boolean,
  reporter: Reporter,
): void {
  const { path, version, imported } = folder;
  for (const [name, { edited, text }] of imported) {
    if (!edited || overwrite) continue;
    const [conflict] = mergeConflictsIn(text);
    if (conflict !== undefined) {
      reporter.report(
        { file: `${path}/${name}`, line: conflict.line, column: 1, length: conflict.length },
        {
          code: 'KB_MERGE_CONFLICT',
          message: `${mergeConflictMessage(conflict)}, in a file that kb imported`,
          hint: 'import with --overwrite, which replaces the file and drops the edits of both sides',
        },
      );
      continue;
    }
    reporter.report(
      { file: `${path}/${name}`, line: 1, column: 1, length: 1 },
      {
        code: 'KB_IMPORT_EDITED',
        message: 'kb imported this file, and it was edited since: importing again would lose the changes',
        hint: 'move what you wrote into a file of your own beside it, then import with --overwrite (kb generate reads all files of a folder)',
      },
    );
  }
  const names = authoredNames(folder);
  for (const kind of kinds) {
    const span = names.get(kind);
    if (span === undefined) continue;
    reporter.report(span, {
      code: 'KB_DUPLICATE_KIND',
      message: `${kind} is declared here already, and is one of the kinds of ${version} to import`,
      hint: 'give your type another name, or import into another folder',
    });
  }
}

/** Reports a new file whose path is taken by an author's file. */
export function checkNewFiles({ path, authored }: VersionFolder, names: readonly string[], reporter: Reporter): void {
  for (const name of names) {
    if (!authored.has(name)) continue;
    reporter.report(
      { file: `${path}/${name}`, line: 1, column: 1, length: 1 },
      {
        code: 'KB_FILE_IN_THE_WAY',
        message: 'an imported kind belongs in a file of this name, and this one was written by hand',
        hint: 'give your file another name, and its line in index.ts too; or import into another folder',
      },
    );
  }
}
