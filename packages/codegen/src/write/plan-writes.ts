import type { SourceReader } from '../read/source-reader.ts';

/** A generated file. */
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
  /** The existing text; absent for `create`. */
  readonly before?: string;
  /** The new text; absent for `delete`. */
  readonly after?: string;
  /** True if the generator wrote the file, and can write it again if it is lost. Default: false. */
  readonly generated?: boolean;
}

/** The changes that a run would make to the file system. */
export interface WritePlan {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Sorted by path. Empty: everything is up to date. */
  readonly changes: readonly FileChange[];
  /** Generated files that are up to date. */
  readonly unchanged: readonly string[];
}

/** Options of {@link planWrites}. */
export interface PlanOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly reader: SourceReader;
  /** All files that the run generated. */
  readonly files: readonly GeneratedFile[];
  /**
   * Existing files that an earlier run generated, identified by their own mark: removed if this run did not generate
   * them again.
   */
  readonly generatedBefore: readonly string[];
}

/**
 * Compares the generated files with the existing ones. Writes nothing. Throws an Error if two generated files have the
 * same path, which is a bug of an emitter.
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
