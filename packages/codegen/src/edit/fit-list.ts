import { ts } from '../compiler.ts';
import { arrayOf } from './array-of.ts';
import { parseSource } from './parse-source.ts';

/** The width that projects of kb format to. */
export const PRINT_WIDTH = 120;

/**
 * Puts each element of a list on a line of its own, as formatters do, if an edit has made its line too long; and all on
 * one line again, if an edit has made them fit. Other lists keep their form. `before` is the text before the edit.
 */
export function fitList(before: string, after: string, exported: string): string {
  const [old, now] = [formOf(before, exported), formOf(after, exported)];
  if (old === undefined || now === undefined) return after;
  const replace = (text: string): string => after.slice(0, now.start) + text + after.slice(now.end);
  if (old.isOneLine && now.isOneLine && old.width <= PRINT_WIDTH && now.width > PRINT_WIDTH) return replace(now.broken);
  if (before.slice(old.start, old.end) === old.broken && old.width > PRINT_WIDTH && now.width <= PRINT_WIDTH)
    return replace(now.line);
  return after;
}

/** How a list is written, and how it could be. */
interface Form {
  readonly start: number;
  readonly end: number;
  readonly isOneLine: boolean;
  /** The width of its line, if all elements are on one. */
  readonly width: number;
  readonly line: string;
  /** One element a line. */
  readonly broken: string;
}

/** Undefined for a list that is computed, is empty, or has comments, which have their places. */
function formOf(text: string, exported: string): Form | undefined {
  const source = parseSource(text);
  const array = source === undefined ? undefined : arrayOf(source, exported);
  if (source === undefined || array === undefined || !ts.isArrayLiteralExpression(array)) return undefined;
  const [start, end] = [array.getStart(source), array.getEnd()];
  const elements = array.elements.map((element) => element.getText(source));
  const written = text.slice(start, end);
  if (elements.length === 0 || elements.some((element) => element.includes('\n')) || /\/[/*]/.test(written))
    return undefined;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? '';
  const [eol = '\n'] = /\r?\n/.exec(text) ?? [];
  const line = `[${elements.join(', ')}]`;
  const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
  return {
    start,
    end,
    isOneLine: !written.includes('\n'),
    width: start - lineStart + line.length + rest.length,
    line,
    broken: `[${eol}${elements.map((element) => `${indentation}  ${element},${eol}`).join('')}${indentation}]`,
  };
}
