import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { publishedManifest } from './published-manifest.ts';
import { publicationOf, publishing } from './publishing.ts';
import { NOTICES_FILE } from './third-party/third-party-notices.ts';
import { repositoryRoot, type WorkspacePackage, workspacePackages } from './workspace-packages.ts';

/** A package as it is published: a folder for `npm publish` or `npm pack`. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Copies every published package to `into`, from its build (run the `build` target first). `suffix` is appended to the
 * version; `hash` derives it from the content, so that a registry and npm's caches never mix two builds. Without a
 * suffix, the packages are those of a release, which are published with a provenance statement. Throws when a package
 * was not built.
 */
export function packAll(options: { into: string; suffix?: string }): PackedPackage[] {
  const packages = workspacePackages();
  const siblings = new Set(packages.map(({ manifest }) => manifest.name));
  const files = new Map(packages.map((item) => [item, publishedFiles(item)]));
  const suffix = options.suffix === 'hash' ? `local.${contentHash(files)}` : options.suffix;
  return packages.map((item) => {
    const version = suffix === undefined ? item.manifest.version : `${item.manifest.version}-${suffix}`;
    const folder = join(options.into, item.manifest.name.replace('/', '+'));
    mkdirSync(folder, { recursive: true });
    for (const file of files.get(item) ?? []) {
      // At the root, where people look for it.
      cpSync(join(item.folder, file), join(folder, file === `dist/${NOTICES_FILE}` ? NOTICES_FILE : file));
    }
    for (const file of ['LICENSE', 'README.md']) {
      const own = join(item.folder, file);
      const source = existsSync(own) ? own : join(repositoryRoot, file);
      if (existsSync(source)) cpSync(source, join(folder, file));
    }
    const published = publishedManifest(item.manifest, version, siblings);
    const hasNotices = existsSync(join(folder, NOTICES_FILE));
    const manifest = {
      ...published,
      // npm includes a licence file that no pattern names, but not the notices.
      ...(hasNotices && { files: [...(published.files ?? []), NOTICES_FILE] }),
      // A provenance statement needs an identity, which a local registry does not provide.
      ...(suffix === undefined && publicationOf(publishing, relative(repositoryRoot, item.folder))),
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    return { name: item.manifest.name, version, folder };
  });
}

/** Returns the files that `files` of the manifest names, relative to the package's folder, sorted. */
function publishedFiles({ folder, manifest }: WorkspacePackage): string[] {
  const patterns = manifest.files ?? ['dist'];
  if (patterns.includes('dist') && !existsSync(join(folder, 'dist'))) {
    throw new Error(`${manifest.name} has no dist folder: run "npm run build" first`);
  }
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const leftOut = (file: string): boolean =>
    file.endsWith('.test.ts') ||
    /(^|\/)(?:testdata|test-support)\//.test(file) ||
    excluded.some((pattern) => file === pattern || file.startsWith(`${pattern}/`));
  return included
    .flatMap((pattern) => {
      const path = join(folder, pattern);
      if (!existsSync(path))
        throw new Error(`${manifest.name} publishes "${pattern}", which does not exist: build it first`);
      return statSync(path).isDirectory()
        ? globSync(`${pattern}/**/*`, { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())
        : [pattern];
    })
    .filter((file) => !leftOut(file))
    .toSorted();
}

function contentHash(files: ReadonlyMap<WorkspacePackage, readonly string[]>): string {
  const hash = createHash('sha256');
  for (const [{ folder, manifest }, names] of files) {
    hash.update(JSON.stringify(manifest));
    for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 12);
}
