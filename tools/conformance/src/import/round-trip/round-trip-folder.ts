import path from 'node:path';
import type { Failure } from '../../suite.ts';
import { runOver } from './corpus-run.ts';
import { corpusDefinitions, type DefinitionFile, definitionFilesIn } from '../definitions/definition-files.ts';
import { type Exception, withExceptions } from '../definitions/exceptions.ts';
import { lookAtAll, lookAtEach, namesIn } from './look-at-files.ts';
import { refusalOf } from './refused-by-servers.ts';
import { roundTripExceptions } from './round-trip-suites.ts';

/** The output of a run over a folder. */
export interface FolderReport {
  /** A line of information. */
  readonly note: (line: string) => void;
  /** A round trip that loses something. */
  readonly failure: (failure: Failure) => void;
  /** N of M survived the round trip. */
  readonly count: (name: string, total: number, failed: number) => void;
}

/**
 * Runs the round trip of every CRD in a folder or file: each file alone, then all into one folder. Prints each file
 * that differs, with its first difference, then the number of files, and last the files that no API server would
 * accept, which are not counted. Resolves with true if everything else is equal. Throws the file system's error.
 */
export async function roundTripFolder(place: string, report: FolderReport): Promise<boolean> {
  const files = definitionFilesIn(place).filter((file) => {
    const relevant = mayHaveDefinitions(file);
    if (!relevant) report.note(`left out, for it has no CRD: ${file.name}`);
    return relevant;
  });
  const exceptions = exceptionsOf(files);
  const run = runOver(files);
  const held = new Set<string>();
  let total = 0;
  let failed = 0;
  const refused: string[] = [];
  for await (const one of lookAtEach(run)) {
    const file = files.find(({ name }) => name === one.name);
    const why =
      one.problem === undefined || exceptions.has(one.name) || file === undefined ? undefined : await refusalOf(file);
    if (why !== undefined) {
      refused.push(`${one.name}: ${why}`);
      continue;
    }
    const own = new Map([...exceptions].filter(([name]) => name === one.name));
    const { total: counted, failures } = withExceptions([one], own);
    if (own.size > 0) report.note(`an exception, with its reason: ${one.name}: ${own.get(one.name)?.why}`);
    total += Math.max(counted, failures.length);
    failed += failures.length;
    failures.forEach(report.failure);
    if (one.problem === undefined) held.add(one.name);
  }
  // Files that fail alone are not tried again.
  const together = runOver(
    withoutRepetitions(
      files.filter(({ name }) => held.has(name)),
      report,
    ),
  );
  const all = withExceptions(await lookAtAll(together), new Map());
  for (const { name, message } of all.failures) report.failure({ name: `${name}, into one folder`, message });
  if (total + refused.length === 0) report.note(`there is no CRD in ${place}`);
  report.count('into one folder', all.total, all.failures.length);
  report.count('each file', total, failed);
  if (refused.length > 0) report.note(`no API server would take these ${refused.length}, which are not counted:`);
  for (const line of refused) report.note(`  ${line}`);
  return total + refused.length > 0 && failed === 0 && all.failures.length === 0;
}

/** False if a text cannot contain a CRD. An unreadable text may be meant as one. */
function mayHaveDefinitions({ text }: DefinitionFile): boolean {
  return /CustomResourceDefinition/.test(text);
}

/** A folder has each CRD once: later files with the same one are left out. */
function withoutRepetitions(files: readonly DefinitionFile[], { note }: FolderReport): DefinitionFile[] {
  const known = new Map<string, string>();
  return files.filter((file) => {
    const names = namesIn(file);
    const again = names.find((name) => known.has(name));
    if (again !== undefined) {
      note(`left out of the one folder: ${file.name} has ${again}, as ${known.get(again)} has`);
      return false;
    }
    for (const name of names) known.set(name, file.name);
    return true;
  });
}

/** The exceptions for the files that are in the corpus. */
function exceptionsOf(files: readonly DefinitionFile[]): Map<string, Exception> {
  return new Map(
    files.flatMap((file) => {
      const name = path.relative(corpusDefinitions, path.resolve(file.path)).split(path.sep).join('/');
      const exception = roundTripExceptions.get(name);
      return exception === undefined ? [] : [[file.name, exception] as const];
    }),
  );
}
