import path from 'node:path';
import type { SourceReader } from '../../read/source-reader.ts';
import type { SourcePackage } from './source-packages.ts';

/**
 * Returns the package in a folder or, with `bare`, the sources in a folder without `src`: part of the package that
 * contains it (`<package>/src/<group>/<version>`), or sources without a package.
 */
export function sourcePackageAt(folder: string, bare: boolean, reader: SourceReader): SourcePackage {
  if (!bare || hasSources(folder, reader)) return { folder, name: nameOf(folder, reader) };
  for (let above = path.posix.dirname(folder); above !== '.' && above !== '/'; above = path.posix.dirname(above)) {
    if (path.posix.basename(above) !== 'src') continue;
    const owner = path.posix.dirname(above);
    const name = nameOf(owner, reader);
    if (name !== undefined) return { folder: owner, name, root: above, only: folder };
  }
  return { folder, name: nameOf(folder, reader), root: folder };
}

/**
 * Returns the folder of a controller's sources: `src` in the folder or, with `bare`, the folder itself if it has no
 * `src`.
 */
export function controllerSourcesIn(folder: string, bare: boolean, reader: SourceReader): string {
  return bare && !hasSources(folder, reader) ? folder : path.posix.join(folder, 'src');
}

function hasSources(folder: string, reader: SourceReader): boolean {
  return reader.list(`${folder}/src`).length > 0;
}

/** The name in a folder's package.json. */
function nameOf(folder: string, reader: SourceReader): string | undefined {
  const manifest = reader.read(`${folder}/package.json`);
  if (manifest === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(manifest.replace(/^\uFEFF/, ''));
    return value !== null && typeof value === 'object' && 'name' in value && typeof value.name === 'string'
      ? value.name
      : undefined;
  } catch {
    return undefined;
  }
}
