import { ts } from '../compiler.ts';

/** The comments that a source begins with. */
export function leadingSourceComments(text: string): string {
  return text.slice(0, skipSourceComments(text));
}

/** Where the first thing is that is neither a comment nor space. */
export function skipSourceComments(text: string): number {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  let ended = true;
  scanner.setOnError(() => (ended = false));
  const token = scanner.scan();
  // A comment without an end would take what follows with it.
  if (!ended) return 0;
  return token === ts.SyntaxKind.EndOfFileToken ? text.length : scanner.getTokenStart();
}
