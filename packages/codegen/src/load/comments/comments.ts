import type { Span } from '../../diagnostic/diagnostic.ts';
import { ts } from '../../compiler.ts';

/** A line of a comment, without the comment signs. */
export interface CommentLine {
  readonly text: string;
  /** The offset of the text in the file. */
  readonly offset: number;
  /** A line of a JSDoc comment, or a whole one-line JSDoc comment. Undefined: a line of a `//` comment. */
  readonly jsDoc?: 'line' | 'whole';
}

/** Comments without a blank line between them. */
export interface CommentBlock {
  /** The lines that can be markers, of `//` and JSDoc comments. */
  readonly lines: readonly CommentLine[];
  /** The lines of the last JSDoc comment, with their indentation. */
  readonly doc: readonly CommentLine[];
}

/** The comments above a node. */
export interface LeadingComments {
  /** The comments directly above, which belong to the node. */
  readonly attached: CommentBlock | undefined;
  /** The comments farther up, with a blank line below each. */
  readonly detached: readonly CommentBlock[];
  /**
   * The JSDoc comment that TypeScript assigns to the node in spite of a blank line below it: the last of `detached`.
   */
  readonly apart: CommentBlock | undefined;
}

/** Returns the comments above a node, and those of them that belong to it. */
export function leadingComments(file: ts.SourceFile, node: ts.Node): LeadingComments {
  const ranges = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? beside(file, node);
  const groups: ts.CommentRange[][] = [];
  let end: number | undefined;
  for (const range of ranges) {
    const current = groups.at(-1);
    if (current === undefined || end === undefined || hasBlankLine(file.text, end, range.pos)) groups.push([range]);
    else current.push(range);
    end = range.end;
  }
  const last =
    node.kind !== ts.SyntaxKind.EndOfFileToken &&
    end !== undefined &&
    !hasBlankLine(file.text, end, node.getStart(file));
  const closest = last ? groups.pop() : undefined;
  const attached = closest === undefined ? undefined : blockOf(file.text, closest);
  const detached = groups.map((group) => blockOf(file.text, group));
  const above = attached === undefined || attached.doc.length === 0 ? detached.at(-1) : undefined;
  return { attached, detached, apart: above !== undefined && above.doc.length > 0 ? above : undefined };
}

/** Returns the comments after a node on its line, without those of a declaration that follows on the same line. */
export function trailingComments({ text }: ts.SourceFile, node: ts.Node): CommentBlock | undefined {
  const separator = /^[ \t]*[,;]/.exec(text.slice(node.end, node.end + 40))?.[0].length ?? 0;
  const ranges = ts.getTrailingCommentRanges(text, node.end + separator);
  const last = ranges?.at(-1);
  if (ranges === undefined || last === undefined) return undefined;
  const isFollowed = /^[ \t]*[\p{ID_Start}$_'"[\d]/u.test(text.slice(last.end, last.end + 40));
  return blockOf(text, isFollowed ? ranges.filter((range) => !isJsDoc(text, range)) : ranges);
}

/**
 * The JSDoc comments between a node and what precedes it on its line, as in `{ /** The name. *\/ name: string }`:
 * TypeScript assigns them to nothing.
 */
function beside(file: ts.SourceFile, node: ts.Node): readonly ts.CommentRange[] {
  if (node.kind === ts.SyntaxKind.EndOfFileToken) return [];
  const ranges = ts.getTrailingCommentRanges(file.text, node.getFullStart()) ?? [];
  const isBefore = !file.text.slice(ranges.at(-1)?.end, node.getStart(file)).includes('\n');
  return isBefore ? ranges.filter((range) => isJsDoc(file.text, range)) : [];
}

function isJsDoc(text: string, { pos, end }: ts.CommentRange): boolean {
  return text.startsWith('/**', pos) && end - pos > 4;
}

/** Returns a part of a file as a span; a part of several lines ends with its first line. */
export function spanAt(file: ts.SourceFile, offset: number, length: number): Span {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  const lineEnd = file.text.slice(offset, offset + length).search(/[\r\n]/);
  return {
    file: file.fileName,
    line: line + 1,
    column: character + 1,
    length: Math.max(1, lineEnd === -1 ? length : lineEnd),
  };
}

/** Returns the span of a node, without its comments. */
export function spanOf(node: ts.Node): Span {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  return spanAt(file, start, node.end - start);
}

function blockOf(text: string, ranges: readonly ts.CommentRange[]): CommentBlock {
  const lines: CommentLine[] = [];
  let doc: readonly CommentLine[] = [];
  for (const range of ranges) {
    const { pos, end, kind } = range;
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia) {
      lines.push(trimmed(text.slice(pos + 2, end), pos + 2));
    } else if (isJsDoc(text, range)) {
      doc = jsDocLines(text, pos, end);
      const jsDoc = doc.length === 1 ? 'whole' : 'line';
      for (const { text: line, offset } of doc) lines.push({ ...trimmed(line, offset), jsDoc });
    }
  }
  return { lines, doc };
}

/** Returns the lines of a JSDoc comment, without their leading `*` and one space. */
function jsDocLines(text: string, pos: number, end: number): CommentLine[] {
  const lines: CommentLine[] = [];
  let offset = pos + 3;
  for (const line of text.slice(offset, end - 2).split('\n')) {
    const mark = lines.length === 0 ? /^[ \t]?/ : /^[ \t]*(?:\*[ \t]?)?/;
    const skipped = mark.exec(line)?.[0].length ?? 0;
    lines.push({ text: line.slice(skipped).trimEnd(), offset: offset + skipped });
    offset += line.length + 1;
  }
  return lines;
}

function trimmed(line: string, offset: number): CommentLine {
  return { text: line.trim(), offset: offset + (line.length - line.trimStart().length) };
}

function hasBlankLine(text: string, from: number, to: number): boolean {
  return /\n[ \t\r]*\n/.test(text.slice(from, to));
}
