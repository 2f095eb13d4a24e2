import { createHash } from 'node:crypto';
import { type GeneratedFile, plainText } from '@kb/codegen';

/** The file that records what the scaffold was when each of its files was last written or merged. */
export const RECORD_FILE = 'PROJECT.lock';

/** For each file of the scaffold, the digest of its text without edits. */
export type ScaffoldRecord = ReadonlyMap<string, string>;

const HEADER = `# What kb scaffolded, by SHA-256: "kb update" tells by it which files were not edited. Commit it; never edit it.\n`;

/** Reads a record. Lines that are not entries are ignored: after a merge, files without an entry count as edited. */
export function parseRecord(text: string): ScaffoldRecord {
  const entries = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S.*?)\r?$/gm)];
  return new Map(entries.map(([, digest = '', file = '']) => [file, digest]));
}

/** Prints a record, sorted by file. */
export function formatRecord(record: ScaffoldRecord): string {
  const lines = [...record].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, digest]) => `${digest}  ${file}\n`);
  return HEADER + lines.join('');
}

/** The record of a new project. `scaffold`: all of its files. */
export function newRecord(scaffold: readonly GeneratedFile[]): GeneratedFile {
  const rendered = Object.fromEntries(scaffold.map(({ path, content }) => [path, content]));
  return { path: RECORD_FILE, content: formatRecord(recordOf(rendered)) };
}

/** The digest of a text, whatever its line breaks are, and whether it has a byte order mark or not. */
export function digestOf(text: string): string {
  return createHash('sha256').update(plainText(text)).digest('hex');
}

/** The record of rendered files; PROJECT has no template. */
export function recordOf(rendered: Readonly<Record<string, string>>): ScaffoldRecord {
  return new Map(
    Object.entries(rendered)
      .filter(([file]) => file !== 'PROJECT')
      .map(([file, text]) => [file, digestOf(text)]),
  );
}

/**
 * The record after a command that changed what is rendered. Files that an older version scaffolded keep their entry.
 */
export function changedRecord(
  record: ScaffoldRecord,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ScaffoldRecord {
  const [earlier, now] = [recordOf(before), recordOf(after)];
  const next = new Map(record);
  for (const [file, digest] of now) {
    if (!earlier.has(file) || record.get(file) === earlier.get(file)) next.set(file, digest);
  }
  for (const file of earlier.keys()) if (!now.has(file)) next.delete(file);
  return next;
}
