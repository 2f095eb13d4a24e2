import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { packageBorders } from './package-borders.ts';
import { slashed } from './slashed.ts';
import { type HeldPackage, NOTICES_FILE, thirdPartyNotices } from './third-party/third-party-notices.ts';
import { packageOfModule, readThirdPartyPackage } from './third-party/third-party-package.ts';
import { installedFolder, type Manifest } from './workspace-packages.ts';

/** The package to bundle, and its entries. */
export interface BundleOptions {
  /** Its folder, absolute: with `package.json` and `src`. */
  readonly folder: string;
  /** Files of `src`, relative to it, that are started or loaded by path: entries in addition to those of `exports`. */
  readonly entries?: readonly string[];
}

/** A file of the bundle. */
export interface BundledFile {
  /** Relative to `dist`. */
  readonly file: string;
  /**
   * The sources in the file: of the package and of this repository relative to `src`, of third parties as
   * `package/file`.
   */
  readonly sources: readonly string[];
}

/**
 * Bundles the JavaScript of a package into few files in its `dist` (docs/decisions/008-bundled-packages.md).
 *
 * Each entry becomes the file that `tsc` would write. Entries are those of `exports`, the `entries` option, and modules
 * that use their own location (`import.meta.url`). Modules that are imported lazily become separate files at their own
 * paths; code that several files share is in `dist/chunks`.
 *
 * Other packages are imported, except those in `kb.bundled` of the package.json: the used code of these and of their
 * dependencies is bundled, and {@link NOTICES_FILE} lists it. A private package of this repository may be bundled too;
 * it needs no notice.
 *
 * Throws when a module imports a file of another package, or a package that is in neither `dependencies` nor
 * `peerDependencies`, and when a bundled package has no licence.
 */
export async function bundlePackage({ folder, entries = [] }: BundleOptions): Promise<BundledFile[]> {
  const src = join(folder, 'src');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const names = new Set([...publicEntries(manifest, folder), ...entries, ...selfLocatingModules(src, manifest)]);
  const files = new Map([...names].toSorted().map((name) => [join(src, name), builtName(name)]));
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  const bundled = new Set(manifest.kb?.bundled ?? []);
  for (const name of bundled) {
    if (!dependencies.has(name))
      throw new Error(`${manifest.name} bundles ${name}, which is not among its dependencies`);
  }
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries([...files].map(([source, file]) => [file, source])),
    platform: 'neutral',
    tsconfig: false,
    transform: { target: 'es2024' },
    // Modules of this repository have no side effects on import, except entries. Third-party modules may have some.
    treeshake: { moduleSideEffects: (id) => isThirdParty(id) },
    resolve: { mainFields: ['module', 'main'] },
    plugins: [packageBorders({ folder, src, files, dependencies, bundled })],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`${manifest.name}: ${log.message}`);
    },
  });
  try {
    const { output } = await bundle.write({
      dir: join(folder, 'dist'),
      format: 'esm',
      entryFileNames: '[name]',
      chunkFileNames: ({ isDynamicEntry, facadeModuleId }) =>
        isDynamicEntry && facadeModuleId ? lazyName(facadeModuleId, src) : CHUNK_NAME,
      minifyInternalExports: false,
    });
    const chunks = output.filter((item): item is OutputChunk => item.type === 'chunk');
    writeNotices(folder, manifest, chunks);
    return chunks.map(({ fileName, modules }) => ({
      file: fileName,
      // Modules that rolldown adds have no path.
      sources: Object.keys(modules)
        .filter((id) => !id.startsWith('\0'))
        .map((id) => sourceName(id, src)),
    }));
  } finally {
    await bundle.close();
  }
}

/** Writes the notices for the third-party code in these chunks, and for `kb.carried`. */
function writeNotices(folder: string, manifest: Manifest, chunks: readonly OutputChunk[]): void {
  const filesOf = new Map<string, { held: HeldPackage['package']; files: Set<string> }>();
  for (const { fileName, modules } of chunks) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      if (!isThirdParty(id) || renderedLength === 0) continue;
      const held = packageOfModule(id);
      const entry = filesOf.get(held.folder) ?? { held, files: new Set() };
      filesOf.set(held.folder, entry);
      entry.files.add(`dist/${fileName}`);
    }
  }
  const held = [...filesOf.values()].map(({ held: other, files }): HeldPackage => ({
    package: other,
    what: `Contained in ${[...files].toSorted().join(', ')}. Changed: bundled, without unused code.`,
  }));
  for (const [name, what] of Object.entries(manifest.kb?.carried ?? {})) {
    held.push({ package: readThirdPartyPackage(installedFolder(name, folder)), what });
  }
  if (held.length > 0) writeFileSync(join(folder, 'dist', NOTICES_FILE), thirdPartyNotices(manifest.name, held));
}

/** Lists the sources of `exports`, relative to `src`. */
function publicEntries(manifest: Manifest, folder: string): string[] {
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    if (typeof target !== 'object' || target === null || !('@kb/source' in target)) return [];
    const pattern = String(target['@kb/source']);
    const found = globSync(pattern, { cwd: folder }).map((file) => slashed(relative('src', file)));
    if (found.length === 0) throw new Error(`${manifest.name} exports ${pattern}, which does not exist`);
    return found;
  });
}

/** Lists the published modules, relative to `src`, that find files by their own location, so they must keep it. */
function selfLocatingModules(src: string, manifest: Manifest): string[] {
  const unpublished = (manifest.files ?? []).filter((pattern) => pattern.startsWith('!src/'));
  return globSync('**/*.ts', { cwd: src })
    .map(slashed)
    .filter((file) => !file.endsWith('.test.ts') && !/(^|\/)(?:testdata|test-support)\//.test(file))
    .filter((file) => !unpublished.some((pattern) => file.startsWith(`${pattern.slice('!src/'.length)}/`)))
    .filter((file) => /\bimport\.meta\.(url|dirname|filename|resolve)\b/.test(readFileSync(join(src, file), 'utf8')));
}

/** Returns the built file of a module that is imported lazily. */
function lazyName(module: string, src: string): string {
  if (module.startsWith(src + sep)) return builtName(relative(src, module));
  // A bundled package of this repository is not under `src`, so it gets a chunk.
  if (!isThirdParty(module)) return CHUNK_NAME;
  return `third-party/${packageOfModule(module).name}/${basename(module, extname(module))}.js`;
}

function sourceName(module: string, src: string): string {
  return slashed(
    isThirdParty(module)
      ? module.slice(module.lastIndexOf(MODULES_FOLDER) + MODULES_FOLDER.length)
      : relative(src, module),
  );
}

/** The built file of code that several files share. */
const CHUNK_NAME = 'chunks/[name].js';

const MODULES_FOLDER = `${sep}node_modules${sep}`;

function isThirdParty(module: string): boolean {
  return module.includes(MODULES_FOLDER);
}

function builtName(source: string): string {
  return slashed(source).replace(/\.ts$/, '.js');
}
