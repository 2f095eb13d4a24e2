import { ts } from '../load/program/compiler.ts';
import { type Insertion, lineBreakOf, lineEndBehindComments } from './insertion.ts';
import type { ListEntry } from './list-edit.ts';

/** The name that a source has for what an entry needs to be imported; undefined where it does not import it. */
export function importOf(source: ts.SourceFile, { importName, importFrom }: ListEntry): string | undefined {
  for (const statement of importsOf(source)) {
    if (withoutExtension(moduleOf(statement)) !== withoutExtension(importFrom)) continue;
    const names = statement.importClause?.namedBindings;
    if (statement.importClause?.isTypeOnly === true || names === undefined || !ts.isNamedImports(names)) continue;
    const found = names.elements.find(
      ({ name, propertyName, isTypeOnly }) => !isTypeOnly && (propertyName ?? name).text === importName,
    );
    if (found !== undefined) return found.name.text;
  }
  return undefined;
}

/**
 * What puts the import of an entry, under a local name, among those that are there: beside the other relative ones, in
 * order where they are.
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
  // Comments above an import belong to it, or to the file: nothing goes between the two.
  const before = next ?? (siblings.length === 0 && !isRelative ? imports[0] : undefined);
  const behind =
    before === undefined
      ? (siblings.at(-1) ?? last)
      : (imports[imports.indexOf(before) - 1] ?? commented(source, before));
  if (behind !== undefined) return { at: lineEndBehindComments(text, behind.getEnd()), text: eol + line };
  if (before !== undefined) return { at: before.getStart(source), text: line + eol };
  return { at: beforeFirstStatement(source), text: line + eol + eol };
}

/** The import itself where a comment is right above it, which can be about its next line. */
function commented({ text }: ts.SourceFile, one: ts.ImportDeclaration): ts.ImportDeclaration | undefined {
  const comment = ts.getLeadingCommentRanges(text, one.getFullStart())?.at(-1);
  return comment !== undefined && !/\n\s*\n/.test(text.slice(comment.end, one.getStart())) ? one : undefined;
}

/** Behind what a file begins with, before the comments of its first statement. */
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
