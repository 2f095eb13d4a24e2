import { libraryTexts } from '../../../compiler/library-texts.js';
import type { ts } from '../../compiler.ts';
import { WHOLE_LIBRARY_FOLDER } from './names.ts';
import { parseSource } from './parse-source.ts';

/** The parts of the library for browsers, which are large and irrelevant to API types. */
const LEFT_OUT = /^lib\.(?:dom|webworker|scripthost)/;

/** The names of the library files that a project requests in its settings, without those for browsers. */
export function libraryNames(options: ts.CompilerOptions): string[] {
  const named = (options.lib ?? []).filter((name) => !LEFT_OUT.test(name));
  return named.length > 0 ? named : ['lib.esnext.d.ts'];
}

/** Parsed files, cached: they are the same for all programs, and take longer to read than the sources. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** A file of the library by the compiler's name; undefined for another file. */
export function wholeLibraryFile(name: string): ts.SourceFile | undefined {
  if (!name.startsWith(`${WHOLE_LIBRARY_FOLDER}/`)) return undefined;
  if (!parsed.has(name)) {
    const text = texts().get(name.slice(WHOLE_LIBRARY_FOLDER.length + 1));
    parsed.set(name, text === undefined ? undefined : parseSource(name, text));
  }
  return parsed.get(name);
}

let known: ReadonlyMap<string, string> | undefined;

function texts(): ReadonlyMap<string, string> {
  known ??= new Map(libraryTexts().map(({ fileName, text }) => [fileName, text]));
  return known;
}
