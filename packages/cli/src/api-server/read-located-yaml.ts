import { readFileSync } from 'node:fs';
import type { JsonValue } from '@kb/apimachinery';
import { mistakeIn, placeIn, readDocuments } from '@kb/apimachinery/yaml';
import { CliError } from '../cli-error.ts';
import { whyNotOpened } from './read-flag-file.ts';

/** A document of a YAML file. */
export interface LocatedDocument {
  readonly value: JsonValue;
  /** Throws a CliError with the place of the value at a path, or of its nearest existing ancestor. */
  readonly refuse: Refuse;
}

/** See {@link LocatedDocument.refuse}. */
export type Refuse = (path: readonly (string | number)[], message: string) => never;

/** The codes of files with settings. */
export type SettingsCode = 'KB_IMAGES_INVALID' | 'KB_NODES_INVALID';

/**
 * Reads the documents of a YAML file, without empty ones. Throws a CliError with a code if the file does not exist, and
 * with the place of the first mistake if it is malformed.
 */
export function readLocatedYaml(file: string, code: SettingsCode): LocatedDocument[] {
  const documents: LocatedDocument[] = [];
  for (const document of readDocuments(readText(file, code))) {
    const mistake = mistakeIn(document);
    if (mistake !== undefined) {
      const { line, column, message, hint } = mistake;
      throw new CliError(code, `${file}:${line}:${column}: ${message}`, { hint });
    }
    const { parsed } = document;
    if (!('locate' in parsed) || parsed.value === null) continue;
    const { value, locate } = parsed;
    const refuse: Refuse = (path, message) => {
      const { line, column } = placeIn(document, locate([...path]));
      throw new CliError(code, `${file}:${line}:${column}: ${message}`);
    };
    documents.push({ value, refuse });
  }
  return documents;
}

function readText(file: string, code: SettingsCode): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CliError(code, `there is no file ${file}`, { cause: error });
    throw new CliError(code, `${file} cannot be read: ${whyNotOpened(error)}`, { cause: error });
  }
}
