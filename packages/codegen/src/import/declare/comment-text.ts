import { descriptionOf } from '../../load/comments/description.ts';
import { looksLikeNearMiss } from '../../markers/near-miss.ts';
import { printMarker } from './marker-text.ts';

/** What would end a comment, or a line of it: for JavaScript, for an editor, or for whoever reads it byte by byte. */
const uncommentable = /\*\/|[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]|\p{Surrogate}/u;

/**
 * The text of a JSDoc comment from which the generator reads exactly this description; undefined where no comment can
 * say it. The text has one line for each line of the comment; each is printed behind ` * ` as it is.
 */
export function commentOf(description: string, options: CommentOptions = {}): string | undefined {
  // Links read as their text, and to look for the end of one that has none takes long.
  if (description === '' || uncommentable.test(description) || description.includes('{@link')) return undefined;
  // A line of dashes ends a description, but keeps the line break before it.
  const text = description.endsWith('\n') ? `${description}\n---` : description;
  const lines = text.split('\n').map((line) => line.trimEnd());
  return descriptionOf(lines, options) === description && !looksLikeNearMiss(lines) ? text : undefined;
}

/** How the generator reads a comment: a marker beside it says so. */
export interface CommentOptions {
  /** True: blank lines that follow each other stay. */
  readonly keepsBlankLines?: boolean;
}

/** A comment and the markers beside it, which say what it does not keep of a description. */
export interface CommentText {
  readonly text: string;
  readonly markers: readonly string[];
}

/** The comment that says a description, with as few markers as are needed; undefined where none does. */
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
 * The first paragraph of a description that no comment says exactly, for editors to show: without space at the end of
 * lines. Undefined where not even that can stand in a comment.
 */
export function firstParagraphOf(description: string): string | undefined {
  const lines = description.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const next = lines.indexOf('', Math.max(first, 0));
  return commentOf(lines.slice(Math.max(first, 0), next === -1 ? undefined : next).join('\n'));
}
