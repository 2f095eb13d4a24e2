import type { Reporter } from '../../diagnostic/reporter.ts';
import { lenientReader } from '../../read/reporting-reader.ts';
import type { SourceReader } from '../../read/source-reader.ts';
import { builtInImports } from './built-in-imports.ts';
import { ts } from '../../compiler.ts';
import type { CompilerSettings } from './compiler-settings.ts';
import { createModuleResolution, isInstalled, type ResolveModule } from './module-resolution.ts';
import { type ModuleReference, moduleReferences } from './module-references.ts';
import { isOwnFile, PROJECT_FOLDER, readerName, WHOLE_LIBRARY_FOLDER } from './names.ts';
import { parseSource, reportSyntax } from './parse-source.ts';
import type { SourcePackage } from './source-packages.ts';
import { APIMACHINERY_FILE, apimachineryText } from './virtual-apimachinery.ts';
import { kubernetesFiles } from './virtual-kubernetes.ts';
import { LIBRARY_FILE, LIBRARY_TEXT, OBJECT_TEXT } from './virtual-library.ts';
import { libraryNames, wholeLibraryFile } from './whole-library.ts';

/** Sources, bound together so that names and types in them can be resolved. */
export interface SourceProgram {
  /** The requested files, in that order, without the files that they import. */
  readonly files: readonly ts.SourceFile[];
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
}

/** Options of a program. */
export interface ProgramOptions {
  readonly fileNames: readonly string[];
  readonly packages: readonly SourcePackage[];
  readonly settings: CompilerSettings;
  readonly reader: SourceReader;
  readonly reporter: Pick<Reporter, 'report'>;
  /**
   * `small`: a reduced standard library with what API types need, and no other packages, which is fast. Otherwise the
   * whole library, and the packages of these specifiers.
   */
  readonly library: 'small' | { readonly followed: ReadonlySet<string> };
  /**
   * False: without strict null checks, as in projects that are not strict; schemas cannot be built then. Default: true.
   */
  readonly nulls?: boolean;
}

const baseOptions: ts.CompilerOptions = {
  strict: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  noEmit: true,
  skipLibCheck: true,
};

const nothing: ReadonlySet<string> = new Set();

/** The compiler's name of the file with what the whole library lacks. */
const OBJECT_FILE = '/.kb/object.d.ts';

/**
 * Creates a program of the files and their imports. `@kb/apimachinery` and `@kb/kubernetes` are small virtual
 * declarations, and so is the standard library unless the whole one is requested. Reports files that are not valid
 * TypeScript.
 */
export function createSourceProgram(options: ProgramOptions): SourceProgram {
  const { fileNames, packages, settings, reader, reporter, library, nulls = true } = options;
  const sources = new Map<string, ts.SourceFile>();
  const resolve = createModuleResolution({
    packages,
    settings,
    reader,
    isRead: (name) => sources.has(name),
    followed: library === 'small' ? nothing : library.followed,
  });
  const references = readSources(fileNames, sources, resolve, reader, reporter);
  const virtual = new Map([
    library === 'small' ? ([LIBRARY_FILE, LIBRARY_TEXT] as const) : ([OBJECT_FILE, OBJECT_TEXT] as const),
    [APIMACHINERY_FILE, apimachineryText()],
    ...kubernetesFiles(builtInImports(references, sources.values())),
  ]);
  for (const [name, text] of virtual) sources.set(name, parseSource(name, text));

  const installed = lenientReader(reader);
  /** The files of installed packages are read when the compiler requests them. */
  const sourceOf = (absolute: string): ts.SourceFile | undefined => {
    const name = readerName(absolute);
    const known = sources.get(name) ?? wholeLibraryFile(name);
    if (known !== undefined || library === 'small' || !isInstalled(name)) return known;
    const text = installed.read(name);
    if (text === undefined) return undefined;
    const file = parseSource(name, text);
    sources.set(name, file);
    return file;
  };
  const compilerOptions: ts.CompilerOptions = {
    ...baseOptions,
    ...settings.checks,
    // Without strict null checks the compiler drops null.
    strictNullChecks: nulls,
    ...(library === 'small' ? { noLib: true } : { lib: libraryNames(settings.options) }),
  };
  const program = ts.createProgram([...virtual.keys(), ...fileNames], compilerOptions, {
    fileExists: (name) => sourceOf(name) !== undefined,
    readFile: (name) => sourceOf(name)?.text,
    getSourceFile: (name) => sourceOf(name),
    getDefaultLibFileName: () => (library === 'small' ? LIBRARY_FILE : `${WHOLE_LIBRARY_FOLDER}/lib.d.ts`),
    getCurrentDirectory: () => PROJECT_FOLDER,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => resolved(resolve(text, readerName(from)))),
  });
  const files = fileNames.flatMap((name) => sources.get(name) ?? []);
  return { files, checker: program.getTypeChecker(), program };
}

/** Reads the files and their imports within the project. Returns the modules that they refer to. */
function readSources(
  fileNames: readonly string[],
  sources: Map<string, ts.SourceFile>,
  resolve: ResolveModule,
  reader: SourceReader,
  reporter: Pick<Reporter, 'report'>,
): ModuleReference[] {
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
      if (target !== undefined && !isOwnFile(target) && !isInstalled(target)) open.push(target);
    }
  }
  return references;
}

function resolved(name: string | undefined): ts.ResolvedModuleWithFailedLookupLocations {
  if (name === undefined) return { resolvedModule: undefined };
  const extension = /(?:\.d)?\.[cm]?tsx?$|\.json$/.exec(name)?.[0] ?? ts.Extension.Ts;
  // The compiler uses these names in its messages, so they must be the reader's.
  const resolvedFileName = name;
  const isExternalLibraryImport = isInstalled(name);
  return { resolvedModule: { resolvedFileName, extension, isExternalLibraryImport } };
}
