import { isBuiltin } from 'node:module';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';
import { slashed } from './slashed.ts';

/** Options of {@link packageBorders}. */
export interface BorderOptions {
  /** The package's folder. */
  readonly folder: string;
  /** The folder of its sources. */
  readonly src: string;
  /** The built file of each entry, relative to `dist`, by its source. */
  readonly files: ReadonlyMap<string, string>;
  /** The packages that may be imported. */
  readonly dependencies: ReadonlySet<string>;
  /** Those of them that are bundled, with what they import. */
  readonly bundled: ReadonlySet<string>;
}

/**
 * A rolldown plugin that decides for every import whether it is bundled: modules in `src` that are not entries, and
 * modules of bundled packages. Everything else is imported.
 */
export function packageBorders(options: BorderOptions): Plugin {
  return {
    name: 'package-borders',
    resolveId(id, importer) {
      if (importer === undefined) return null;
      const fromUs = importer.startsWith(options.src + sep);
      if (id.startsWith('.')) return fromUs ? ownImport(id, importer, options) : null;
      const name = packageName(id);
      if (isBuiltin(id)) return { id, external: true };
      if (options.bundled.has(name)) return null;
      if (options.dependencies.has(name)) return { id, external: true };
      // Dependencies of a bundled package are bundled too.
      if (!fromUs) return null;
      throw new Error(`${importer} imports ${id}, which is not among the dependencies of its package`);
    },
    renderChunk(code, { fileName, imports, dynamicImports }) {
      return [...imports, ...dynamicImports]
        .filter((id) => id.startsWith(OWN_FILE))
        .reduce((text, id) => {
          const path = posix.relative(posix.dirname(`dist/${fileName}`), id.slice(OWN_FILE.length));
          return text.replaceAll(`"${id}"`, `"${path.startsWith('.') ? path : `./${path}`}"`);
        }, code);
    },
  };
}

/** A prefix of the path of a file that is not bundled, relative to the package, until the importing file is known. */
const OWN_FILE = 'own-file:';

function ownImport(
  id: string,
  importer: string,
  { folder, src, files }: BorderOptions,
): { id: string; external: true } | null {
  const source = resolve(dirname(importer), id);
  const entry = files.get(source);
  // An entry stays one file, even if another module of the package imports it.
  if (entry !== undefined) return { id: `${OWN_FILE}dist/${entry}`, external: true };
  if (source.startsWith(src + sep)) return null;
  if (source.startsWith(folder + sep)) return { id: OWN_FILE + slashed(relative(folder, source)), external: true };
  throw new Error(`${importer} imports ${id}, which is outside of its package`);
}

/** Returns `@scope/name` for `@scope/name/deep/file`. */
export function packageName(id: string): string {
  const [scope = '', name = ''] = id.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
