import type { Comment, ImportedFile, ImportedFolder } from '../declaration.ts';
import { commentText } from './comment-text.ts';
import { compileDeclaration } from './compile-declaration.ts';
import { importLines, namesIn } from './import-lines.ts';
import { layOut } from './lay-out.ts';

/**
 * Prints a file of imported types: imports, the markers of the folder, free at the top, and the declarations in their
 * order. Prettier, set as `printSettings` says, has nothing to change in it; `load/comments` gives every comment back
 * as it was: comments take their places when everything is laid out. The text has no header (`withImportHeader`).
 * `folder` says where the types are that the file does not declare.
 */
export async function printFile(file: ImportedFile, folder: ImportedFolder): Promise<string> {
  const comments: Comment[] = [];
  const context = {
    placeOf: (comment: Comment): string => `comment ${comments.push(comment) - 1}`,
    hasRecord: !namesIn(file).has('Record'),
  };
  const blocks = [importLines(file, folder).join('\n'), file.folderMarkers.map((marker) => `// ${marker}`).join('\n')];
  for (const declaration of file.declarations) blocks.push(await compileDeclaration(declaration, context));
  return withComments(await layOut(blocks.join('\n\n')), comments);
}

/** Puts comments in their places, which are on lines of their own. */
function withComments(source: string, comments: readonly Comment[]): string {
  return source.replaceAll(/^( *)\/\*\*\s+(?:\* )?comment (\d+)\s+\*\/$/gm, (_, indent: string, index: string) => {
    const comment = comments[Number(index)];
    if (comment === undefined) throw new Error(`there is no comment ${index}`);
    return commentText(comment, indent);
  });
}
