import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { corpus } from '../../../../../packages/codegen/src/test-support/corpus-yaml.ts';

/** A file that may hold CRDs. */
export interface DefinitionFile {
  /** Its path below the given folder, with `/`. */
  readonly name: string;
  /** Its path on this machine. */
  readonly path: string;
  readonly text: string;
}

/** The folder with the CRDs of real projects, beside the repository. */
export const corpusDefinitions: string = path.join(corpus, 'crds');

/** The files with CRDs in a folder, at every depth, sorted; or the one file. Throws the file system's error. */
export function definitionFilesIn(place: string): DefinitionFile[] {
  if (statSync(place).isFile()) return [{ name: path.basename(place), path: place, text: readFileSync(place, 'utf8') }];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ya?ml|json)$/.test(file) && statSync(path.join(place, file)).isFile())
    .map((file) => ({ name: file.split(path.sep).join('/'), path: path.join(place, file) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }));
}
