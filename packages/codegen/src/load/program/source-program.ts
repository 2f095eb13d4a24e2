import path from 'node:path';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { SourceReader } from '../../read/source-reader.ts';
import { ts } from './compiler.ts';
import { spanAt } from '../comments/comments.ts';
import { builtInImports } from './built-in-imports.ts';
import { askForRealObjects } from './conditions-on-object.ts';
import { type ModuleReference, moduleReferences } from './module-references.ts';
import { apimachineryFile, apimachineryText } from './virtual-apimachinery.ts';
import { clientNodeFile, fileOfPackage, kubernetesFiles, kubernetesPackage } from './virtual-kubernetes.ts';
import { libraryFile, libraryText } from './virtual-library.ts';

/** A package whose sources are looked at: its name and its folder. */
export interface SourcePackage {
  /** Name in its package.json; undefined: none. */
  readonly name: string | undefined;
  /** Relative to the project's folder. */
  readonly folder: string;
  /** What the package's names for its modules are relative to. Default: `src` in the folder. */
  readonly root?: string;
  /** Only the sources below this folder are read; those that they import may be elsewhere. Default: the root. */
  readonly only?: string;
}

/** What a package's names for its modules are relative to. */
export function rootOf({ folder, root = `${folder}/src` }: SourcePackage): string {
  return root;
}

/** Sources, bound together so that names and types in them can be resolved. */
export interface SourceProgram {
  /** The files that were asked for, in that order; files that they import are not among them. */
  readonly files: readonly ts.SourceFile[];
  readonly checker: ts.TypeChecker;
}

const options: ts.CompilerOptions = {
  noLib: true,
  strict: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Makes a program of the files and of what they import. The standard library, `@kb/apimachinery` and `@kb/kubernetes` are small virtual declarations; other
 * packages are not followed. Reports files that are no TypeScript.
 */
export function createSourceProgram(
  fileNames: readonly string[],
  packages: readonly SourcePackage[],
  reader: SourceReader,
  reporter: Reporter,
): SourceProgram {
  const sources = new Map<string, ts.SourceFile>();
  const resolve = (specifier: string, from: string): string | undefined =>
    resolveModule(specifier, from, packages, sources, reader);
  const references: ModuleReference[] = [];

  const open = [...fileNames];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (sources.has(name)) continue;
    const text = reader.read(name);
    if (text === undefined) continue;
    const file = parseSource(name, text);
    sources.set(name, file);
    reportSyntax(file, reporter);
    const own = moduleReferences(file);
    references.push(...own);
    for (const { specifier } of own) {
      const target = resolve(specifier, name);
      if (target !== undefined && !target.startsWith('/')) open.push(target);
    }
  }

  const virtual = new Map([
    [libraryFile, libraryText],
    [apimachineryFile, apimachineryText()],
    ...kubernetesFiles(builtInImports(references, sources.values())),
  ]);
  for (const [name, text] of virtual) sources.set(name, parseSource(name, text));

  const program = ts.createProgram([...virtual.keys(), ...fileNames], options, {
    fileExists: (name) => sources.has(name),
    readFile: (name) => sources.get(name)?.text,
    getSourceFile: (name) => sources.get(name),
    getDefaultLibFileName: () => libraryFile,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        // The compiler makes names absolute; those of the project are relative here.
        const resolvedFileName = resolve(text, sources.has(from) ? from : from.replace(/^\//, ''));
        return {
          resolvedModule:
            resolvedFileName === undefined
              ? undefined
              : { resolvedFileName, extension: '.ts', isExternalLibraryImport: false },
        };
      }),
  });
  const files = fileNames.flatMap((name) => sources.get(name) ?? []);
  return { files, checker: program.getTypeChecker() };
}

/** Parses one file, on its own. */
export function parseSource(name: string, text: string): ts.SourceFile {
  const file = ts.createSourceFile(
    name,
    text,
    { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    true,
  );
  askForRealObjects(file);
  return file;
}

/** Reports what the parser could not read; types are not checked. */
export function reportSyntax(file: ts.SourceFile, reporter: Reporter): void {
  // The parser keeps its findings on the file; the public way to them goes through a program.
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  for (const { start, length, messageText } of parseDiagnostics) {
    const message = ts.flattenDiagnosticMessageText(messageText, '; ').replace(/\.$/, '');
    const text = message.charAt(0).toLowerCase() + message.slice(1);
    reporter.report(spanAt(file, start, length), {
      code: 'KB_SOURCE_SYNTAX',
      message: `this is no TypeScript: ${text}`,
    });
  }
}

function resolveModule(
  specifier: string,
  from: string,
  packages: readonly SourcePackage[],
  sources: ReadonlyMap<string, ts.SourceFile>,
  reader: SourceReader,
): string | undefined {
  if (specifier === '@kb/apimachinery') return apimachineryFile;
  if (specifier === '@kubernetes/client-node') return clientNodeFile;
  const builtIn = kubernetesPackage(specifier);
  if (builtIn !== undefined) return fileOfPackage(builtIn);
  const base = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), specifier)
    : inPackages(specifier, packages);
  if (base === undefined) return undefined;
  const stem = base.replace(/\.[jt]s$/, '');
  return [base, `${stem}.ts`, `${stem}/index.ts`].find(
    (name) => name.endsWith('.ts') && (sources.has(name) || reader.read(name) !== undefined),
  );
}

/** The project's own packages import each other by name. */
function inPackages(specifier: string, packages: readonly SourcePackage[]): string | undefined {
  for (const source of packages) {
    const { name } = source;
    if (name === undefined) continue;
    if (specifier === name) return `${rootOf(source)}/index.ts`;
    if (specifier.startsWith(`${name}/`)) return `${rootOf(source)}/${specifier.slice(name.length + 1)}`;
  }
  return undefined;
}
