import { PathSyntaxError } from './path-syntax-error.ts';

/**
 * Finds the end of a filter that begins at an offset, after `[?(`. Quotes may hold parentheses if the quotes come
 * first. Throws a {@link PathSyntaxError}.
 */
export function parseFilterText(text: string, start: number): { readonly filter: string; readonly end: number } {
  let quote: string | undefined;
  let isClosed = false;
  for (let at = start; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") {
      if (quote === undefined) quote = char;
      else if (char === quote && text.charAt(at - 1) !== '\\') isClosed = true;
    } else if (char === ')' && (quote !== undefined) === isClosed) {
      if (text.charAt(at + 1) !== ']') throw new PathSyntaxError('unclosed array expect ]');
      return { filter: text.slice(start, at), end: at + 2 };
    }
  }
  throw new PathSyntaxError('unterminated filter');
}
