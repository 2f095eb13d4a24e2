import { descriptionOf } from '@kb/kubernetes/data';
import { emitClient } from './client/emit-client.ts';
import { emitCrds } from './crd/emit-crds.ts';
import type { Diagnostic } from './diagnostic/diagnostic.ts';
import { createReporter, type Reporter } from './diagnostic/reporter.ts';
import { generatedBefore, isSource } from './generated-before.ts';
import type { GenerateOptions } from './generate.ts';
import { generatorVersion } from './generator-version.ts';
import { loadModel } from './load/load-model.ts';
import type { SourcePackage } from './load/source-program.ts';
import { projectFileName } from './project/project-file.ts';
import type { SourceReader } from './read/source-reader.ts';
import { emitRole } from './rbac/emit-role.ts';
import { compareText } from './text/compare-text.ts';
import type { GeneratedFile } from './write/plan-writes.ts';

/** What a run of the pipeline gives. */
export interface PipelineResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Sorted by path. */
  readonly files: readonly GeneratedFile[];
  /** Files that are there and that an earlier run generated. */
  readonly generatedBefore: readonly string[];
}

/** Loads a project's sources into the model and emits everything that is made from it. */
export function runPipeline(options: GenerateOptions & { readonly reader: SourceReader }): PipelineResult {
  const { project, reader, roleName = 'manager-role', builtInDescriptions = true } = options;
  const { paths, generate: settings = {} } = project;
  const reporter = createReporter(reader);
  const model = loadModel({
    reader,
    reporter,
    apiPackages: paths.api.map((folder) => packageAt(folder, reader, reporter)),
    controllerFolders: paths.controller,
    ignoredMarkers: settings.ignoredMarkers ?? [],
    allowFloats: settings.allowDangerousTypes ?? false,
  });
  const withDescriptions = builtInDescriptions && hasDescriptions(reporter);
  const folders = { client: paths.client, crd: `${paths.config}/crd/bases`, rbac: `${paths.config}/rbac` };
  const files = [
    ...emitCrds(model, { folder: folders.crd, generatorVersion, builtInDescriptions: withDescriptions, reporter }),
    ...emitRole(model, { folder: folders.rbac, roleName }),
    ...emitClient(model, { folder: folders.client, reporter }),
  ];
  for (const { path } of files) checkNotHandWritten(path, reader, reporter);
  return {
    diagnostics: reporter.diagnostics(),
    files: files.sort((a, b) => compareText(a.path, b.path)),
    generatedBefore: generatedBefore(reader, folders, roleName),
  };
}

function packageAt(folder: string, reader: SourceReader, reporter: Reporter): SourcePackage {
  const file = `${folder}/package.json`;
  const name = nameIn(reader.read(file));
  if (name === undefined) {
    reporter.report(
      { file, line: 0, column: 0, length: 1 },
      {
        code: 'package-name',
        message: `the API package in ${folder} has no name: a client could not import its types`,
        hint: `${file} needs a name; which folders are packages is said under paths in ${projectFileName}`,
      },
    );
  }
  return { folder, name };
}

function nameIn(manifest: string | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(manifest);
    return value !== null && typeof value === 'object' && 'name' in value && typeof value.name === 'string'
      ? value.name
      : undefined;
  } catch {
    return undefined;
  }
}

/** Descriptions are a build product: without them the output would not be what it is elsewhere. */
function hasDescriptions(reporter: Reporter): boolean {
  try {
    descriptionOf('meta/v1.ObjectMeta');
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reporter.report(
      { file: projectFileName, line: 0, column: 0, length: 1 },
      { code: 'descriptions-missing', message },
    );
    return false;
  }
}

/** A source that somebody wrote by hand is never replaced. Manifests have fixed names: they are kb's. */
function checkNotHandWritten(path: string, reader: SourceReader, reporter: Reporter): void {
  const present = path.endsWith('.ts') ? reader.read(path) : undefined;
  if (present === undefined || isSource(present)) return;
  reporter.report(
    { file: path, line: 1, column: 1, length: 1 },
    {
      code: 'generated-folder',
      message: 'kb generates this file, but somebody wrote it by hand',
      hint: 'move it: the client package is for generated sources',
    },
  );
}
