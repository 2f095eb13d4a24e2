import type { JsonObject } from '@kb/apimachinery';
import { makeCrds } from './crd/emit-crds.ts';
import type { Diagnostic } from './diagnostic/diagnostic.ts';
import { createReporter } from './diagnostic/reporter.ts';
import { generatorVersion } from './generator-version.ts';
import { loadModel } from './load/load-model.ts';
import { releaseProgram } from './load/program/release-program.ts';
import { memoryReader } from './read/source-reader.ts';

/** The results of generating from sources. */
export interface SourceDefinitions {
  readonly definitions: readonly { readonly group: string; readonly definition: JsonObject }[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs the generator in memory, as `kb generate --api <folder>` does. `sources` are the sources by path, all below
 * `folder`.
 */
export function definitionsOfSources(
  sources: ReadonlyMap<string, string>,
  folder: string,
  { checkSchemas }: { readonly checkSchemas: boolean },
): SourceDefinitions {
  const reader = memoryReader(Object.fromEntries(sources));
  const reporter = createReporter(reader);
  const model = loadModel({
    reader,
    reporter,
    apiPackages: [{ folder, name: undefined, root: folder }],
    controllerFolders: [],
    ignoredMarkers: [],
    allowFloats: false,
  });
  releaseProgram(model);
  const crds = makeCrds(model, { generatorVersion, builtInDescriptions: true, checkSchemas, reporter });
  const definitions = [...crds].map(({ kind, definition }) => ({ group: kind.groupVersion.group, definition }));
  return { definitions, diagnostics: reporter.diagnostics() };
}
