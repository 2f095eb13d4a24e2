import path from 'node:path';
// The same compiler as the generator's, so that their errors agree under the same settings.
import { libraryTexts } from '../../../../packages/codegen/compiler/library-texts.js';
import { ts } from '../../../../packages/codegen/compiler/typescript.js';

/** An error that the compiler reports. */
export interface CompilerError {
  readonly code: number;
  /** The whole message; each step of a chain is one line. */
  readonly message: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  readonly length: number;
  /** The statement that contains it. */
  readonly text: string;
}

const repository = path.join(import.meta.dirname, '../../../..');
/** A folder for the sources, which exist in memory only. The dependencies of this package are resolved from here. */
const place = path.join(repository, 'tools/conformance/type-errors');

const libraryFolder = path.join(place, 'library');
const library = libraryTexts();

/** Returns the compiler options of a case: those that `kb init` writes, with the case's settings. */
export function compilerOptions(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    target: 'es2024',
    lib: ['es2025'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['@kb/source'],
    types: [],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    ...settings,
  };
}

/**
 * Returns the compiler's errors for sources, with the real library and the real packages. `sources`: texts by path in
 * the project.
 */
export function judge(
  sources: ReadonlyMap<string, string>,
  settings: Readonly<Record<string, unknown>>,
): CompilerError[] {
  return errorsIn(programOf(sources, settings), sources);
}

/** Creates the compiler's program for sources, with the real library and the real packages. */
export function programOf(
  sources: ReadonlyMap<string, string>,
  settings: Readonly<Record<string, unknown>>,
): ts.Program {
  const texts = new Map([...sources].map(([name, text]) => [path.join(place, name), text]));
  const { options, errors } = ts.convertCompilerOptionsFromJson(compilerOptions(settings), place);
  if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0]?.messageText, '\n'));
  const host = ts.createCompilerHost(options, true);
  const onDisk = { ...host };
  for (const { fileName, text } of library) texts.set(path.join(libraryFolder, fileName), text);
  host.getDefaultLibLocation = () => libraryFolder;
  host.getDefaultLibFileName = () => path.join(libraryFolder, 'lib.d.ts');
  // Without this method, the compiler assumes that folders exist; these exist in memory only.
  delete host.directoryExists;
  host.fileExists = (name) => texts.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => texts.get(name) ?? onDisk.readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined && !name.startsWith(libraryFolder))
      return ts.createSourceFile(name, text, languageVersion, true);
    if (!parsed.has(name))
      parsed.set(
        name,
        text === undefined
          ? onDisk.getSourceFile(name, languageVersion, ...rest)
          : ts.createSourceFile(name, text, languageVersion, true),
      );
    return parsed.get(name);
  };
  return ts.createProgram(ownFiles(sources), options, host);
}

function ownFiles(sources: ReadonlyMap<string, string>): string[] {
  return [...sources.keys()].map((name) => path.join(place, name)).filter((name) => name.endsWith('.ts'));
}

/** Returns a file of a program by its path in the project. */
export function fileOf(program: ts.Program, name: string): ts.SourceFile | undefined {
  return program.getSourceFile(path.join(place, name));
}

function errorsIn(program: ts.Program, sources: ReadonlyMap<string, string>): CompilerError[] {
  return ownFiles(sources).flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) return [];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].flatMap(
      ({ code, messageText, start, length, category }) => {
        if (start === undefined || length === undefined || category !== ts.DiagnosticCategory.Error) return [];
        const { line, character } = file.getLineAndCharacterOfPosition(start);
        // Messages contain absolute paths of modules.
        const message = ts
          .flattenDiagnosticMessageText(messageText, '\n')
          .replaceAll(/"[^"]*\/(packages\/api\/)/g, '"$1');
        const statement = file.statements.find(({ pos, end }) => start >= pos && start < end);
        return {
          code,
          message,
          file: path.relative(place, name),
          line: line + 1,
          column: character + 1,
          length,
          text: statement?.getText(file) ?? '',
        };
      },
    );
  });
}

/** A cache of parsed files: the library and the packages are the same for all cases. */
const parsed = new Map<string, ReturnType<typeof ts.createSourceFile> | undefined>();
