import { descriptionOf, looksLikeNearMiss } from '@kb/codegen/importer';
import { printMarker } from './marker-text.ts';

/** What would end a comment, or a line of it: for JavaScript, for an editor, or for a reader of bytes. */
const UNCOMMENTABLE = /\*\/|[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]|\p{Surrogate}/u;

/**
 * The text of a JSDoc comment from which the generator reads exactly this description; undefined where no comment can
 * express it. The text has one line for each line of the comment; each is printed after ` * `, unchanged.
 */
export function commentOf(description: string, options: CommentOptions = {}): string | undefined {
  // Links are read as their text, and searching for the end of an unclosed one is slow.
  if (description === '' || UNCOMMENTABLE.test(description) || description.includes('{@link')) return undefined;
  // A line of dashes ends a description, but keeps the line break before it.
  const text = description.endsWith('\n') ? `${description}\n---` : description;
  const lines = text.split('\n').map((line) => line.trimEnd());
  return descriptionOf(lines, options) === description && !looksLikeNearMiss(lines) ? text : undefined;
}

/** How the generator reads a comment, set by markers beside it. */
export interface CommentOptions {
  /** True: blank lines that follow each other stay. */
  readonly keepsBlankLines?: boolean;
}

/** A comment, and markers for the parts of a description that it cannot keep. */
export interface CommentText {
  readonly text: string;
  readonly markers: readonly string[];
}

/** The comment for a description, with as few markers as possible; undefined where there is none. */
export function commentWithMarkers(description: string): CommentText | undefined {
  const ended = withoutLineEnds(description);
  const ends = ended && printMarker('kb:lineEnds', { '': ended.ends });
  const texts = [
    { text: description, markers: [] },
    ...(ended !== undefined && ends !== undefined ? [{ text: ended.text, markers: [ends] }] : []),
  ];
  for (const keepsBlankLines of [false, true]) {
    for (const { text, markers } of texts) {
      const comment = commentOf(text, { keepsBlankLines });
      if (comment === undefined) continue;
      return { text: comment, markers: keepsBlankLines ? [...markers, '+kb:blankLines'] : markers };
    }
  }
  return undefined;
}

/**
 * A description without the blanks that every line of it but the last ends with; undefined where there are none, or not
 * the same everywhere.
 */
export function withoutLineEnds(description: string): { readonly text: string; readonly ends: string } | undefined {
  const [first = '', ...others] = description.split('\n');
  const ends = first.slice(first.trimEnd().length);
  if (others.length === 0 || !/^[ \t]+$/.test(ends)) return undefined;
  const text = description.replaceAll(`${ends}\n`, '\n');
  return text.replaceAll('\n', `${ends}\n`) === description ? { text, ends } : undefined;
}

/**
 * The first paragraph of a description that no comment can express, for editors to show: without space at the end of
 * lines. Undefined where even that cannot be in a comment.
 */
export function firstParagraphOf(description: string): string | undefined {
  const lines = description.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const next = lines.indexOf('', Math.max(first, 0));
  return commentOf(lines.slice(Math.max(first, 0), next === -1 ? undefined : next).join('\n'));
}
