import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ToolState } from './tool-state.ts';

/** The files and folders that a run of `kb generate` read and wrote, if everything was up to date after it. */
export interface RunRecord {
  /** The code of kb that ran. */
  readonly tool: ToolState;
  /** The arguments after `generate` that matter. */
  readonly options: string;
  /** When it began, on the file system's clock, in milliseconds. */
  readonly startedAt: number;
  /** What a further run would print. */
  readonly output: string;
  /** The warnings that it would print before that, if there are any. */
  readonly warnings?: RecordedWarnings;
  /**
   * Every file that it read or wrote, relative to the project's folder; null for one that was looked for and is
   * missing.
   */
  readonly files: Readonly<Record<string, FileFingerprint | null>>;
  /** Every folder that it listed, with the names, one a line. */
  readonly folders: Readonly<Record<string, string>>;
}

/** Warnings as they are printed. */
export interface RecordedWarnings {
  readonly plain: string;
  /** For terminals that show colours. */
  readonly coloured: string;
}

/** A file as it was seen: size in bytes, mtime and ctime in milliseconds, inode, hash of its content. */
export type FileFingerprint = readonly [size: number, modified: number, changed: number, inode: number, hash: string];

const FORMAT = 2;

/**
 * The path of a project's record: in its `node_modules`, which no project commits. A project without one has no record.
 */
function recordFile(root: string): string {
  return path.join(root, 'node_modules', '.cache', 'kb', 'generate.json');
}

/** Returns the record of a project's last run; undefined if it is missing or unreadable. */
export function readRecord(root: string): RunRecord | undefined {
  try {
    const value: { readonly format?: unknown } & RunRecord = JSON.parse(readFileSync(recordFile(root), 'utf8'));
    return value.format === FORMAT ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A record in the making. */
export interface OpenRecord {
  /** The current time of the file system's clock, in milliseconds. */
  readonly startedAt: number;
  /** Replaces the previous record. */
  save(record: RunRecord): void;
  /** Keeps the previous record. */
  discard(): void;
}

/**
 * Begins a record. Undefined if the project has no `node_modules`, or nothing can be written there; then nothing is
 * recorded, without an error.
 */
export function openRecord(root: string): OpenRecord | undefined {
  const file = recordFile(root);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    if (!statSync(path.join(root, 'node_modules')).isDirectory()) return undefined;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, '');
    return {
      startedAt: statSync(temporary).mtimeMs,
      save(record) {
        try {
          writeFileSync(temporary, JSON.stringify({ format: FORMAT, ...record }));
          renameSync(temporary, file);
        } catch {
          rmSync(temporary, { force: true });
        }
      },
      discard: () => rmSync(temporary, { force: true }),
    };
  } catch {
    return undefined;
  }
}
