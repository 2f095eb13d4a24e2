import { posix } from 'node:path';
import { groupOfResource, type ProjectFile, type SourceReader } from '@kb/codegen';
import { type KindData, kinds } from '@kb/kubernetes/data';
import { CliError } from '../cli-error.ts';
import { kindNames } from '../scaffold/kind-names.ts';

/**
 * Throws a CliError for a group of Kubernetes itself, whose types are in `@kb/kubernetes`. `kind`: one of its kinds, if
 * known.
 */
export function refuseBuiltInGroup(group: string, kind?: string): void {
  // People, and kubebuilder's PROJECT files, write "core" for the group without a name.
  const name = group === 'core' ? '' : group;
  const ofGroup = kinds().filter((known) => known.group === name);
  const one = ofGroup.find((known) => known.kind === kind) ?? ofGroup[0];
  if (one !== undefined) throw builtIn(one);
}

/** Throws a CliError for a kind of Kubernetes itself. */
export function refuseBuiltInKind(kind: string): void {
  const one = kinds().find((known) => known.kind === kind);
  if (one !== undefined) throw builtIn(one);
}

function builtIn(one: KindData): CliError {
  const group = one.group === '' ? 'the core group' : `the group ${one.group}`;
  const module = `@kb/kubernetes/${one.group.split('.')[0] || 'core'}/${one.version}`;
  return new CliError('KB_GROUP_BUILT_IN', `${group} is Kubernetes' own, and needs no import`, {
    hint: `Its types and handles are there already: import from '${module}'.`,
  });
}

/** Throws a CliError for a group in which the project defines kinds, or whose folder has such kinds. */
export function refuseOwnGroup(group: string, project: ProjectFile, reader: SourceReader): void {
  const own = project.resources.find((resource) => resource.api && groupOfResource(resource) === group);
  const folder = ownFolder(group, project, reader);
  const inTheWay = project.resources.find(
    (resource) => resource.external !== true && posix.dirname(kindNames(resource).folder) === group,
  );
  if (own === undefined && folder === undefined && inTheWay !== undefined) {
    throw new CliError(
      'KB_GROUP_OWN',
      `types of the group ${group} would go into the folder ${group}, which has those of this project's own ${inTheWay.kind} (${groupOfResource(inTheWay)})`,
      { hint: 'Give the group of your kind a name that is not a whole group of another project.' },
    );
  }
  if (own === undefined && folder === undefined) return;
  throw new CliError(
    'KB_GROUP_OWN',
    `the group ${group} is this project's own: ${folder ?? `${own?.kind ?? ''} in PROJECT`}`,
    {
      hint: 'Its kinds already have a client. A folder with // +kb:external in a free-standing comment belongs to another project.',
    },
  );
}

/** Matches markers that are alone on a line of a comment. */
const GROUP_MARKER = /^[ \t]*(?:\/\/+|\/?\*+)[ \t]*\+groupName="?([^\s"]*)"?[ \t]*(?:\*\/[ \t]*)?\r?$/m;
const EXTERNAL_MARKER = /^[ \t]*(?:\/\/+|\/?\*+)[ \t]*\+kb:external[ \t]*(?:\*\/[ \t]*)?\r?$/m;

/** A folder of the group's types that is not marked as another project's. */
function ownFolder(group: string, { paths }: ProjectFile, reader: SourceReader): string | undefined {
  const folders = new Map<string, { isOfGroup: boolean; isExternal: boolean }>();
  for (const file of paths.api.flatMap((folder) => reader.list(`${folder}/src`))) {
    if (!/(?<!\.test|\.d)\.ts$/.test(file)) continue;
    const text = reader.read(file) ?? '';
    const folder = folders.get(posix.dirname(file)) ?? { isOfGroup: false, isExternal: false };
    folders.set(posix.dirname(file), folder);
    folder.isOfGroup ||= GROUP_MARKER.exec(text)?.[1] === group;
    folder.isExternal ||= EXTERNAL_MARKER.test(text);
  }
  return [...folders].find(([, { isOfGroup, isExternal }]) => isOfGroup && !isExternal)?.[0];
}
