import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import type { FileChange, GeneratedFile, SourceReader } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { splitHeader } from './license/source-headers.ts';
import type { ScaffoldFile } from './scaffold-file.ts';

/**
 * Returns the files of a scaffold that have to be written. Throws a CliError, before anything is written, if it would
 * have to overwrite a file, or if something other than a regular file is in the way.
 */
export function scaffoldChanges(root: string, files: readonly ScaffoldFile[], reader: SourceReader): GeneratedFile[] {
  const inTheWay: string[] = [];
  const written: GeneratedFile[] = [];
  for (const file of files) {
    const { path: name, content, whenThere = 'refuse' } = file;
    const there = existsSync(path.join(root, name));
    if (there && !lstatSync(path.join(root, name)).isFile()) inTheWay.push(name);
    else if (!there) written.push({ path: name, content });
    else if (typeof whenThere === 'function') written.push({ path: name, content: whenThere(reader.read(name) ?? '') });
    else if (whenThere === 'refuse' && splitHeader(reader.read(name) ?? '').body !== content) inTheWay.push(name);
  }
  if (inTheWay.length > 0) {
    throw new CliError(
      'KB_FILE_EXISTS',
      `${inTheWay.length === 1 ? 'a file is' : `${inTheWay.length} files are`} in the way: ${inTheWay.join(', ')}`,
      { hint: 'Nothing was written. Move what you want to keep, or choose another folder.' },
    );
  }
  return written;
}

/** Overlays files in memory on those of another reader, and hides removed ones: the project as it will be. */
export function overlayReader(
  base: SourceReader,
  files: readonly GeneratedFile[],
  removed: readonly string[] = [],
): SourceReader {
  const gone = new Set(removed);
  const texts = new Map(files.map(({ path: file, content }) => [file, content]));
  return {
    read: (file) => (gone.has(file) ? undefined : (texts.get(file) ?? base.read(file))),
    list(folder) {
      const start = folder === '' || folder === '.' ? '' : `${folder.replace(/\/$/, '')}/`;
      const own = [...texts.keys()].filter((file) => file.startsWith(start));
      return [...new Set([...base.list(folder), ...own])].filter((file) => !gone.has(file)).toSorted();
    },
  };
}

/** Returns the change that writes a file; undefined if the file is up to date. */
export function changeOf(file: GeneratedFile, reader: SourceReader): FileChange | undefined {
  const before = reader.read(file.path);
  if (before === undefined) return { kind: 'create', path: file.path, after: file.content };
  return before === file.content ? undefined : { kind: 'update', path: file.path, before, after: file.content };
}
