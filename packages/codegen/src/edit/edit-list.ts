import { ts } from '../compiler.ts';
import { arrayOf } from './array-of.ts';
import { fitList } from './fit-list.ts';
import { type Insertion, inserted } from './insertion.ts';
import { insertElement } from './insert-element.ts';
import { importOf, insertImport } from './insert-import.ts';
import type { ListEdit, ListEntry } from './list-entry.ts';
import { parseSource as parse } from './parse-source.ts';

const MARK = '\uFEFF';

/** The implementation of `addToList`, which loads the compiler. */
export function editList(whole: string, entry: ListEntry): ListEdit {
  const start = whole.startsWith(MARK) ? MARK : '';
  const text = whole.slice(start.length);
  const source = parse(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  if (entry.knownBy !== undefined && hasString(source, entry.knownBy)) return { text: whole };
  const there = importOf(source, entry);
  if (there !== undefined && entry.knownBy === undefined && isUsed(source, there)) return { text: whole };

  const array = arrayOf(source, entry.list);
  if (array === undefined) return { problem: `it exports no list ${entry.list}`, line: undefined };
  if (!ts.isArrayLiteralExpression(array)) {
    const { line } = source.getLineAndCharacterOfPosition(array.getStart(source));
    return { problem: `the list ${entry.list} is computed`, line: line + 1 };
  }
  const local = there ?? freeName(source, entry.importName);
  const element = local === entry.importName ? entry.element : withName(entry, local);
  const edits: Insertion[] = insertElement(source, array, element);
  if (there === undefined) edits.push(insertImport(source, entry, local));
  const result = inserted(text, edits);
  // Parsed again, the list must have the old elements and one more.
  const after = parse(result);
  const list = after === undefined ? undefined : arrayOf(after, entry.list);
  if (list === undefined || !ts.isArrayLiteralExpression(list) || list.elements.length !== array.elements.length + 1) {
    throw new Error(`an edit of the list ${entry.list} broke it:\n${result}`);
  }
  return { text: start + fitList(text, result, entry.list) };
}

function hasString(source: ts.SourceFile, wanted: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text === wanted) found = true;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** True for a name that is used after its import. */
function isUsed(source: ts.SourceFile, name: string): boolean {
  return namesIn(source, { imports: false }).has(name);
}

/** A name that the source does not use yet. */
function freeName(source: ts.SourceFile, wanted: string): string {
  const taken = namesIn(source, { imports: true });
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  return name;
}

function namesIn(source: ts.SourceFile, { imports }: { readonly imports: boolean }): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (!imports && ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function withName({ element, importName }: ListEntry, local: string): string {
  return element.startsWith(importName) ? local + element.slice(importName.length) : element;
}
