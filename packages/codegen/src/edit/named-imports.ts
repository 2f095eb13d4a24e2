import { ts } from '../compiler.ts';
import { PRINT_WIDTH } from './fit-list.ts';
import { indentationAt, type Insertion, lineBreakOf, startsLine } from './insertion.ts';
import { insertImport } from './insert-import.ts';
import { parseSource } from './parse-source.ts';
import type { ImportedName } from './wanted-edits.ts';

/** The insertions of imports that the source does not have: into those of the same module, or on a new line. */
export function importEdits(source: ts.SourceFile, imports: readonly ImportedName[]): Insertion[] {
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

/** Puts each name of an import on a line of its own, as formatters do, if an edit has made its line too long. */
export function fitImports(text: string, imports: readonly ImportedName[]): string {
  const source = parseSource(text);
  if (source === undefined) return text;
  const modules = new Set(imports.map(({ importFrom }) => importFrom));
  const long = [...modules]
    .flatMap((one) => namesFrom(source, one))
    .filter(({ elements, parent }) => {
      const statement = parent.parent.getText(source);
      return elements.length > 1 && !statement.includes('\n') && statement.length > PRINT_WIDTH;
    });
  const eol = lineBreakOf(text);
  return long
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((rest, names) => {
      const lines = names.elements.map((one) => `  ${one.getText(source)},${eol}`).join('');
      return `${rest.slice(0, names.getStart(source))}{${eol}${lines}}${rest.slice(names.getEnd())}`;
    }, text);
}

/** The names that statements of a source bind: what it declares and imports. */
export function boundNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (name: ts.BindingName | undefined): void => {
    if (name === undefined) return;
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) bind(element.name);
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) bind(name);
    else if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      bind(name);
      if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) bind(namedBindings.name);
      else for (const element of namedBindings?.elements ?? []) bind(element.name);
    } else if (isNamedDeclaration(statement) && statement.name !== undefined && ts.isIdentifier(statement.name))
      bind(statement.name);
  }
  return names;
}

function isNamedDeclaration(
  node: ts.Statement,
): node is
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node)
  );
}

/** True if the source imports the name from the module, under the same name. */
export function isImported(source: ts.SourceFile, { importName, importFrom, isType = false }: ImportedName): boolean {
  const lists = [...namesFrom(source, importFrom), ...(isType ? namesFrom(source, importFrom, true) : [])];
  return lists.some(({ elements }) =>
    elements.some(
      ({ name, propertyName, isTypeOnly }) =>
        name.text === importName && (propertyName ?? name).text === importName && (isType || !isTypeOnly),
    ),
  );
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

function written({ importName, isType = false }: ImportedName): string {
  return isType ? `type ${importName}` : importName;
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

/** A name at its sorted position, or at the end; on a line of its own if the names beside it are. */
function insertName(source: ts.SourceFile, { elements }: ts.NamedImports, wanted: ImportedName): Insertion {
  const { text } = source;
  const next = elements.find(({ name }) => compare(wanted.importName, name.text) < 0);
  const last = elements.at(-1);
  const separator = (at: number): string => (startsLine(text, at) ? lineBreakOf(text) + indentationAt(text, at) : ' ');
  if (next !== undefined) {
    const at = next.getStart(source);
    return { at, text: `${written(wanted)},${separator(at)}` };
  }
  if (last === undefined) return { at: elements.pos, text: written(wanted) };
  return { at: last.getEnd(), text: `,${separator(last.getStart(source))}${written(wanted)}` };
}
