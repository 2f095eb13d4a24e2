import { statSync } from 'node:fs';
import path from 'node:path';
import {
  defaultProjectPaths,
  fileSystemReader,
  type GenerateOptions,
  type GenerateSettings,
  outputFolders,
  type ProjectFile,
  type ProjectPaths,
  readGenerateSettings,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import type { FlagValues } from '../command-line/command.ts';
import { commonFolder, relativeTo } from '../folder-paths.ts';
import type { generateFlags } from './generate-flags.ts';

/** The values of the flags of `kb generate`. */
export type GenerateFlagValues = FlagValues<typeof generateFlags>;

/** The part of {@link GenerateOptions} that comes from a project and from flags. */
export type GenerateRequest = Pick<GenerateOptions, 'root' | 'project' | 'client' | 'removeStale' | 'bareFolders'>;

/**
 * Returns what to generate for a project, from its file and the flags that override it. Throws a CliError for invalid
 * values.
 */
export function requestOfProject(
  root: string,
  project: ProjectFile,
  values: GenerateFlagValues,
  cwd: string,
): GenerateRequest {
  if (values.controller !== undefined)
    throw wrongFlags('--controller belongs to --api: the project file lists its own');
  return { root, project: withFlags(project, values, root, cwd) };
}

/** Returns what to generate for bare folders, without a project. Throws a CliError for invalid values. */
export function requestOfFolders(values: GenerateFlagValues, cwd: string): GenerateRequest {
  const absolute = (folders: readonly string[] = []): string[] => folders.map((folder) => path.resolve(cwd, folder));
  const api = absolute(values.api);
  const controller = absolute(values.controller);
  for (const folder of [...api, ...controller]) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new CliError('KB_NO_FOLDER', `there is no folder ${folder}`);
  }
  const empty = api.find((folder) => !fileSystemReader(folder).list('.').some(isSource));
  if (empty !== undefined) {
    throw new CliError('KB_NO_TYPES', `there are no types in ${empty}: no .ts file`, {
      hint: 'Give the folder of a group version, such as types/shop/v1, or a package with src/<group>/<version>.',
    });
  }
  const root = [...api, ...controller].reduce(commonFolder, cwd);
  const bare: ProjectFile = {
    version: '3',
    domain: '',
    repo: '',
    projectName: '',
    layout: [],
    paths: {
      ...defaultProjectPaths,
      api: api.map((folder) => relativeTo(root, folder)),
      controller: controller.map((folder) => relativeTo(root, folder)),
      config: relativeTo(root, path.join(cwd, defaultProjectPaths.config)),
    },
    resources: [],
  };
  const withOutputs = withFlags(bare, values, root, cwd);
  // Output for bare folders is not deployed, so CRDs of other projects go to the same folder.
  const paths = { externalCrd: outputFolders(withOutputs.paths).crd, ...withOutputs.paths };
  const project = { ...withOutputs, paths };
  return { root, project, client: values['client-dir'] !== undefined, removeStale: false, bareFolders: true };
}

function withFlags(project: ProjectFile, values: GenerateFlagValues, root: string, cwd: string): ProjectFile {
  const folder = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : relativeTo(root, path.resolve(cwd, value));
  const file = (flag: 'header-file' | 'source-header-file'): string | undefined => {
    const name = values[flag];
    if (name !== undefined && statSync(path.resolve(cwd, name), { throwIfNoEntry: false })?.isFile() !== true) {
      throw new CliError('KB_NO_FILE', `there is no file ${name}, which --${flag} names`, {
        hint: `Paths in flags are relative to the working folder: ${cwd}.`,
      });
    }
    return folder(name);
  };
  const given = {
    crd: folder(values['crd-dir']),
    externalCrd: folder(values['external-crd-dir']),
    rbac: folder(values['rbac-dir']),
    webhook: folder(values['webhook-dir']),
    client: folder(values['client-dir']),
  };
  const paths: ProjectPaths = { ...project.paths, ...definedOf(given) };
  const { maxDescriptionLength, ...others } = project.generate ?? {};
  const settings = {
    ...others,
    ...definedOf({
      maxDescriptionLength: descriptionLength(values['max-description-length'], maxDescriptionLength),
      generateEmbeddedObjectMeta: values['generate-embedded-object-meta'],
      strict: values.strict,
      allowDangerousTypes: values['allow-dangerous-types'],
      preserveUnknownFields: values['preserve-unknown-fields'],
      ignoredMarkers: values['ignored-markers'],
      headerFile: file('header-file'),
      sourceHeaderFile: file('source-header-file'),
      year: values.year,
      roleName: values['role-name'],
      roleFile: values['role-file'],
    }),
  };
  return { ...project, paths, generate: checked(settings) };
}

/**
 * Returns the maximum length of descriptions, which a flag sets over the project's: below zero, descriptions stay
 * whole, as with controller-gen. A value that is not a number is reported later, by the check of settings.
 */
function descriptionLength(flag: string | undefined, project: number | undefined): string | number | undefined {
  if (flag === undefined) return project;
  if (!/^-?\d+$/.test(flag)) return flag;
  return Number(flag) < 0 ? undefined : Number(flag);
}

/** Checks the settings from flags, as those of the project file were checked. */
function checked(settings: object): GenerateSettings {
  const problems: string[] = [];
  const read = readGenerateSettings(settings, (_path, message, hint) => {
    problems.push(hint === undefined ? message : `${message} (${hint})`);
  });
  if (problems.length > 0) throw wrongFlags(problems.join('\n'));
  return read ?? {};
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb generate --help".', exitCode: 2 });
}

/** True for a file that the generator reads as types. */
function isSource(file: string): boolean {
  return /(?<!\.test|\.d)\.ts$/.test(file);
}

/** An object without its undefined members. */
function definedOf<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  const result: Record<string, T> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) result[key] = value;
  return result;
}
