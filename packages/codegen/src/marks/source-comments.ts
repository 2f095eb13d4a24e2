import { ts } from '../compiler.ts';

/** The comments at the beginning of a source. */
export function leadingSourceComments(text: string): string {
  return text.slice(0, skipSourceComments(text));
}

/** The offset of the first text that is neither a comment nor space. */
export function skipSourceComments(text: string): number {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  let ended = true;
  scanner.setOnError(() => (ended = false));
  const token = scanner.scan();
  // An unterminated comment would extend to the end of the text.
  if (!ended) return 0;
  return token === ts.SyntaxKind.EndOfFileToken ? text.length : scanner.getTokenStart();
}
