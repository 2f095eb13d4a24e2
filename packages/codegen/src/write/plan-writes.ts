import type { SourceReader } from '../read/source-reader.ts';

/** A file that the generator makes. */
export interface GeneratedFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly content: string;
}

/** One file that a run would change. */
export interface FileChange {
  readonly kind: 'create' | 'update' | 'delete';
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** What is there now; absent for `create`. */
  readonly before?: string;
  /** What will be there; absent for `delete`. */
  readonly after?: string;
  /** True where the generator makes the file, and makes it again where it gets lost. Default: false. */
  readonly generated?: boolean;
}

/** What a run would do to the file system. */
export interface WritePlan {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Sorted by path. Empty: everything is up to date. */
  readonly changes: readonly FileChange[];
  /** Generated files that are as they should be. */
  readonly unchanged: readonly string[];
}

/** What {@link planWrites} needs. */
export interface PlanOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly reader: SourceReader;
  /** Everything that the run generated. */
  readonly files: readonly GeneratedFile[];
  /**
   * Files that are there and that an earlier run generated (recognised by their own mark): removed where this run did
   * not make them again.
   */
  readonly generatedBefore: readonly string[];
}

/**
 * Compares what was generated with what is there. Nothing is written. Throws an Error when two generated files have one
 * path (a bug of an emitter).
 */
export function planWrites(options: PlanOptions): WritePlan {
  const changes: FileChange[] = [];
  const unchanged: string[] = [];
  const paths = new Set<string>();
  for (const file of options.files) {
    if (paths.has(file.path)) throw new Error(`two generated files have the path ${file.path}`);
    paths.add(file.path);
    const before = options.reader.read(file.path);
    if (before === undefined) changes.push({ kind: 'create', path: file.path, after: file.content });
    else if (before !== file.content) changes.push({ kind: 'update', path: file.path, before, after: file.content });
    else unchanged.push(file.path);
  }
  for (const path of options.generatedBefore) {
    if (paths.has(path)) continue;
    const before = options.reader.read(path);
    if (before !== undefined) changes.push({ kind: 'delete', path, before });
  }
  changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { root: options.root, changes, unchanged: unchanged.sort() };
}
