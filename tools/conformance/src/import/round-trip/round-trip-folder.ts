import path from 'node:path';
import type { Failure } from '../../suite.ts';
import { runOver } from './corpus-run.ts';
import { corpusDefinitions, type DefinitionFile, definitionFilesIn } from '../definitions/definition-files.ts';
import { type Exception, withExceptions } from '../definitions/exceptions.ts';
import { lookAtAll, lookAtEach, namesIn } from './look-at-files.ts';
import { refusalOf } from './refused-by-servers.ts';
import { roundTripExceptions } from './round-trip-suites.ts';

/** What a run over a folder says. */
export interface FolderReport {
  /** One line: something that is good to know. */
  readonly note: (line: string) => void;
  /** Something does not come back. */
  readonly failure: (failure: Failure) => void;
  /** So many of so many came back. */
  readonly count: (name: string, total: number, failed: number) => void;
}

/**
 * The round trip of every CRD in a folder, or in one file: each file alone, then all into one folder. Says each file
 * that does not come back with its first difference; the count of the files follows, and last a list of the files that
 * no API server would take: they are not counted, for that is not ours. True when all else holds. Throws the file
 * system's error.
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
  // What does not come back alone is not looked at again.
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

/** False where a text cannot be, or hold, any CRD. What cannot be read may be meant as one. */
function mayHaveDefinitions({ text }: DefinitionFile): boolean {
  return /CustomResourceDefinition/.test(text);
}

/** A folder holds each CRD once: later files that have one again are left out. */
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

/** The exceptions of those files that are the corpus's. */
function exceptionsOf(files: readonly DefinitionFile[]): Map<string, Exception> {
  return new Map(
    files.flatMap((file) => {
      const name = path.relative(corpusDefinitions, path.resolve(file.path)).split(path.sep).join('/');
      const exception = roundTripExceptions.get(name);
      return exception === undefined ? [] : [[file.name, exception] as const];
    }),
  );
}
