import { globSync } from 'node:fs';
import { join } from 'node:path';
import { workspacePackages } from '@kb/tools-release';

/** A module that users of a published package can import. */
export interface PublicEntry {
  /** The specifier that users import, such as `@kb/client/browser`. */
  readonly name: string;
  /** Absolute path of its source file. */
  readonly file: string;
}

/**
 * Lists the entries of all published packages, sorted by name: the subpaths of `exports` that have both a source and a
 * build. A pattern such as `./*\/v1` becomes one entry per matching source.
 */
export function publicEntries(root?: string): PublicEntry[] {
  return workspacePackages(root)
    .flatMap(({ folder, manifest }) =>
      Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
        sourcesOf(target, folder).map((match): PublicEntry => ({
          name: `${manifest.name}${subpath.slice(1).replace('*', match.replacement)}`,
          file: join(folder, match.path),
        })),
      ),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

interface Match {
  readonly path: string;
  /** The text that replaces the asterisk of a pattern. */
  readonly replacement: string;
}

function sourcesOf(target: unknown, folder: string): Match[] {
  if (typeof target !== 'object' || target === null || !('@kb/source' in target)) return [];
  const source = target['@kb/source'];
  if (typeof source !== 'string') return [];
  const [before = '', after] = source.replace(/^\.\//, '').split('*');
  if (after === undefined) return [{ path: before, replacement: '' }];
  return globSync(`${before}*${after}`, { cwd: folder }).map((path) => {
    const slashed = path.replaceAll('\\', '/');
    return { path: slashed, replacement: slashed.slice(before.length, slashed.length - after.length) };
  });
}
