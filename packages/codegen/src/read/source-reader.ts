import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How the generator sees files. Paths are relative to the project's folder, with `/`, without a leading `./`. Synchronous, because the compiler is. */
export interface SourceReader {
  /** The text of a file, or undefined when there is no such file. */
  readonly read: (file: string) => string | undefined;
  /** The files below a folder, at every depth, sorted; empty when there is no such folder. `node_modules`, `dist` and hidden folders are left out. */
  readonly list: (folder: string) => readonly string[];
}

/** Reads below a folder of the file system. */
export function fileSystemReader(root: string): SourceReader {
  return {
    read(file) {
      try {
        return readFileSync(path.join(root, file), 'utf8');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    list(folder) {
      const files: string[] = [];
      listInto(root, normalFolder(folder), files);
      return files.sort();
    },
  };
}

/** Reads from memory, for tests and for callers that have the sources already. Keys are paths as {@link SourceReader} has them. */
export function memoryReader(files: Readonly<Record<string, string>>): SourceReader {
  const texts = new Map(Object.entries(files));
  return {
    read: (file) => texts.get(file),
    list(folder) {
      const prefix = normalFolder(folder);
      const start = prefix === '' ? '' : `${prefix}/`;
      return [...texts.keys()]
        .filter((file) => file.startsWith(start) && !file.slice(start.length).split('/').some(isIgnored))
        .sort();
    },
  };
}

function listInto(root: string, folder: string, files: string[]): void {
  let entries;
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) listInto(root, file, files);
    else if (entry.isFile()) files.push(file);
  }
}

function isIgnored(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.');
}

function normalFolder(folder: string): string {
  const normal = path.posix.normalize(folder);
  return normal === '.' ? '' : normal.replace(/\/$/, '');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
