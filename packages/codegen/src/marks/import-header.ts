import { createHash } from 'node:crypto';
import { plainText } from '../text/text-form.ts';
import { skipSourceComments } from './source-comments.ts';

/** The first line of an imported file, after the header of the project's sources. */
const HEADER = /^\/\/ Imported by `[^`\n]*` \(sha256 ([0-9a-f]{16})\)[^\n]*\n/m;

/** The contents of an imported file. */
export interface ImportedText {
  /** True when it was edited after the import. */
  readonly edited: boolean;
  /** What is before the line of the import: the header that the project's sources have. */
  readonly before: string;
  /**
   * The text after the header, with `
   * ` as line break.
   */
  readonly body: string;
}

/**
 * Adds the header line of an imported file. It has the hash of the rest, which reveals an edit, and is the same for
 * every import command, so that any of them may replace the file.
 */
export function withImportHeader(body: string): string {
  return `// Imported by \`kb import\` (sha256 ${hashOf(body)}): import again instead of editing it.\n\n${body}`;
}

/** Reads a file that may have been imported; undefined for any other. Accepts the line breaks of other systems. */
export function readImported(text: string | undefined): ImportedText | undefined {
  const lines = text === undefined ? undefined : plainText(text);
  const found = lines === undefined ? null : HEADER.exec(lines);
  if (lines === undefined || found === null) return undefined;
  const before = lines.slice(0, found.index);
  // After anything but comments the line is a part of something else, such as a text.
  const isHeader = before.trim() !== '' && skipSourceComments(before) === before.length;
  if (before !== '' && !isHeader) return undefined;
  const [line, hash] = found;
  const body = lines.slice(found.index + line.length).replace(/^\n/, '');
  return { edited: hashOf(body) !== hash, before, body };
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
