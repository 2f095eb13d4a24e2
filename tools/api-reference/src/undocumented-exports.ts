import { join } from 'node:path';
import ts from 'typescript';
import type { PublicEntry } from './public-entries.ts';

/** An export whose doc comment is missing or is not a sentence. */
export interface UndocumentedExport {
  readonly name: string;
  /** The first entry that exports it. */
  readonly entry: string;
  /** Absolute path of the file that declares it. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Its doc comment; empty if it has none. */
  readonly comment: string;
}

/** The result of {@link checkDocumentation}. */
export interface CheckedDocumentation {
  /** How many exports were checked; one that several entries export counts once. */
  readonly checked: number;
  readonly undocumented: readonly UndocumentedExport[];
}

/** The minimum number of words in a sentence. */
const FEWEST_WORDS = 3;

/**
 * Checks that each export of the entries has a doc comment that begins with a sentence: at least three words, and a
 * full stop (or colon, question or exclamation mark) at the end of the first paragraph. `root`: the folder of
 * tsconfig.base.json.
 */
export function checkDocumentation(entries: readonly PublicEntry[], root: string): CheckedDocumentation {
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    optionsOf(root),
  );
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  const undocumented: UndocumentedExport[] = [];
  for (const entry of entries) {
    const source = program.getSourceFile(entry.file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry.file} exports nothing`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      // Exports of third parties are documented elsewhere.
      if (seen.has(symbol) || placeOf(symbol).file.includes('/node_modules/')) continue;
      seen.add(symbol);
      const comment = commentOf(symbol, checker) || commentOf(exported, checker);
      if (!beginsWithSentence(comment)) {
        undocumented.push({ name: exported.name, entry: entry.name, ...placeOf(symbol), comment });
      }
    }
  }
  return { checked: seen.size, undocumented };
}

/** Whether the first paragraph of a comment is at least one sentence. */
export function beginsWithSentence(comment: string): boolean {
  const [first = ''] = comment.trim().split(/\n\s*\n/);
  return first.split(/\s+/).length >= FEWEST_WORDS && /[.:?!][)`]?$/.test(first);
}

function optionsOf(root: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return { ...options, noEmit: true, types: ['node'] };
}

function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
}

function placeOf(symbol: ts.Symbol): Pick<UndocumentedExport, 'file' | 'line'> {
  const declaration = symbol.declarations?.[0];
  if (declaration === undefined) return { file: '', line: 0 };
  const source = declaration.getSourceFile();
  return {
    file: source.fileName,
    line: source.getLineAndCharacterOfPosition(declaration.getStart(source)).line + 1,
  };
}
