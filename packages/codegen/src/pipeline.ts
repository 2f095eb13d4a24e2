import { posix } from 'node:path';
import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import { descriptionOf } from '@kb/kubernetes/data';
import { emitClient } from './client/emit-client.ts';
import { emitCrds } from './crd/emit-crds.ts';
import { asErrors, type Diagnostic, hasErrors } from './diagnostic/diagnostic.ts';
import { createReporter, type Reporter } from './diagnostic/reporter.ts';
import type { GenerateOptions } from './generate-options.ts';
import { generatorVersion } from './generator-version.ts';
import { loadModel } from './load/load-model.ts';
import { releaseProgram } from './load/program/release-program.ts';
import { controllerSourcesIn, sourcePackageAt } from './load/program/source-folders.ts';
import type { SourcePackage } from './load/program/source-packages.ts';
import { checkAgreement } from './project/check-agreement.ts';
import { checkFolders } from './project/check-folders.ts';
import { outputFolders } from './project/output-folders.ts';
import { PROJECT_FILE_NAME } from './project/project-file.ts';
import { lenientReader, reportingReader } from './read/reporting-reader.ts';
import type { SourceReader } from './read/source-reader.ts';
import { DEFAULT_ROLE_FILE, DEFAULT_ROLE_NAME, emitRole } from './rbac/emit-role.ts';
import { compareText } from './text/compare-text.ts';
import { definitionWarnings, versionWarnings } from './warnings/definition.ts';
import type { Warning } from './warnings/warning.ts';
import { emitWebhooks } from './webhook/emit-webhooks.ts';
import { checkPlaces } from './write/check-places.ts';
import { type GeneratedBefore, generatedBefore } from './write/generated-before.ts';
import { readHeaders } from './write/headers.ts';
import type { GeneratedFile } from './write/plan-writes.ts';

/** The results of a run of the pipeline. */
export interface PipelineResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Sorted by path. */
  readonly files: readonly GeneratedFile[];
  readonly before: GeneratedBefore;
}

/** Loads a project's sources into the model and generates all files from it. */
export function runPipeline(options: GenerateOptions & { readonly reader: SourceReader }): PipelineResult {
  const { project, builtInDescriptions = true, bareFolders = false } = options;
  const { client = true, removeStale = true } = options;
  const { paths, generate: settings = {} } = project;
  const { roleName = DEFAULT_ROLE_NAME, roleFile = DEFAULT_ROLE_FILE } = settings;
  const reporter = createReporter(options.reader);
  const warnings: Warning[] = [];
  const reader = reportingReader(options.reader, reporter);
  const apiPackages = paths.api.map((folder) => sourcePackageAt(folder, bareFolders, reader));
  if (!bareFolders) checkFolders(paths, reader, reporter);
  if (client) for (const source of apiPackages) checkName(source, reader, reporter);
  const model = loadModel({
    reader,
    reporter,
    apiPackages,
    controllerFolders: paths.controller.map((folder) => controllerSourcesIn(folder, bareFolders, reader)),
    ignoredMarkers: settings.ignoredMarkers ?? [],
    allowFloats: settings.allowDangerousTypes ?? false,
  });
  releaseProgram(model);
  const folders = outputFolders(paths);
  const crds = emitCrds(model, {
    folder: folders.crd,
    externalFolder: folders.externalCrd,
    generatorVersion,
    builtInDescriptions: builtInDescriptions !== false && hasDescriptions(reporter) && builtInDescriptions,
    maxDescriptionLength: settings.maxDescriptionLength,
    generateEmbeddedObjectMeta: settings.generateEmbeddedObjectMeta,
    preserveUnknownFields: settings.preserveUnknownFields,
    checkSchemas: options.checkSchemas,
    inspector:
      options.checkSchemas === false
        ? undefined
        : {
            version: (version, schema, kind) => void warnings.push(...versionWarnings(version, schema, kind, model)),
            definition: (definition, kind, yaml) => void warnings.push(...definitionWarnings(definition, kind, yaml)),
          },
    reporter,
  });
  const roles = emitRole(model, { folder: folders.rbac, file: roleFile, roleName });
  const webhooks = emitWebhooks(model, { folder: folders.webhook, reporter });
  const sources = client ? emitClient(model, { folder: folders.client, reporter }) : [];

  const headers = readHeaders(settings, reader, reporter);
  const files = [
    ...withHeader(headers.manifest ?? '', [...crds, ...roles, ...webhooks]),
    ...withHeader(headers.source ?? '', sources),
  ].sort((a, b) => compareText(a.path, b.path));
  // If a header could not be read (already reported), contents are incomplete and cannot be compared.
  if (headers.manifest !== undefined && headers.source !== undefined) checkPlaces(files, options.reader, reporter);
  const isRight = !hasErrors(reporter.diagnostics());
  // Beside errors, warnings would be noise: they may be consequences of the errors.
  if (isRight) for (const { span, finding } of warnings) reporter.report(span, finding);
  if (!bareFolders && isRight) {
    const own = crds
      .map(({ path }) => posix.normalize(path))
      .filter((path) => posix.dirname(path) === posix.normalize(folders.crd));
    checkAgreement({ project, model, crds: own, reader: options.reader, reporter });
  }
  const found = reporter.diagnostics();
  const diagnostics = settings.strict === true ? asErrors(found) : found;
  return {
    diagnostics,
    files,
    before: removeStale
      ? generatedBefore(lenientReader(options.reader), { folders, roleFile, client, files })
      : { stale: [], doubtful: [] },
  };
}

function withHeader(header: string, files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.map(({ path, content }) => ({ path: posix.normalize(path), content: header + content }));
}

function checkName({ folder, name }: SourcePackage, reader: SourceReader, reporter: Reporter): void {
  // For a missing folder, only that is reported.
  if (name !== undefined || reader.list(folder).length === 0) return;
  const file = `${folder}/package.json`;
  const [conflict] = mergeConflictsIn(reader.read(file) ?? '');
  if (conflict !== undefined) {
    const { line, length } = conflict;
    const message = mergeConflictMessage(conflict);
    reporter.report(
      { file, line, column: 1, length },
      { code: 'KB_MERGE_CONFLICT', message, hint: mergeConflictHint(conflict) },
    );
    return;
  }
  reporter.report(
    { file, line: 0, column: 0, length: 1 },
    {
      code: 'KB_PACKAGE_NAME',
      message: `the API package in ${folder} has no name: a client could not import its types`,
      hint: `${file} needs a name; paths in ${PROJECT_FILE_NAME} lists the packages`,
    },
  );
}

/**
 * Reports missing descriptions: they are a build product, and without them the output would differ from that of other
 * machines.
 */
function hasDescriptions(reporter: Reporter): boolean {
  try {
    descriptionOf('meta/v1.ObjectMeta');
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reporter.report(
      { file: PROJECT_FILE_NAME, line: 0, column: 0, length: 1 },
      { code: 'KB_DESCRIPTIONS_MISSING', message },
    );
    return false;
  }
}
