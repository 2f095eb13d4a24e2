import { ts } from '../compiler.ts';
import {
  commaAfter,
  indentationAt,
  type Insertion,
  lineBreakOf,
  lineEndAfterComments,
  startsLine,
} from './insertion.ts';

/**
 * Returns the insertions that add an element to an array: at its sorted position if the array is sorted, otherwise at
 * its end.
 */
export function insertElement(source: ts.SourceFile, array: ts.ArrayLiteralExpression, element: string): Insertion[] {
  const { text } = source;
  const elements = array.elements.map((node) => ({ start: node.getStart(source), end: node.getEnd() }));
  const last = elements.at(-1);
  if (last === undefined) return [intoEmpty(source, array, element)];
  const next = isSorted(array)
    ? array.elements.findIndex((node) => ts.isIdentifier(node) && compare(element, node.text) < 0)
    : -1;
  const [before, at] = [elements[next - 1], elements[next]];
  if (at !== undefined) {
    // Comments above an element belong to it; comments after the previous element belong to that one.
    const after = before === undefined ? array.getStart(source) + 1 : commaAfter(text, before.end);
    const line = lineEndAfterComments(text, after);
    if (line >= at.start || !startsLine(text, at.start)) return [{ at: at.start, text: `${element}, ` }];
    return [{ at: line, text: `${lineBreakOf(text)}${indentationAt(text, at.start)}${element},` }];
  }
  const close = array.getEnd() - 1;
  const comma = array.elements.hasTrailingComma;
  const end = lineEndAfterComments(text, comma ? commaAfter(text, last.end) : last.end);
  // A trailing comma then follows the new element.
  if (end > close) return [{ at: last.end, text: `, ${element}` }];
  const line = `${lineBreakOf(text)}${indentationAt(text, last.start)}${element}`;
  if (comma) return [{ at: end, text: `${line},` }];
  return [
    { at: last.end, text: ',' },
    { at: end, text: line },
  ];
}

/** Inserts the first element, after comments that may be in the brackets. */
function intoEmpty(source: ts.SourceFile, array: ts.ArrayLiteralExpression, element: string): Insertion {
  const { text } = source;
  const close = array.getEnd() - 1;
  const inside = text.slice(array.getStart(source) + 1, close);
  const [lastLine = ''] = inside.split('\n').slice(-1);
  if (!inside.includes('\n') || lastLine.trim() !== '')
    return { at: close, text: inside.trim() === '' ? element : ` ${element}` };
  const indentation = indentationAt(text, close);
  const at = close - indentation.length;
  const commented = /\n([ \t]+)\S[^\n]*\r?\n[ \t]*$/.exec(inside)?.[1];
  return { at, text: `${commented ?? `${indentation}  `}${element},${lineBreakOf(text)}` };
}

function isSorted(array: ts.ArrayLiteralExpression): boolean {
  const names = array.elements.map((node) => (ts.isIdentifier(node) ? node.text : undefined));
  return names.every((name, index) => {
    const before = names[index - 1];
    return name !== undefined && (index === 0 || (before !== undefined && compare(before, name) <= 0));
  });
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}
