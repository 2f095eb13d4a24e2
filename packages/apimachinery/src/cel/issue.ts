/** A mistake in an expression. */
export interface CelIssue {
  /** From 1; -1: the expression as a whole. */
  readonly line: number;
  /** From 1, in characters, a character past U+FFFF counting as one; 0: the expression as a whole. */
  readonly column: number;
  readonly message: string;
}

/** Where an issue is that is about the expression as a whole. */
export const wholeExpression = { line: -1, column: 0 } as const;

/** The place in a text, from 1, of an offset in UTF-16 units. */
export function locationOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: countCharacters(text, start, offset) + 1 };
}

/** How many characters a part of a text has. */
export function countCharacters(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; count += 1) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** How many issues are printed. */
const MAX_ISSUES = 100;
const MAX_SNIPPET = 16_384;

/** The issues that are found in a text, in the order in which they are found. */
export class IssueList {
  readonly #text: string;
  readonly #issues: CelIssue[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** All issues so far. */
  get all(): readonly CelIssue[] {
    return this.#issues;
  }

  /** Adds an issue at an offset of the text. Of those that are not printed, only the number is known. */
  add(offset: number, message: () => string): void {
    const isPrinted = this.#issues.length < MAX_ISSUES;
    this.#issues.push(
      isPrinted ? { ...locationOf(this.#text, offset), message: message() } : { ...wholeExpression, message: '' },
    );
  }
}

/** Prints the issues of an expression as cel-go does: in the order of their places, each with its line and a mark. */
export function printIssues(text: string, issues: readonly CelIssue[]): string {
  const lines = text === '' ? [] : text.split('\n');
  const printed = issues
    .slice(0, MAX_ISSUES)
    .sort((one, other) => one.line - other.line || one.column - other.column)
    .map((issue) => printIssue(issue, lines[issue.line - 1]));
  if (issues.length > MAX_ISSUES) printed.push(`${issues.length - MAX_ISSUES} more errors were truncated`);
  return printed.join('\n');
}

function printIssue({ line, column, message }: CelIssue, snippet: string | undefined): string {
  const title = `ERROR: <input>:${line}:${column}: ${message}`;
  if (snippet === undefined) return title;
  const characters = Array.from(snippet.replaceAll('\t', ' '));
  // The length is counted in bytes, as there.
  if (new TextEncoder().encode(snippet).length > MAX_SNIPPET) return title;
  const dots = characters.slice(0, Math.max(0, column - 1)).map((character) => (isWide(character) ? '\uff0e' : '.'));
  const mark = isWide(characters[column - 1] ?? '') ? '\uff3e' : '^';
  return `${title}\n | ${characters.join('')}\n | ${dots.join('')}${mark}`;
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f;
}
