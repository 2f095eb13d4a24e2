import { descriptionOf, looksLikeNearMiss } from '@kb/codegen/importer';
import { printMarker } from './marker-text.ts';

/** Characters that would end a comment, or a line of it, for JavaScript, an editor, or a reader of bytes. */
const UNCOMMENTABLE = /\*\/|[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]|\p{Surrogate}/u;

/**
 * Returns the text of a JSDoc comment from which the generator reads exactly this description; undefined if no comment
 * can express it. Each line of the text is printed after ` * `, unchanged.
 */
export function commentOf(description: string, options: CommentOptions = {}): string | undefined {
  // Links are read as their text, and searching for the end of an unclosed one is slow.
  if (description === '' || UNCOMMENTABLE.test(description) || description.includes('{@link')) return undefined;
  // A line of dashes ends a description, but keeps the line break before it.
  const text = description.endsWith('\n') ? `${description}\n---` : description;
  const lines = text.split('\n').map((line) => line.trimEnd());
  return descriptionOf(lines, options) === description && !looksLikeNearMiss(lines) ? text : undefined;
}

/** How the generator reads a comment, depending on the markers beside it. */
export interface CommentOptions {
  /** Consecutive blank lines are kept. */
  readonly keepsBlankLines?: boolean;
}

/** A comment, and markers for the parts of a description that a comment cannot keep. */
export interface CommentText {
  readonly text: string;
  readonly markers: readonly string[];
}

/** The comment for a description, with as few markers as possible; undefined if no comment can express it. */
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
 * A description without the equal spaces at the end of each line but the last; undefined if there are none, or if they
 * differ.
 */
export function withoutLineEnds(description: string): { readonly text: string; readonly ends: string } | undefined {
  const [first = '', ...others] = description.split('\n');
  const ends = first.slice(first.trimEnd().length);
  if (others.length === 0 || !/^[ \t]+$/.test(ends)) return undefined;
  const text = description.replaceAll(`${ends}\n`, '\n');
  return text.replaceAll('\n', `${ends}\n`) === description ? { text, ends } : undefined;
}

/**
 * The first paragraph of a description that no comment can express, for editors to show, without trailing space.
 * Undefined if even that cannot be in a comment.
 */
export function firstParagraphOf(description: string): string | undefined {
  const lines = description.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const next = lines.indexOf('', Math.max(first, 0));
  return commentOf(lines.slice(Math.max(first, 0), next === -1 ? undefined : next).join('\n'));
}
