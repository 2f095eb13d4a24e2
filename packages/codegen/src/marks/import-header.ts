import { createHash } from 'node:crypto';
import { withoutMark } from '../text/byte-order-mark.ts';

/** The first line of an imported file. */
const HEADER = /^\/\/ Imported by `[^`\n]*` \(sha256 ([0-9a-f]{16})\)[^\n]*\n/;

/** What is known of a text that was imported. */
export interface ImportedText {
  /** True: it is no longer what was imported. */
  readonly edited: boolean;
  /** What follows the header, with line breaks of one character. */
  readonly body: string;
}

/**
 * Puts the line above a file that says what made it, and by which an edit is seen: it has the hash of what follows. It
 * is the same whichever command imported: any may do it again.
 */
export function withImportHeader(body: string): string {
  return `// Imported by \`kb import\` (sha256 ${hashOf(body)}): import again instead of editing it.\n\n${body}`;
}

/**
 * Reads a file that may have been imported; undefined for every other. Line breaks may have become those of another
 * system.
 */
export function readImported(text: string | undefined): ImportedText | undefined {
  const lines = withoutMark(text)?.replaceAll('\r\n', '\n');
  const [line, hash] = (lines === undefined ? null : HEADER.exec(lines)) ?? [];
  if (lines === undefined || line === undefined) return undefined;
  const body = lines.slice(line.length).replace(/^\n/, '');
  return { edited: hashOf(body) !== hash, body };
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
