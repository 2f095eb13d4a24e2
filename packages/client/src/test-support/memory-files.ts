import type { ReadFile } from '../surroundings/read-file.ts';

/** Files in memory. */
export interface MemoryFiles {
  readonly readFile: ReadFile;
  /** Writes a file; undefined removes it. */
  write(path: string, text: string | undefined): void;
  /** Returns how often a file was read. */
  reads(path: string): number;
}

/**
 * Creates {@link MemoryFiles}. Errors have Node's codes. Reading a file whose text begins with `!` fails with the rest
 * as the code.
 */
export function memoryFiles(initial: Readonly<Record<string, string>>): MemoryFiles {
  const files = new Map<string, string>(Object.entries(initial));
  const reads = new Map<string, number>();
  return {
    readFile: async (path) => {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      const text = files.get(path) ?? '!ENOENT';
      if (!text.startsWith('!')) return new TextEncoder().encode(text);
      throw Object.assign(new Error(`${text.slice(1)}: ${path}`), { code: text.slice(1) });
    },
    write: (path, text) => {
      if (text === undefined) files.delete(path);
      else files.set(path, text);
    },
    reads: (path) => reads.get(path) ?? 0,
  };
}
