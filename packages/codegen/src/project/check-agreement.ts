import { posix } from 'node:path';
import { isScalar, isSeq, parseDocument } from 'yaml';
import type { DiagnosticCode } from '../diagnostic/codes.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { readImported } from '../marks/import-header.ts';
import type { Kind, Model } from '../model/model.ts';
import { clientNamesOf } from '../naming/client-names.ts';
import { pluralOf } from '../naming/plural.ts';
import { lenientReader } from '../read/reporting-reader.ts';
import type { SourceReader } from '../read/source-reader.ts';
import {
  controllersOfResource,
  groupOfResource,
  type ProjectFile,
  PROJECT_FILE_NAME,
  type ProjectResource,
} from './project-file.ts';
import { checkNamespace } from './check-namespace.ts';
import { placeInProjectFile } from './project-file-text.ts';

/** The inputs of the check. */
export interface Agreement {
  readonly project: ProjectFile;
  readonly model: Model;
  /** The CRDs of the project's own kinds that this run generates. */
  readonly crds: readonly string[];
  readonly reader: SourceReader;
  readonly reporter: Reporter;
}

/**
 * Warns where PROJECT, the sources and the lists of a project disagree: a kind that PROJECT lists and no source
 * declares, or the reverse; a controller that is missing, or that no source imports; a CRD missing from a
 * kustomization, or listed there without existing; a namespace in markers that is not deployed to. Only called when the
 * sources have no errors, because errors leave kinds out.
 */
export function checkAgreement({ reader: all, ...rest }: Agreement): void {
  const agreement = { ...rest, reader: lenientReader(all) };
  checkKinds(agreement);
  checkControllers(agreement);
  checkList(agreement);
  checkNamespace(agreement);
}

function checkKinds({ project, model, reader, reporter }: Agreement): void {
  const { resources } = project;
  resources.forEach((resource, index) => {
    if (resource.api === undefined && resource.external !== true) return;
    if (model.kinds.some((kind) => isOf(kind, resource))) return;
    warnOfResource(reader, reporter, index, resource, {
      code: 'KB_KIND_MISSING',
      message: `the kind ${resource.kind} of ${groupOfResource(resource)}/${resource.version} is listed here, but no source declares it`,
      hint: `write its types in ${folderOf(project)}, or remove it from resources`,
    });
  });
  // A project that lists no kinds does not use kb create api; and imported kinds need not be listed.
  if (resources.length === 0) return;
  for (const kind of model.kinds) {
    if (resources.some((resource) => isOf(kind, resource))) continue;
    if (readImported(reader.read(kind.span.file)) !== undefined) continue;
    const { group, version } = kind.groupVersion;
    reporter.report(kind.span, {
      code: 'KB_KIND_UNLISTED',
      severity: 'warning',
      message: `${PROJECT_FILE_NAME} does not list the kind ${kind.name} of ${group}/${version}`,
      hint: `list it under resources in ${PROJECT_FILE_NAME}, as the others are; or move its file away, and create it with kb create api`,
    });
  }
}

function isOf({ name, groupVersion }: Kind, resource: ProjectResource): boolean {
  return (
    name === resource.kind &&
    groupVersion.version === resource.version &&
    groupVersion.group === groupOfResource(resource)
  );
}

const CONTROLLER_FILE = /(?:^|\/)([^/]+)\.controller\.ts$/;

function checkControllers({ project, reader, reporter }: Agreement): void {
  const folders = project.paths.controller.map((folder) => posix.join(folder, 'src'));
  const sources = folders
    .flatMap((folder) => reader.list(folder))
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
    .map((file) => ({ file, text: reader.read(file) ?? '' }));
  if (sources.length === 0) return;
  project.resources.forEach((resource, index) => {
    const { kind } = resource;
    const { handle } = clientNamesOf({ kind, plural: resource.plural ?? pluralOf(kind) });
    const names = controllersOfResource(resource);
    const missing = names.filter((name) => !sources.some(({ file }) => CONTROLLER_FILE.exec(file)?.[1] === name));
    // They may be in files of other names.
    const others = sources.filter(({ text }) => text.includes(`controllerFor(${handle}`));
    if (missing.length === 0 || others.length >= names.length) return;
    warnOfResource(reader, reporter, index, resource, {
      code: 'KB_CONTROLLER_MISSING',
      message: `the kind ${kind} is listed with a controller, but there is none: ${folders[0] ?? ''}/${missing[0] ?? ''}.controller.ts`,
      hint: `write it, or remove ${resource.controllers === undefined ? 'controller: true' : `it from controllers`}`,
    });
  });
  const imported = new Set(sources.flatMap(({ file, text }) => importsOf(text).map((name) => moduleAt(file, name))));
  for (const { file } of sources) {
    if (!CONTROLLER_FILE.test(file) || imported.has(file.replace(/\.ts$/, ''))) continue;
    reporter.report(
      { file, line: 0, column: 0, length: 1 },
      {
        code: 'KB_CONTROLLER_UNLISTED',
        severity: 'warning',
        message: 'no source imports this controller, so that nothing runs it',
        hint: 'import it in controllers.ts and add it to the list there, or remove it',
      },
    );
  }
}

/** The relative module specifiers in a source's imports and exports. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s?\(?\s?(['"])(\.[^'"\n]{0,500})\1/g)].map(([, , name = '']) => name);
}

function moduleAt(file: string, name: string): string {
  return posix.join(posix.dirname(file), name).replace(/\.[jt]s$/, '');
}

/** Checks the list of CRDs that kustomize deploys against those that this run generates into the same folder. */
function checkList({ project, crds, reader, reporter }: Agreement): void {
  const folder = posix.join(project.paths.config, 'crd');
  const file = `${folder}/kustomization.yaml`;
  const text = reader.read(file);
  if (text === undefined) return;
  const document = parseDocument(text);
  const list = document.errors.length === 0 ? document.get('resources', true) : undefined;
  if (!isSeq(list)) return;
  const items = list.items.map((item) => (isScalar(item) && typeof item.value === 'string' ? item : undefined));
  // A reference to something else may include any CRD.
  if (items.some((item) => item === undefined)) return;
  const made = new Set(crds.map((crd) => posix.relative(folder, crd)));
  const named = new Set(items.map((item) => posix.normalize(String(item?.value))));
  const warn = (offset: number, message: string, hint: string): void => {
    const before = text.slice(0, offset).split('\n');
    const span = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
    reporter.report(span, { code: 'KB_LIST_DIFFERS', severity: 'warning', message, hint });
  };
  for (const crd of made) {
    // A nested folder's own kustomization may list it.
    if (named.has(crd) || named.has(posix.dirname(crd))) continue;
    warn(list.range?.[0] ?? 0, `the CRD ${crd} is not in this list, so it is not deployed`, `add - ${crd}`);
  }
  for (const item of items) {
    const name = posix.normalize(String(item?.value));
    if (!/^bases\/[^/]+\.ya?ml$/.test(name) || made.has(name) || reader.read(posix.join(folder, name)) !== undefined)
      continue;
    warn(item?.range?.[0] ?? 0, `there is no CRD ${name}`, 'remove it from the list');
  }
}

function folderOf({ paths }: ProjectFile): string {
  return posix.join(paths.api[0] ?? '', 'src');
}

function warnOfResource(
  reader: SourceReader,
  reporter: Reporter,
  index: number,
  { kind }: ProjectResource,
  finding: { readonly code: DiagnosticCode; readonly message: string; readonly hint: string },
): void {
  const place = placeInProjectFile(reader.read(PROJECT_FILE_NAME) ?? '', ['resources', index, 'kind'], kind);
  reporter.report(place ?? { file: PROJECT_FILE_NAME, line: 0, column: 0, length: 1 }, {
    ...finding,
    severity: 'warning',
  });
}
