import { ts } from '../compiler.ts';
import { type Insertion, lineBreakOf, lineEndAfterComments } from './insertion.ts';
import type { ListEntry } from './list-entry.ts';

/** The local name of an entry's import; undefined if the source does not import it. */
export function importOf(
  source: ts.SourceFile,
  entry: Pick<ListEntry, 'importName' | 'importFrom'>,
): string | undefined {
  return importedAs(source, entry)?.name.text;
}

/** The import of an entry; undefined if the source does not import it. */
export function importedAs(
  source: ts.SourceFile,
  { importName, importFrom }: Pick<ListEntry, 'importName' | 'importFrom'>,
): ts.ImportSpecifier | undefined {
  for (const statement of importsOf(source)) {
    if (withoutExtension(moduleOf(statement)) !== withoutExtension(importFrom)) continue;
    const names = statement.importClause?.namedBindings;
    if (statement.importClause?.isTypeOnly === true || names === undefined || !ts.isNamedImports(names)) continue;
    const found = names.elements.find(
      ({ name, propertyName, isTypeOnly }) => !isTypeOnly && (propertyName ?? name).text === importName,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The insertion of an entry's import under a local name: beside the other relative imports, at its sorted position if
 * they are sorted.
 */
export function insertImport(source: ts.SourceFile, { importName, importFrom }: ListEntry, local: string): Insertion {
  const { text } = source;
  const imports = importsOf(source);
  const eol = lineBreakOf(text);
  const last = imports.at(-1);
  const quote = last === undefined ? "'" : text[last.moduleSpecifier.getStart(source)];
  const semicolon = last === undefined || last.getText(source).endsWith(';') ? ';' : '';
  const isRelative = importFrom.startsWith('.');
  const siblings = imports.filter((one) => moduleOf(one).startsWith('.') === isRelative);
  const from = siblings.some((one) => moduleOf(one).endsWith('.js')) ? importFrom.replace(/\.ts$/, '.js') : importFrom;
  const names = local === importName ? local : `${importName} as ${local}`;
  const line = `import { ${names} } from ${quote}${from}${quote}${semicolon}`;

  const sorted = siblings.every((one, index) => {
    const before = siblings[index - 1];
    return before === undefined || moduleOf(before) <= moduleOf(one);
  });
  const next = sorted ? siblings.find((one) => moduleOf(one) > from) : undefined;
  // Comments above an import belong to it, or to the file, so nothing is inserted between them.
  const before = next ?? (siblings.length === 0 && !isRelative ? imports[0] : undefined);
  const after =
    before === undefined
      ? (siblings.at(-1) ?? last)
      : (imports[imports.indexOf(before) - 1] ?? commented(source, before));
  if (after !== undefined) return { at: lineEndAfterComments(text, after.getEnd()), text: eol + line };
  if (before !== undefined) return { at: before.getStart(source), text: line + eol };
  return { at: beforeFirstStatement(source), text: line + eol + eol };
}

/** Returns the import itself if a comment is directly above it: the comment may be about the next line. */
function commented({ text }: ts.SourceFile, one: ts.ImportDeclaration): ts.ImportDeclaration | undefined {
  const comment = ts.getLeadingCommentRanges(text, one.getFullStart())?.at(-1);
  return comment !== undefined && !/\n\s*\n/.test(text.slice(comment.end, one.getStart())) ? one : undefined;
}

/** After the header of a file, before the comments of its first statement. */
function beforeFirstStatement(source: ts.SourceFile): number {
  const { text, statements } = source;
  const first = statements[0];
  if (first === undefined) return text.length;
  let at = first.getStart(source);
  const comments = ts.getLeadingCommentRanges(text, first.getFullStart()) ?? [];
  for (const comment of comments.toReversed()) {
    if (/\n\s*\n/.test(text.slice(comment.end, at))) break;
    if (text.slice(comment.pos, comment.pos + 3) !== '/**') break;
    at = comment.pos;
  }
  return at;
}

function importsOf(source: ts.SourceFile): ts.ImportDeclaration[] {
  return source.statements.filter(ts.isImportDeclaration);
}

function moduleOf({ moduleSpecifier }: ts.ImportDeclaration): string {
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
}

function withoutExtension(module: string): string {
  return module.replace(/\.[cm]?[jt]s$/, '');
}
