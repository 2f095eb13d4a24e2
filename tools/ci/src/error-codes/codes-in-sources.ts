import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './error-tables.ts';

/** A code in a source file. */
export interface WrittenCode {
  readonly code: string;
  /** Path from the repository's root, with the line. */
  readonly place: string;
}

/** A quoted string in the style of a code. */
const OF_THE_STYLE = /['"`](KB_[A-Z\d_]+)['"`]/g;
/** A `code` of any style that is given to an error or a diagnostic. */
const ANY_CODE = /\bcode\??(?::[^='"`;,]*=|[:=])\s*['"`]([^'"`]+)['"`](?! in )/g;

/**
 * Returns every code in the sources of a package, except for the file that lists them. Tests are not sources.
 */
export const codesInSources = (name: string): WrittenCode[] => find(name, OF_THE_STYLE);

/** Returns every value that the sources of a package give to a `code`. */
export const valuesOfCode = (name: string): WrittenCode[] => find(name, ANY_CODE);

function find(name: string, pattern: RegExp): WrittenCode[] {
  return sourcesOf(name).flatMap((file) => codesIn(readFileSync(path.join(root, file), 'utf8'), file, pattern));
}

/** The results of {@link codesInSources} and {@link valuesOfCode} for one text. */
function codesIn(text: string, file: string, pattern: RegExp): WrittenCode[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(pattern)].map(([, code = '']) => ({ code, place: `${file}:${index + 1}` })),
    );
}

function sourcesOf(name: string): string[] {
  return globSync(`packages/${name}/src/**/*.ts`, { cwd: root })
    .filter((file) => !/\.test\.ts$|\/(?:testdata|test-support|templates|scenarios)\/|codes\.ts$/.test(file))
    .sort();
}
