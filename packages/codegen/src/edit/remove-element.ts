import { ts } from '../compiler.ts';
import { arrayOf } from './array-of.ts';
import { fitList } from './fit-list.ts';
import { importedAs } from './insert-import.ts';
import type { ListEdit, ListEntry } from './list-entry.ts';
import { parseSource } from './parse-source.ts';

/** A part of a text to remove. */
interface Cut {
  readonly start: number;
  readonly end: number;
}

/** The implementation of `removeFromList`, which loads the compiler. */
export function removeElement(text: string, entry: Pick<ListEntry, 'list' | 'importName' | 'importFrom'>): ListEdit {
  const source = parseSource(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  const imported = importedAs(source, entry);
  if (imported === undefined) return { text };
  const array = arrayOf(source, entry.list);
  if (array === undefined || !ts.isArrayLiteralExpression(array))
    return { problem: `it exports no plain list ${entry.list}`, line: undefined };
  const name = imported.name.text;
  const element = array.elements.find((one) => ts.isIdentifier(one) && one.text === name);
  const others = usesOf(source, name).filter((use) => use !== element);
  const [other] = others;
  if (other !== undefined) {
    const { line } = source.getLineAndCharacterOfPosition(other.getStart(source));
    return { problem: `it uses ${name} in another place`, line: line + 1 };
  }
  const cuts = [...(element === undefined ? [] : [cutOfElement(text, array, element)]), cutOfImport(text, imported)];
  const result = cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return { text: fitList(text, result, entry.list) };
}

/** The uses of a name outside of imports. */
function usesOf(source: ts.SourceFile, name: string): ts.Node[] {
  const uses: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && node.text === name) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** The whole line of an element that is alone on it; otherwise the element with a comma beside it. */
function cutOfElement(text: string, array: ts.ArrayLiteralExpression, element: ts.Expression): Cut {
  const source = array.getSourceFile();
  const [start, end] = [element.getStart(source), element.getEnd()];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*(?:,[ \t]*)?(?:\/\/[^\n]*)?\r?\n/.exec(text.slice(end))?.[0];
  if (text.slice(lineStart, start).trim() === '' && rest !== undefined)
    return { start: lineStart, end: end + rest.length };
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (after !== undefined) return { start, end: end + after.length };
  const before = /,\s*$/.exec(text.slice(array.getStart(source), start))?.[0] ?? '';
  return { start: start - before.length, end };
}

/** The line of an import of this name alone; otherwise the name with a comma beside it. */
function cutOfImport(text: string, specifier: ts.ImportSpecifier): Cut {
  const source = specifier.getSourceFile();
  const { elements } = specifier.parent;
  const statement = specifier.parent.parent.parent;
  if (elements.length === 1 && specifier.parent.parent.name === undefined) {
    const end = statement.getEnd();
    const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0] ?? '';
    return { start: statement.getStart(source), end: end + lineBreak.length };
  }
  const [start, end] = [specifier.getStart(source), specifier.getEnd()];
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (after !== undefined) return { start, end: end + after.length };
  const before = /,\s*$/.exec(text.slice(statement.getStart(source), start))?.[0] ?? '';
  return { start: start - before.length, end };
}
