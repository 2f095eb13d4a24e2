import type { Diagnostic } from './diagnostic.ts';

/** How many columns of a source line are shown. */
const MAX_WIDTH = 140;
/** How many columns of a longer line are shown before the marked part. */
const BEFORE = 40;

/** A line of a frame as it is printed. */
export interface FrameLine {
  readonly text: string;
  /** The marked line, the mark below it, or a line around them. */
  readonly kind: 'here' | 'mark' | 'around';
}

/**
 * The code frame of a diagnostic: its line with a mark below the part in question, and the lines around it. Long lines
 * are cut; control characters, which could change what a terminal shows, are replaced.
 */
export function formatFrame({ frame, line, column, length }: Diagnostic): FrameLine[] {
  if (frame === undefined) return [];
  const width = String(frame.firstLine + frame.lines.length - 1).length;
  return frame.lines.flatMap((source, index): FrameLine[] => {
    const number = frame.firstLine + index;
    const here = number === line;
    const gutter = `${here ? '>' : ' '} ${String(number).padStart(width)} |`;
    const window = here ? windowAround(source, column - 1) : { start: 0, text: cut(source, 0) };
    const text = withoutControls(window.text);
    const shown = text === '' ? gutter : `${gutter} ${text}`;
    if (!here) return [{ text: shown, kind: 'around' }];
    // Tabs stay tabs, so that the mark is below the right part.
    const offset = column - 1 - window.start;
    const indent = text.slice(0, offset).replaceAll(/[^\t]+/g, (part) => ' '.repeat(displayWidth(part)));
    const marked = text.slice(offset, offset + length);
    const mark = '^'.repeat(Math.max(1, Math.min(MAX_WIDTH, displayWidth(marked))));
    return [
      { text: shown, kind: 'here' },
      { text: `  ${' '.repeat(width)} | ${indent}${mark}`, kind: 'mark' },
    ];
  });
}

/**
 * Replaces characters that could change what a terminal shows: control characters, separators of lines, and marks that
 * turn the direction of text. Tabs and line breaks stay.
 */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- the function is about these characters
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** The part of a line that is shown, and its offset in the line. An ellipsis of one column marks each cut. */
function windowAround(source: string, offset: number): { readonly start: number; readonly text: string } {
  if (source.length <= MAX_WIDTH || offset < MAX_WIDTH - BEFORE) return { start: 0, text: cut(source, 0) };
  const start = offset - BEFORE;
  return { start, text: `…${cut(source, start).slice(1)}` };
}

function cut(source: string, start: number): string {
  const rest = source.slice(start, start + MAX_WIDTH);
  return start + MAX_WIDTH < source.length ? `${rest.slice(0, -1)}…` : rest;
}

/** The number of terminal columns of a text. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** Characters that are two columns wide: those of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
