import { libraryTexts } from '../../../compiler/library-texts.js';
import type { ts } from '../../compiler.ts';
import { WHOLE_LIBRARY_FOLDER } from './names.ts';
import { parseSource } from './parse-source.ts';

/** Parts of the library that say nothing of API types, and are large: what browsers have. */
const LEFT_OUT = /^lib\.(?:dom|webworker|scripthost)/;

/** The library that a project asks for in its settings, without what browsers have: names of its files. */
export function libraryNames(options: ts.CompilerOptions): string[] {
  const named = (options.lib ?? []).filter((name) => !LEFT_OUT.test(name));
  return named.length > 0 ? named : ['lib.esnext.d.ts'];
}

/** Parsed files: they are the same for all programs, and take longer to read than the sources. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** A file of the library by the name that the compiler has for it; undefined for another. */
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
