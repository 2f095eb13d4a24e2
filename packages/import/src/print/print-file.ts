import type { Comment, ImportedFile, ImportedFolder } from '../declaration.ts';
import { commentText } from './comment-text.ts';
import { compileDeclaration } from './compile-declaration.ts';
import { importLines, namesIn } from './import-lines.ts';

/** Prettier's settings for imported files: those of the repository. */
export const printSettings = { printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

/**
 * Prints a file of imported types: imports, the markers of the folder in a free-standing comment, and the declarations
 * in order. With `printSettings`, Prettier changes nothing in it, and the generator reads every comment back unchanged,
 * because comments are inserted after formatting. The text has no header (see `withImportHeader`). `folder` has the
 * types that the file uses and does not declare.
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

/** Inserts comments at their placeholders, which are on lines of their own. */
function withComments(source: string, comments: readonly Comment[]): string {
  return source.replaceAll(/^( *)\/\*\*\s+(?:\* )?comment (\d+)\s+\*\/$/gm, (_, indent: string, index: string) => {
    const comment = comments[Number(index)];
    if (comment === undefined) throw new Error(`there is no comment ${index}`);
    return commentText(comment, indent);
  });
}

/** Formats a source with prettier. Throws prettier's error if the source is not valid TypeScript. */
async function layOut(source: string): Promise<string> {
  // By default prettier searches for plugins, settings and ignore files, and for JSX in all but declaration files,
  // which is slow.
  const [{ format }, typescript, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/typescript'),
    import('prettier/plugins/estree'),
  ]);
  return format(source, {
    ...printSettings,
    parser: 'typescript',
    plugins: [typescript, estree],
    filepath: 'imported.d.ts',
  });
}
