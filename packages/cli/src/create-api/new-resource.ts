import path from 'node:path';
import {
  addMarker,
  controllersOfResource,
  groupOfResource,
  pluralOf,
  type ProjectFile,
  type ProjectResource,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { kindNames } from '../scaffold/kind-names.ts';
import type { ListToEdit } from '../scaffold/lists/list-to-edit.ts';
import { STORAGE_MARKER } from '../scaffold/webhooks/conversion-edits.ts';
import { checkGroup, checkKind, checkPlural, checkVersion } from '../scaffold/names.ts';
import { withController } from '../scaffold/new-controller.ts';
import { refuseTakenNames } from './taken-names.ts';

/** The flags that describe a kind. */
export interface KindValues {
  readonly kind: string;
  readonly version?: string | undefined;
  readonly group?: string | undefined;
  readonly plural?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly controller?: boolean | undefined;
  /** The name of its controller. Default: that of the kind. */
  readonly 'controller-name'?: string | undefined;
}

/** What `kb create api` is to add. */
export interface NewResource {
  readonly resource: ProjectResource;
  /** The project has it already, as the flags say. */
  readonly isThere: boolean;
  /** Other versions of the kind in the project. */
  readonly versions: readonly ProjectResource[];
}

/**
 * Returns the entry of PROJECT for a kind. A further version of a kind has the scope and the plural of the others, and
 * their controller. Throws a CliError for names that are not valid, for a group that belongs to another project, and if
 * the project has the kind with other settings.
 */
export function newResource(project: ProjectFile, values: KindValues): NewResource {
  const { kind, version = 'v1alpha1' } = values;
  const group = values.group ?? defaultGroup(project);
  checkGroup(group, project.domain);
  checkVersion(version);
  checkKind(kind);
  if (values.plural !== undefined) checkPlural(values.plural);
  const fullGroup = groupOfResource({ group, domain: project.domain });
  const versions = project.resources.filter(
    (one) => one.api !== undefined && one.kind === kind && groupOfResource(one) === fullGroup,
  );
  const [first] = versions;
  const there = versions.find((one) => one.version === version);
  if (there !== undefined) refuseDifference(there, values);
  else if (first !== undefined) refuseOtherKind(versions, first, values);
  if (there !== undefined) return { resource: there, isThere: true, versions: versions.filter((one) => one !== there) };

  const name = values['controller-name'];
  const controller = values.controller ?? (name !== undefined || !versions.some(hasController));
  const namespaced = values.namespaced ?? (first === undefined || first.api?.namespaced === true);
  const plural = values.plural ?? first?.plural;
  const plain: ProjectResource = {
    api: { crdVersion: 'v1', ...(namespaced ? { namespaced: true } : {}) },
    domain: project.domain,
    ...(group === '' ? {} : { group }),
    kind,
    ...(plural === undefined ? {} : { plural }),
    version,
  };
  refuseForeignGroup(project, plain);
  if (first === undefined) refuseTakenNames(project, plain);
  const resource = controller ? { ...plain, ...withController(project, plain, name) } : plain;
  return { resource, isThere: false, versions };
}

/** What all versions of a kind have in common, where flags say something else. */
function differencesOf(there: ProjectResource, { namespaced, plural }: KindValues): string[] {
  const isNamespaced = there.api?.namespaced === true;
  const itsPlural = there.plural ?? pluralOf(there.kind);
  return [
    ...(namespaced !== undefined && namespaced !== isNamespaced
      ? [`it is ${isNamespaced ? 'namespaced' : 'cluster-scoped'}`]
      : []),
    ...(plural !== undefined && plural !== itsPlural ? [`its plural is ${itsPlural}`] : []),
  ];
}

function hasController(resource: ProjectResource): boolean {
  return controllersOfResource(resource).length > 0;
}

function refuseDifference(there: ProjectResource, values: KindValues): void {
  const names = controllersOfResource(there);
  const differences = differencesOf(there, values);
  const wanted = values['controller-name'];
  const isOther =
    (values.controller !== undefined && values.controller !== names.length > 0) ||
    (wanted !== undefined && !names.includes(wanted));
  const itsControllers =
    names.length === 0 ? 'no controller' : wanted === undefined ? 'a controller' : `the controller ${names.join(', ')}`;
  if (isOther) differences.push(`it has ${itsControllers}`);
  if (differences.length === 0) return;
  const name = `${groupOfResource(there)}/${there.version}`;
  const wantsController = isOther && values.controller !== false;
  throw new CliError('KB_API_EXISTS', `${name} has a kind ${there.kind} already, and ${differences.join(' and ')}`, {
    hint: wantsController
      ? 'With --resource=false the command adds a controller to it, with --controller-name another one.'
      : 'Edit its types and run "kb generate", or choose another kind or version. Without the other flags the command changes nothing.',
  });
}

function refuseOtherKind(versions: readonly ProjectResource[], first: ProjectResource, values: KindValues): void {
  const controlled = versions.find(hasController);
  const differences = differencesOf(first, values);
  if ((values.controller === true || values['controller-name'] !== undefined) && controlled !== undefined)
    differences.push(`the controller of ${controlled.version} is that of all versions`);
  if (differences.length === 0) return;
  throw new CliError(
    'KB_FLAGS_DIFFER',
    `${first.kind} has a version ${first.version} already: ${differences.join(' and ')}`,
    { hint: 'All versions of a kind have one scope, one plural and one controller: leave the flag out.' },
  );
}

function defaultGroup(project: ProjectFile): string {
  const groups = [...new Set(project.resources.filter(({ api }) => api).map(({ group }) => group ?? ''))];
  if (groups.length > 1) {
    throw new CliError(
      'KB_GROUP_AMBIGUOUS',
      `the project has several groups: ${groups.map((group) => group || '(the bare domain)').join(', ')}`,
      {
        hint: 'Say which one with --group.',
      },
    );
  }
  return groups[0] ?? '';
}

/** Throws a CliError for a group, or a folder of types, that belongs to another project. */
function refuseForeignGroup(project: ProjectFile, resource: ProjectResource): void {
  const group = groupOfResource(resource);
  const ofGroup = project.resources.filter((other) => groupOfResource(other) === group);
  if (ofGroup.some(({ external }) => external)) {
    throw new CliError(
      'KB_GROUP_EXTERNAL',
      `the group ${group} belongs to another project, whose kinds this one uses`,
      {
        hint: 'Choose another group with --group; a kind of that group comes with --external-api.',
      },
    );
  }
  const folder = path.dirname(kindNames(resource).folder);
  const inFolder = project.resources.filter((other) => path.dirname(kindNames(other).folder) === folder);
  const owner = inFolder.find(({ external }) => external === true);
  if (owner !== undefined) {
    throw new CliError(
      'KB_GROUP_EXTERNAL',
      `types of the group ${group} would go into the folder ${folder}, which has those of another project's ${owner.kind}`,
      {
        hint: 'Choose another group with --group, which is the name without the domain; a kind of that project comes with --external-api.',
      },
    );
  }
  // The bare domain and its first word as a group: example.com, and example.example.com.
  const neighbour = inFolder.find((other) => other.api !== undefined && groupOfResource(other) !== group);
  if (neighbour !== undefined) {
    throw new CliError(
      'KB_FLAGS_DIFFER',
      `types of the group ${group} would go into the folder ${folder}, which has those of the group ${groupOfResource(neighbour)}`,
      { hint: `Give --group "${neighbour.group ?? ''}" for that group, or choose another one with --group.` },
    );
  }
}

/**
 * A kind with several versions says which one is stored: the first, when a second one comes and none says so. Empty if
 * one does.
 */
export function storageVersionEdits(
  project: ProjectFile,
  versions: readonly ProjectResource[],
  reader: SourceReader,
): ListToEdit[] {
  const files = versions.map((one) => {
    const { folder, lower } = kindNames(one);
    return { kind: one.kind, path: `${project.paths.api[0] ?? 'packages/api'}/src/${folder}/${lower}.types.ts` };
  });
  const texts = files.map(({ path }) => reader.read(path));
  const [first] = files;
  const content = texts[0];
  if (first === undefined || content === undefined || texts.some((text) => text?.includes(STORAGE_MARKER))) return [];
  const byHand = `// ${STORAGE_MARKER}`;
  const add = async (text: string): ReturnType<typeof addMarker> =>
    addMarker(text, { type: first.kind, marker: byHand, knownBy: STORAGE_MARKER });
  return [{ path: first.path, content, added: [{ byHand, add }] }];
}
