import { formatDiagnostics } from '@kb/codegen';
import { messageOf } from '../../suite.ts';
import type { CorpusRun } from './corpus-run.ts';
import type { DefinitionFile } from '../definitions/definition-files.ts';
import type { Looked } from '../definitions/exceptions.ts';
import { nameOf, parseDefinitions } from '../definitions/parse-definitions.ts';
import { problemOf, type RoundTrip } from './problem-of.ts';

/** Imports and generates each file separately, and compares it with the original. */
export async function* lookAtEach({ files, alone }: CorpusRun): AsyncGenerator<Looked> {
  for (const file of files) {
    const result = await alone(file).catch(thrown);
    yield looked(file, typeof result === 'string' ? result : described(() => problemOf(file.text, result)));
  }
}

/**
 * Imports all files into one folder, where kinds of one group share types, generates from there, and compares each with
 * the original.
 */
export async function lookAtAll({ files, together }: CorpusRun): Promise<Looked[]> {
  return lookIn(files, await together());
}

/** Compares each file with the result of all of them. */
export function lookIn(files: readonly DefinitionFile[], { errors, generated }: RoundTrip): Looked[] {
  const left = new Map(generated);
  const all: Looked[] = [];
  for (const file of files) {
    const names = namesIn(file);
    const own: RoundTrip = {
      errors: errors.filter((error) => error.file === file.name),
      generated: new Map(names.flatMap((name) => [[name, generated.get(name) ?? '']])),
    };
    all.push(
      looked(
        file,
        described(() => problemOf(file.text, own)),
      ),
    );
    for (const name of names) left.delete(name);
  }
  const known = new Set(files.map(({ name }) => name));
  const others: RoundTrip = { errors: errors.filter(({ file }) => !known.has(file)), generated: left };
  if (others.errors.length + left.size === 0) return all;
  const message = [formatDiagnostics(others.errors), ...left.keys()].join('\n');
  return [...all, { name: 'the folder of all', problem: message, shownIn: '' }];
}

function looked({ name, text }: DefinitionFile, problem: string | undefined): Looked {
  return { name, problem, shownIn: `${text}\n${problem ?? ''}` };
}

/** An exception is a problem too; a bug is shown with its stack. */
function described(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    return thrown(error);
  }
}

function thrown(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}

/** The names of the CRDs of a file; none if it is not YAML. */
export function namesIn({ text }: DefinitionFile): string[] {
  try {
    return parseDefinitions(text).map(nameOf);
  } catch {
    return [];
  }
}
