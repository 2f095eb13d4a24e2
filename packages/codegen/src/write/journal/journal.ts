/** One file of a write. Paths have symbolic links resolved, and are relative to the folder of the journal, with `/`. */
export interface JournalEntry {
  readonly path: string;
  readonly kind: 'create' | 'update' | 'delete';
  /** SHA-256 of the old text, in hexadecimal digits; absent for `create`. */
  readonly before?: string;
  /** SHA-256 of the new text; absent for `delete`. */
  readonly after?: string;
  /** True if `kb generate` can generate the file again if it is lost. */
  readonly generated?: boolean;
}

/**
 * A write that is under way, or was interrupted. `staging`: the new texts are being written beside their targets, and
 * nothing has changed yet. `committed`: all of them are written, and are being moved to their targets. `undoing`: a
 * step was refused, and everything is being restored.
 */
export interface Journal {
  /** 16 hexadecimal digits: part of the names of the temporary files. */
  readonly id: string;
  /** The command that writes, such as `kb create api`, for messages. */
  readonly command: string;
  readonly state: 'staging' | 'committed' | 'undoing';
  /** Folders that the write creates, parents first. */
  readonly folders: readonly string[];
  readonly entries: readonly JournalEntry[];
}

const FORMAT = 1;

/** The name of the temporary file with a new text. */
export function stagedName(file: string, id: string): string {
  return `${file}.kb-${id}.tmp`;
}

/** The name of the temporary file that keeps an old text until the write is done. */
export function keptName(file: string, id: string): string {
  return `${file}.kb-${id}.old`;
}

/** True for the name of a temporary file that an interrupted write left. */
export function isLeftOver(name: string): boolean {
  return /\.kb-(?:\d{1,10}|[0-9a-f]{16})\.(?:tmp|old)$/.test(name);
}

/** Formats a journal for {@link parseJournal}. */
export function formatJournal(journal: Journal): string {
  return `${JSON.stringify({ format: FORMAT, ...journal })}\n`;
}

/**
 * Parses a journal from untrusted text; undefined for any other text, and for one with a path that leads out of its
 * folder or into `.git`.
 */
export function parseJournal(text: string): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value['format'] !== FORMAT) return undefined;
  const { id, command, state, folders, entries } = value;
  if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id) || typeof command !== 'string') return undefined;
  if (state !== 'staging' && state !== 'committed' && state !== 'undoing') return undefined;
  if (!Array.isArray(folders) || !folders.every(isInside) || !Array.isArray(entries)) return undefined;
  const read: JournalEntry[] = [];
  const paths = new Set<string>();
  for (const item of entries) {
    const entry = readEntry(item);
    if (entry === undefined || paths.has(entry.path)) return undefined;
    paths.add(entry.path);
    read.push(entry);
  }
  return { id, command: shown(command), state, folders, entries: read };
}

function readEntry(value: unknown): JournalEntry | undefined {
  if (!isObject(value)) return undefined;
  const { path, kind, before, after, generated } = value;
  if (!isInside(path) || (generated !== undefined && generated !== true)) return undefined;
  const more = generated === true ? { generated } : {};
  if (kind === 'create' && before === undefined && isHash(after)) return { path, kind, after, ...more };
  if (kind === 'update' && isHash(before) && isHash(after)) return { path, kind, before, after, ...more };
  if (kind === 'delete' && isHash(before) && after === undefined) return { path, kind, before, ...more };
  return undefined;
}

/** True for a normalised path that stays in its folder, and outside of `.git`. */
function isInside(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('\0') || value.includes('\\') || /^[a-z]:/i.test(value)) return false;
  return value
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Formats untrusted text for one line of a terminal. */
function shown(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
}
