import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileSystemReader, formatDiagnostics, generate, hasErrors } from '../index.ts';
import { digestOfDescription } from './digest-of-description.ts';
import { projectOf, repository, type Twin } from './twins.ts';

/** A manifest of a twin: what controller-gen wrote, and what kb writes. Undefined: not this file. */
export interface ComparedFile {
  readonly file: string;
  readonly expected: string | undefined;
  readonly given: string | undefined;
}

/** Generates a twin's sources in TypeScript, and puts what comes out beside what is recorded. Throws the diagnostics, if there are any. */
export async function compareTwin(twin: Twin): Promise<ComparedFile[]> {
  const { read, list } = fileSystemReader(repository);
  const manifest = `${twin.api}/package.json`;
  const reader = {
    list,
    read: (file: string) =>
      file === manifest && !existsSync(path.join(repository, file)) ? '{ "name": "@twin/api" }' : read(file),
  };
  const options = { root: repository, project: projectOf(twin), reader, builtInDescriptions: digestOfDescription };
  const { files, diagnostics } = await generate(options);
  if (hasErrors(diagnostics)) throw new Error(formatDiagnostics(diagnostics));
  const given = new Map(
    files.flatMap((file) =>
      file.path.endsWith('.yaml') ? [[path.basename(file.path), withGoAnnotation(file.content)] as const] : [],
    ),
  );
  const recorded = readdirSync(twin.expected);
  return [...new Set([...recorded, ...given.keys()])].sort().map((file) => ({
    file,
    expected: recorded.includes(file) ? readFileSync(path.join(twin.expected, file), 'utf8') : undefined,
    given: given.get(file),
  }));
}

/** The annotation names the generator and its version: the one line that has to differ. */
export function withGoAnnotation(text: string): string {
  return text.replace(/codegen\.kb\/version: .*/, 'controller-gen.kubebuilder.io/version: v0.21.0');
}
