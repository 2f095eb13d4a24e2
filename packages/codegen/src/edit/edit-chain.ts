import { ts } from '../compiler.ts';
import { indentationAt, type Insertion, inserted, lineBreakOf } from './insertion.ts';
import { insertImport } from './insert-import.ts';
import type { ListEdit } from './list-entry.ts';
import { findNode, parseSource } from './parse-source.ts';
import type { ChainCall, ImportedName } from './wanted-edits.ts';

/** The implementation of `addToChain`, which loads the compiler. */
export function editChain(text: string, wanted: ChainCall): ListEdit {
  const source = parseSource(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  const { callee, argument, method } = wanted;
  const begin = findNode(
    source,
    (node): node is ts.CallExpression =>
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === callee &&
      node.arguments[0]?.getText(source) === argument,
  );
  if (begin === undefined) return { problem: `it does not call ${callee}(${argument})`, line: undefined };
  const methods: string[] = [];
  let end: ts.CallExpression = begin;
  while (ts.isPropertyAccessExpression(end.parent) && ts.isCallExpression(end.parent.parent)) {
    methods.push(end.parent.name.text);
    end = end.parent.parent;
  }
  if (methods.includes(method)) return { text };
  const eol = lineBreakOf(text);
  let statement: ts.Node = end;
  while (statement.parent !== source) statement = statement.parent;
  const edits: Insertion[] = [
    { at: end.getEnd(), text: callText(source, begin, end, `.${method}(${wanted.arguments})`) },
    { at: withComments(source, statement), text: wanted.before.replaceAll('\n', eol) },
    ...importEdits(source, wanted.imports),
  ];
  return { text: inserted(text, edits) };
}

/** The call on a line of its own if the chain has its calls so, otherwise on the same line. */
function callText(source: ts.SourceFile, begin: ts.Node, end: ts.Node, call: string): string {
  const chain = source.text.slice(begin.getStart(source), end.getEnd());
  const line = /\n([ \t]*)\./.exec(chain);
  if (line !== null) return lineBreakOf(source.text) + (line[1] ?? '') + call;
  if (!chain.includes('\n')) return call;
  return `${lineBreakOf(source.text)}${indentationAt(source.text, begin.getStart(source))}  ${call}`;
}

/** The start of a statement, with the doc comment above it. */
function withComments({ text }: ts.SourceFile, statement: ts.Node): number {
  let at = statement.getStart();
  for (const comment of (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).toReversed()) {
    if (/\n\s*\n/.test(text.slice(comment.end, at))) break;
    at = comment.pos;
  }
  return at;
}

/** The insertions of imports that the source does not have: into those of the same module, or on a new line. */
function importEdits(source: ts.SourceFile, imports: readonly ImportedName[]): Insertion[] {
  const modules = [...new Set(imports.map(({ importFrom }) => importFrom))];
  return modules.flatMap((importFrom) => {
    const missing = imports
      .filter((one) => one.importFrom === importFrom && !isImported(source, one))
      .toSorted((a, b) => compare(a.importName, b.importName));
    if (missing.length === 0) return [];
    const there = namesFrom(source, importFrom)[0];
    if (there !== undefined && there.elements.length > 0) return missing.map((one) => insertName(source, there, one));
    const importName = missing.map(written).join(', ');
    return [insertImport(source, { importName, importFrom, list: '', element: '' }, importName)];
  });
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

function written({ importName, isType = false }: ImportedName): string {
  return isType ? `type ${importName}` : importName;
}

function isImported(source: ts.SourceFile, { importName, importFrom }: ImportedName): boolean {
  const types = namesFrom(source, importFrom, true);
  return [...namesFrom(source, importFrom), ...types].some(({ elements }) =>
    elements.some((one) => (one.propertyName ?? one.name).text === importName),
  );
}

/** The lists of names that a source imports from a module: of `import {…}`, or of `import type {…}`. */
function namesFrom(source: ts.SourceFile, importFrom: string, isType = false): ts.NamedImports[] {
  return source.statements.flatMap((one) => {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return [];
    const { importClause, moduleSpecifier } = one;
    if (moduleSpecifier.text !== importFrom || importClause === undefined || importClause.isTypeOnly !== isType)
      return [];
    const names = importClause.namedBindings;
    return names !== undefined && ts.isNamedImports(names) ? [names] : [];
  });
}

/** A name at its sorted position, or at the end. */
function insertName(source: ts.SourceFile, { elements }: ts.NamedImports, wanted: ImportedName): Insertion {
  const next = elements.find(({ name }) => compare(wanted.importName, name.text) < 0);
  const last = elements.at(-1);
  if (next !== undefined) return { at: next.getStart(source), text: `${written(wanted)}, ` };
  return { at: last?.getEnd() ?? elements.pos, text: `, ${written(wanted)}` };
}
