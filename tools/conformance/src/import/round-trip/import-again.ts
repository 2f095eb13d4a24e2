import { applyPlan, fileSystemReader, formatPlan } from '@kb/codegen';
import { importDefinitions, readDefinitions } from '@kb/import';
import type { DefinitionFile } from '../definitions/definition-files.ts';
import { TYPES_FOLDER } from './folders.ts';
import type { RoundTrip } from './problem-of.ts';
import { roundTripIn } from './round-trip.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The result of two imports into one folder, and of a third one. */
export interface ImportedAgain extends RoundTrip {
  /** A description of what importing everything again would change. Undefined: nothing. */
  readonly changes: string | undefined;
}

/**
 * Imports some files into a folder, then others into the same one, which may share types with the first, and generates
 * from it. Then checks what importing all of them again would change.
 */
export async function importAgain(
  first: readonly DefinitionFile[],
  second: readonly DefinitionFile[],
): Promise<ImportedAgain> {
  using folder = temporaryFolder();
  const planOf = async (files: readonly DefinitionFile[]): ReturnType<typeof importDefinitions> => {
    const { definitions } = readDefinitions(files);
    const reader = fileSystemReader(folder.path);
    return importDefinitions({ root: folder.path, into: TYPES_FOLDER, definitions, reader, verify: false });
  };
  applyPlan((await planOf(first)).plan);
  const result = await roundTripIn(folder.path, second);
  const { plan } = await planOf([...first, ...second]);
  return { ...result, changes: plan.changes.length === 0 ? undefined : formatPlan(plan) };
}
