import { globSync } from 'node:fs';
import { join } from 'node:path';
import { workspacePackages } from '@kb/tools-release';

/** A module that users of a published package can import. */
export interface PublicEntry {
  /** What users write after `from`, such as `@kb/client/browser`. */
  readonly name: string;
  /** Absolute path of its source. */
  readonly file: string;
}

/**
 * Lists the entries of all published packages, sorted by name: those of `exports` that have a source and are built
 * too. A pattern such as `./*\/v1` stands for one entry per source that matches it.
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
  /** What the asterisk of a pattern stands for. */
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
