import path from 'node:path';
import { applyPlan, type Diagnostic, fileSystemReader, generate, hasErrors } from '@kb/codegen';
import { importDefinitions, readDefinitions } from '@kb/import';
import {
  type GenerateFlagValues,
  requestOfFolders,
} from '../../../../../packages/cli/src/generate/generate-request.ts';
import type { DefinitionFile } from '../definitions/definition-files.ts';
import { nameOf, parseDefinitions } from '../definitions/parse-definitions.ts';
import { GENERATED_FOLDER, TYPES_FOLDER } from './folders.ts';
import type { RoundTrip } from './problem-of.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Imports files into `types/` of a folder, as `kb import` does, and generates from there, as
 * `kb generate --api types --crd-dir crds` does.
 */
export async function roundTripIn(folder: string, files: readonly DefinitionFile[]): Promise<RoundTrip> {
  const read = readDefinitions(files);
  const { definitions } = read;
  const reader = fileSystemReader(folder);
  // No verification: the comparison here does the same.
  const imported = await importDefinitions({ root: folder, into: TYPES_FOLDER, definitions, reader, verify: false });
  applyPlan(imported.plan);
  const found = [...read.diagnostics, ...imported.diagnostics];
  // A folder without types is a separate error, whose cause has already been reported.
  if (imported.plan.changes.length === 0) return { errors: errorsOf(found), generated: new Map() };
  const flags: Partial<GenerateFlagValues> = { api: [TYPES_FOLDER], 'crd-dir': GENERATED_FOLDER };
  // Flags that are not set are undefined.
  const request = requestOfFolders(flags as GenerateFlagValues, folder);
  const result = await generate({ ...request, reader: fileSystemReader(request.root) });
  const manifests = result.files.filter((file) => path.posix.dirname(file.path) === GENERATED_FOLDER);
  return {
    errors: errorsOf([...found, ...result.diagnostics]),
    generated: new Map(
      manifests.flatMap(({ content }) => parseDefinitions(content).map((one) => [nameOf(one), content])),
    ),
  };
}

/** {@link roundTripIn} a folder of its own. */
export async function roundTrip(files: readonly DefinitionFile[]): Promise<RoundTrip> {
  using folder = temporaryFolder();
  return await roundTripIn(folder.path, files);
}

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter((diagnostic) => hasErrors([diagnostic]));
}
