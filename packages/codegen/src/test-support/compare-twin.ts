import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileSystemReader, formatDiagnostics, generate, hasErrors } from '../index.ts';
import { digestOfDescription } from './digest-of-description.ts';
import { projectOf, repository, type Twin } from './twins.ts';

/** A manifest of a twin as controller-gen and kb write it. Undefined: the file was not written. */
export interface ComparedFile {
  readonly file: string;
  readonly expected: string | undefined;
  readonly given: string | undefined;
}

/**
 * Generates a twin's TypeScript sources, and pairs the output with the recording. Throws what is reported: see {@link
 * generateTwin}.
 */
export async function compareTwin(twin: Twin): Promise<ComparedFile[]> {
  const given = await generateTwin(twin);
  const recorded = readdirSync(twin.expected);
  return [...new Set([...recorded, ...given.keys()])].sort().map((file) => ({
    file,
    expected: recorded.includes(file) ? readFileSync(path.join(twin.expected, file), 'utf8') : undefined,
    given: given.get(file),
  }));
}

/**
 * Generates a twin's TypeScript sources after `change`, and returns the manifests by name. Throws errors, and warnings
 * other than the expected ones.
 */
export async function generateTwin(
  twin: Twin,
  change: (source: string) => string = (source) => source,
): Promise<Map<string, string>> {
  const { read, list } = fileSystemReader(repository);
  const manifest = `${twin.api}/package.json`;
  const reader = {
    list,
    read(file: string) {
      if (file === manifest && !existsSync(path.join(repository, file))) return '{ "name": "@twin/api" }';
      const text = read(file);
      return text !== undefined && file.startsWith(`${twin.api}/`) ? change(text) : text;
    },
  };
  const options = { root: repository, project: projectOf(twin), reader, builtInDescriptions: digestOfDescription };
  const { files, diagnostics } = await generate(options);
  if (hasErrors(diagnostics)) throw new Error(formatDiagnostics(diagnostics));
  const warned = [...new Set(diagnostics.map(({ code }) => code))];
  const { warnings = warned } = twin;
  if (!isDeepStrictEqual(warned.toSorted(), warnings.toSorted()))
    throw new Error(`expected warnings: ${warnings.join(', ') || 'none'}\n${formatDiagnostics(diagnostics)}`);
  return new Map(
    files.flatMap((file) =>
      file.path.endsWith('.yaml') ? [[path.basename(file.path), withGoAnnotation(file.content)] as const] : [],
    ),
  );
}

/** The annotation names the generator and its version, the only line that has to differ. */
export function withGoAnnotation(text: string): string {
  return text.replace(/codegen\.kb\/version: .*/, 'controller-gen.kubebuilder.io/version: v0.21.0');
}
