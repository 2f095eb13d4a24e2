import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, seen from `src/server/http` and from `dist/server/http`. */
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Returns the folder of the built page; undefined when it is not built. The published package contains it. In a clone
 * of the repository it is built into a cache when its sources have changed, which takes a few seconds.
 */
export function builtPageFolder(): string | undefined {
  const script = path.join(packageFolder, 'scripts', 'build-page.ts');
  if (existsSync(script)) return pageOfClone(script);
  const folder = path.join(packageFolder, 'dist', 'page');
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
}

function pageOfClone(script: string): string | undefined {
  const cache = path.join(packageFolder, '..', '..', 'node_modules', '.cache', 'kb');
  const folder = path.join(cache, `page-${stateOfSources()}`);
  if (existsSync(folder)) return folder;
  // A second kb that builds at the same time has a folder of its own; the first that is ready counts.
  const made = `${folder}.${process.pid}`;
  const { status } = spawnSync(process.execPath, [script, made], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0 && !existsSync(folder)) renameSync(made, folder);
  rmSync(made, { recursive: true, force: true });
  if (status !== 0) return undefined;
  for (const old of globSync('page-*', { cwd: cache }))
    if (path.join(cache, old) !== folder) removeOld(path.join(cache, old));
  return folder;
}

/** A page that is older than a day is no longer served by a kb that runs. */
const OLD_MS = 24 * 60 * 60 * 1000;

function removeOld(folder: string): void {
  if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true });
}

/** Names, sizes and times of the sources, as one short text. */
function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['src/{page,protocol}/**/*.*', 'scripts/*', 'package.json'], {
    cwd: packageFolder,
  }).toSorted()) {
    const { size, mtimeMs } = statSync(path.join(packageFolder, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
