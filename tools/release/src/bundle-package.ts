import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import type { Manifest } from './workspace-packages.ts';

/** A package whose sources are bundled. */
export interface BundleOptions {
  /** Its folder, absolute: with `package.json` and `src`. */
  readonly folder: string;
  /** Files of `src`, relative to it, that something else starts or loads by their path: entries besides those of `exports`. */
  readonly entries?: readonly string[];
}

/** A file of the bundle. */
export interface BundledFile {
  /** Relative to `dist`. */
  readonly file: string;
  /** The sources that it holds, relative to `src`. */
  readonly sources: readonly string[];
}

/**
 * Writes the JavaScript of a package to its `dist`, in few files (docs/decisions/008-bundled-packages.md). Every entry is the file that `tsc` would write: those of `exports`,
 * `entries`, and modules that ask where they are (`import.meta.url`). What is imported lazily is a file at its own path too; what several of these share is in `dist/chunks`.
 * Other packages are imported, never taken in. Throws when a module imports a file of another package, or a package that `dependencies` does not name.
 */
export async function bundlePackage({ folder, entries = [] }: BundleOptions): Promise<BundledFile[]> {
  const src = join(folder, 'src');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const names = new Set([...publicEntries(manifest, folder), ...entries, ...modulesThatAskWhereTheyAre(src, manifest)]);
  const files = new Map([...names].toSorted().map((name) => [join(src, name), builtName(name)]));
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries([...files].map(([source, file]) => [file, source])),
    platform: 'neutral',
    tsconfig: false,
    transform: { target: 'es2024' },
    // No module does anything when it is imported, except entries.
    treeshake: { moduleSideEffects: false },
    plugins: [packageBorders({ folder, src, files, dependencies: new Set(Object.keys(manifest.dependencies ?? {})) })],
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
        isDynamicEntry && facadeModuleId ? builtName(relative(src, facadeModuleId)) : 'chunks/[name].js',
      minifyInternalExports: false,
    });
    return output
      .filter((item): item is OutputChunk => item.type === 'chunk')
      .map(({ fileName, moduleIds }) => ({
        file: fileName,
        // What rolldown adds of its own has no path.
        sources: moduleIds.filter((id) => !id.startsWith('\0')).map((id) => slashed(relative(src, id))),
      }));
  } finally {
    await bundle.close();
  }
}

/** Decides of every import whether it is bundled: what is in `src` and no entry. */
function packageBorders(options: {
  readonly folder: string;
  readonly src: string;
  /** The built file of each entry, by its source. */
  readonly files: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
}): Plugin {
  const { folder, src, files, dependencies } = options;
  return {
    name: 'package-borders',
    resolveId(id, importer) {
      if (importer === undefined) return null;
      if (!id.startsWith('.')) {
        const [scope = '', name = ''] = id.split('/');
        if (!isBuiltin(id) && !dependencies.has(scope.startsWith('@') ? `${scope}/${name}` : scope)) {
          throw new Error(`${importer} imports ${id}, which the dependencies of its package do not name`);
        }
        return { id, external: true };
      }
      const source = resolve(dirname(importer), id);
      const entry = files.get(source);
      // An entry is one file for who imports it from inside too.
      if (entry !== undefined) return { id: `${ownFile}dist/${entry}`, external: true };
      if (source.startsWith(src + sep)) return null;
      if (source.startsWith(folder + sep)) return { id: ownFile + slashed(relative(folder, source)), external: true };
      throw new Error(`${importer} imports ${id}, which is outside of its package`);
    },
    renderChunk(code, { fileName, imports, dynamicImports }) {
      return [...imports, ...dynamicImports]
        .filter((id) => id.startsWith(ownFile))
        .reduce((text, id) => {
          const path = posix.relative(posix.dirname(`dist/${fileName}`), id.slice(ownFile.length));
          return text.replaceAll(`"${id}"`, `"${path.startsWith('.') ? path : `./${path}`}"`);
        }, code);
    },
  };
}

/** Stands before the path, in its package, of a file that is not bundled, until it is known which file imports it. */
const ownFile = 'own-file:';

/** The sources, relative to `src`, that `exports` leads to. */
function publicEntries(manifest: Manifest, folder: string): string[] {
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    if (typeof target !== 'object' || target === null || !('@kb/source' in target)) return [];
    const pattern = String(target['@kb/source']);
    const found = globSync(pattern, { cwd: folder }).map((file) => slashed(relative('src', file)));
    if (found.length === 0) throw new Error(`${manifest.name} exports ${pattern}, which is not there`);
    return found;
  });
}

/** The published modules, relative to `src`, that find files from their own place: they have to stay there. */
function modulesThatAskWhereTheyAre(src: string, manifest: Manifest): string[] {
  const unpublished = (manifest.files ?? []).filter((pattern) => pattern.startsWith('!src/'));
  return globSync('**/*.ts', { cwd: src })
    .map(slashed)
    .filter((file) => !file.endsWith('.test.ts') && !/(^|\/)testdata\//.test(file))
    .filter((file) => !unpublished.some((pattern) => file.startsWith(`${pattern.slice('!src/'.length)}/`)))
    .filter((file) => /\bimport\.meta\.(url|dirname|filename|resolve)\b/.test(readFileSync(join(src, file), 'utf8')));
}

function builtName(source: string): string {
  return slashed(source).replace(/\.ts$/, '.js');
}

function slashed(file: string): string {
  return file.replaceAll(sep, '/');
}
