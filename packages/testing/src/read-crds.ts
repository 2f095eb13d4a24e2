import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectInput } from '@kb/apimachinery';
import { mistakeIn, readDocuments } from '@kb/apimachinery/yaml';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import type { TestingErrorCode } from './error-codes.ts';

/** A CustomResourceDefinition as written in a file. */
export type CrdManifest = ObjectInput<CustomResourceDefinition>;

/** The error for a path without readable CRDs. */
export class CrdFileError extends Error {
  override readonly name = 'CrdFileError';
  readonly code: Exclude<TestingErrorCode, 'KB_TRANSPORT_DIED'>;
  constructor(code: CrdFileError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Reads the CustomResourceDefinitions in YAML or JSON files, or in all such files of folders (without subfolders).
 * Ignores other objects. Throws a {@link CrdFileError} when a path does not exist, contains no CRD, or cannot be
 * parsed.
 */
export async function readCrds(paths: readonly string[]): Promise<CrdManifest[]> {
  const found: CrdManifest[] = [];
  for (const each of paths) {
    const crds = (await Promise.all((await filesAt(each)).map(readCrdFile))).flat();
    if (crds.length === 0)
      throw new CrdFileError('KB_CRD_FILE_EMPTY', `${each}: there is no CustomResourceDefinition in it`);
    found.push(...crds);
  }
  return found;
}

async function filesAt(at: string): Promise<string[]> {
  try {
    if (!(await stat(at)).isDirectory()) return [at];
    const names = await readdir(at);
    return names
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .sort()
      .map((name) => path.join(at, name));
  } catch (error) {
    throw new CrdFileError(
      'KB_CRD_FILE_NOT_FOUND',
      `${path.resolve(at)}: no such file or folder (relative paths begin at ${process.cwd()})`,
      {
        cause: error,
      },
    );
  }
}

async function readCrdFile(file: string): Promise<CrdManifest[]> {
  return readDocuments(await readFile(file, 'utf8')).flatMap((document) => {
    const mistake = mistakeIn(document);
    if (mistake !== undefined) {
      const { line, column, message, hint } = mistake;
      throw new CrdFileError(
        'KB_CRD_FILE_INVALID',
        `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
      );
    }
    const { value } = document.parsed;
    return isCrd(value) ? [value] : [];
  });
}

/** Whether a value is a CRD. The API server validates the rest, with better messages. */
function isCrd(value: unknown): value is CrdManifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'CustomResourceDefinition' &&
    'metadata' in value &&
    'spec' in value
  );
}
