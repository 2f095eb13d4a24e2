import { isDeepStrictEqual } from 'node:util';
import { ts } from '../compiler.ts';
import { arrayOf } from './array-of.ts';
import { fitList } from './fit-list.ts';
import { commaAfter, startsLine } from './insertion.ts';
import { importedAs } from './insert-import.ts';
import type { ListEdit, ListEntry } from './list-entry.ts';
import { parseSource, usesOf } from './parse-source.ts';

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
  const other = usesOf(source, name).find((use) => use !== element);
  if (other !== undefined) {
    const { line } = source.getLineAndCharacterOfPosition(other.getStart(source));
    return { problem: `it uses ${name} in another place`, line: line + 1 };
  }
  const cuts = [...(element === undefined ? [] : [cutOfElement(text, array, element)]), cutOfImport(text, imported)];
  const result = cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return isWithout(result, entry.list, array, element)
    ? { text: fitList(text, result, entry.list) }
    : { problem: `kb cannot edit the form of the list ${entry.list}`, line: undefined };
}

/** Checks that the list has the other elements only, when it is parsed again. */
function isWithout(
  result: string,
  list: string,
  array: ts.ArrayLiteralExpression,
  element: ts.Expression | undefined,
): boolean {
  const source = parseSource(result);
  const left = source === undefined ? undefined : arrayOf(source, list);
  if (source === undefined || left === undefined || !ts.isArrayLiteralExpression(left)) return false;
  const others = array.elements.filter((one) => one !== element).map((one) => one.getText(array.getSourceFile()));
  return isDeepStrictEqual(
    left.elements.map((one) => one.getText(source)),
    others,
  );
}

/** The whole line of an element that is alone on it; otherwise the element with a comma beside it. */
function cutOfElement(text: string, array: ts.ArrayLiteralExpression, element: ts.Expression): Cut {
  const source = array.getSourceFile();
  const [start, end] = [element.getStart(source), element.getEnd()];
  const { elements } = array;
  const comma = elements.at(-1) === element && !elements.hasTrailingComma ? undefined : commaAfter(text, end);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*(?:\/\/[^\n]*)?\r?\n/.exec(text.slice(comma ?? end))?.[0];
  if (startsLine(text, start) && rest !== undefined) return { start: lineStart, end: (comma ?? end) + rest.length };
  return cutOfItem(text, { start, end }, array.getStart(source), comma);
}

/** An item with the comma after it, and comments between; or with the comma before it. */
function cutOfItem(text: string, { start, end }: Cut, listStart: number, comma: number | undefined): Cut {
  if (comma !== undefined) return { start, end: comma + (/^\s*/.exec(text.slice(comma))?.[0].length ?? 0) };
  const before = /,\s*$/.exec(text.slice(listStart, start))?.[0] ?? '';
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
  const comma = elements.at(-1) === specifier && !elements.hasTrailingComma ? undefined : commaAfter(text, end);
  return cutOfItem(text, { start, end }, statement.getStart(source), comma);
}
