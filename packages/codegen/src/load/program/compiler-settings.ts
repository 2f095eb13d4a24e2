import path from 'node:path';
import type { SourceReader } from '../../read/source-reader.ts';
import { ts } from '../../compiler.ts';
import { absoluteName, readerName } from './names.ts';
import type { SourcePackage } from './source-packages.ts';

/** The compiler settings in a project's tsconfig.json. */
export interface CompilerSettings {
  /** All options, including those that it extends. Empty without a tsconfig.json. */
  readonly options: ts.CompilerOptions;
  /** The options that decide whether a type is valid. */
  readonly checks: ts.CompilerOptions;
  /** False in projects without strict null checks. */
  readonly nulls: boolean;
}

/** The options that decide which declarations of types are errors. */
const checkOptions = [
  'strict',
  'alwaysStrict',
  'erasableSyntaxOnly',
  'exactOptionalPropertyTypes',
  'experimentalDecorators',
  'isolatedModules',
  'noFallthroughCasesInSwitch',
  'noImplicitAny',
  'noImplicitOverride',
  'noImplicitReturns',
  'noImplicitThis',
  'noPropertyAccessFromIndexSignature',
  'noUncheckedIndexedAccess',
  'noUnusedLocals',
  'noUnusedParameters',
  'resolveJsonModule',
  'strictBindCallApply',
  'strictBuiltinIteratorReturn',
  'strictFunctionTypes',
  'strictPropertyInitialization',
  'useUnknownInCatchVariables',
  'verbatimModuleSyntax',
] as const;

/** Reads the tsconfig.json nearest to the first API package: in its folder, or above it. */
export function readCompilerSettings(packages: readonly SourcePackage[], reader: SourceReader): CompilerSettings {
  for (const { folder } of packages) {
    const options = optionsAbove(folder, reader);
    if (options !== undefined)
      return { options, checks: checksOf(options), nulls: options.strictNullChecks ?? options.strict ?? true };
  }
  return { options: {}, checks: {}, nulls: true };
}

function optionsAbove(folder: string, reader: SourceReader): ts.CompilerOptions | undefined {
  for (let above = path.posix.normalize(folder); ; above = path.posix.dirname(above)) {
    const options = optionsIn(path.posix.join(above, 'tsconfig.json'), reader);
    if (options !== undefined || above === '.' || above === '/' || above.startsWith('..')) return options;
  }
}

function optionsIn(file: string, reader: SourceReader): ts.CompilerOptions | undefined {
  const text = reader.read(file);
  if (text === undefined) return undefined;
  const { config } = ts.parseConfigFileTextToJson(file, text) as { config?: unknown };
  const {
    options,
    fileNames,
    projectReferences = [],
  } = ts.parseJsonConfigFileContent(
    config ?? {},
    {
      fileExists: (name) => reader.read(readerName(name)) !== undefined,
      readFile: (name) => reader.read(readerName(name)),
      // The files that it lists are irrelevant here: the project file lists the folders.
      readDirectory: () => [],
      useCaseSensitiveFileNames: true,
    },
    path.posix.dirname(absoluteName(file)),
    undefined,
    absoluteName(file),
  );
  if (fileNames.length > 0 || !isSolution(config)) return options;
  // A tsconfig.json that only references others has no settings for sources.
  for (const reference of projectReferences) {
    const other = readerName(ts.resolveProjectReferencePath(reference));
    const found = other === file ? undefined : optionsIn(other, reader);
    if (found !== undefined) return found;
  }
  return options;
}

function isSolution(config: unknown): boolean {
  return (
    config !== null &&
    typeof config === 'object' &&
    'files' in config &&
    Array.isArray(config.files) &&
    config.files.length === 0
  );
}

function checksOf(options: ts.CompilerOptions): ts.CompilerOptions {
  const checks: ts.CompilerOptions = {};
  for (const name of checkOptions) {
    const value = options[name];
    if (typeof value === 'boolean') checks[name] = value;
  }
  return checks;
}
