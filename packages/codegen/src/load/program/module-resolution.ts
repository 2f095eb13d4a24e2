import path from 'node:path';
import { lenientReader } from '../../read/reporting-reader.ts';
import type { SourceReader } from '../../read/source-reader.ts';
import { ts } from '../../compiler.ts';
import type { CompilerSettings } from './compiler-settings.ts';
import { absoluteName, isOwnFile, readerName } from './names.ts';
import { rootOf, type SourcePackage } from './source-packages.ts';
import { APIMACHINERY_FILE } from './virtual-apimachinery.ts';
import { CLIENT_NODE_FILE, fileOfPackage, kubernetesPackage } from './virtual-kubernetes.ts';

/**
 * Resolves a module specifier to a file, named as the reader names it. Undefined: there is none, or it is in a package
 * that is not followed.
 */
export type ResolveModule = (specifier: string, from: string) => string | undefined;

/** Options of resolving specifiers. */
export interface ResolutionOptions {
  readonly packages: readonly SourcePackage[];
  readonly settings: CompilerSettings;
  readonly reader: SourceReader;
  /** True for a file that was already read. */
  readonly isRead: (name: string) => boolean;
  /** The specifiers of other packages that are followed. */
  readonly followed: ReadonlySet<string>;
}

/**
 * Creates the module resolution of a program. Kubernetes' own packages are virtual files; the project's packages are
 * found by their names, and through the paths of its tsconfig.json; installed packages as the compiler finds them, if
 * they are followed.
 */
export function createModuleResolution({
  packages,
  settings,
  reader,
  isRead,
  followed,
}: ResolutionOptions): ResolveModule {
  const files = lenientReader(reader);
  const isThere = (name: string): boolean => isRead(name) || files.read(name) !== undefined;
  const installed = installedModules(settings, files);
  return (specifier, from) => {
    if (specifier === '@kb/apimachinery') return APIMACHINERY_FILE;
    if (specifier === '@kubernetes/client-node') return CLIENT_NODE_FILE;
    const builtIn = kubernetesPackage(specifier);
    // Packages without a version are not modules for TypeScript: their types are in @kb/apimachinery.
    if (builtIn !== undefined && (builtIn.includes('/') || isOwnFile(from))) return fileOfPackage(builtIn);
    const own = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : inPackages(specifier, packages);
    if (own !== undefined && !isInstalled(from)) {
      const found = candidatesOf(own, settings).find(isThere);
      if (found !== undefined) return found;
    }
    if (isInstalled(from) || followed.has(specifier) || isAlias(specifier, settings)) {
      const found = installed(specifier, from);
      // A file that a path of the settings leads to belongs to the project; a package is read only if it is followed.
      return found === undefined || (!isInstalled(found) && !isAlias(specifier, settings) && !followed.has(specifier))
        ? undefined
        : found;
    }
    return undefined;
  };
}

/** True for a file of a package that npm installed. */
export function isInstalled(name: string): boolean {
  return /(?:^|\/)node_modules\//.test(name);
}

function candidatesOf(base: string, { options }: CompilerSettings): string[] {
  const stem = base.replace(/\.[jt]s$/, '');
  const sources = [base, `${stem}.ts`, `${stem}.d.ts`, `${stem}/index.ts`].filter((name) => name.endsWith('.ts'));
  return base.endsWith('.json') && options.resolveJsonModule !== false ? [base] : sources;
}

/** Resolves the names by which the project's own packages import each other. */
function inPackages(specifier: string, packages: readonly SourcePackage[]): string | undefined {
  for (const source of packages) {
    const { name } = source;
    if (name === undefined) continue;
    if (specifier === name) return `${rootOf(source)}/index.ts`;
    if (specifier.startsWith(`${name}/`)) return `${rootOf(source)}/${specifier.slice(name.length + 1)}`;
  }
  return undefined;
}

/** True for a specifier that one of the settings' paths matches. */
function isAlias(specifier: string, { options }: CompilerSettings): boolean {
  if (specifier.startsWith('#')) return true;
  return Object.keys(options.paths ?? {}).some((pattern) => {
    const [before = '', after] = pattern.split('*');
    return after === undefined
      ? specifier === pattern
      : specifier.length >= pattern.length - 1 && specifier.startsWith(before) && specifier.endsWith(after);
  });
}

function installedModules(
  { options }: CompilerSettings,
  files: SourceReader,
): (specifier: string, from: string) => string | undefined {
  const { paths, baseUrl, pathsBasePath, customConditions } = options;
  const resolution: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    ...(paths !== undefined && { paths, pathsBasePath }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(customConditions !== undefined && { customConditions }),
  };
  const host: ts.ModuleResolutionHost = {
    fileExists: (name) => files.read(readerName(name)) !== undefined,
    readFile: (name) => files.read(readerName(name)),
  };
  let cache: ts.ModuleResolutionCache | undefined;
  return (specifier, from) => {
    cache ??= ts.createModuleResolutionCache(absoluteName('.'), (name) => name, resolution);
    const { resolvedModule } = ts.resolveModuleName(specifier, absoluteName(from), resolution, host, cache);
    return resolvedModule === undefined || /\.[cm]?jsx?$/.test(resolvedModule.resolvedFileName)
      ? undefined
      : readerName(resolvedModule.resolvedFileName);
  };
}
