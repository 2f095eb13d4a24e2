import { groupOfResource, lowerFirst, type ProjectFile, type ProjectResource } from '@kb/codegen';
import type { KindData } from '@kb/kubernetes/data';
import { SCOPE } from '../package-names.ts';
import { type ControllerNames, type KindNames, kindNames } from './kind-names.ts';

/** Every name that the webhooks of a kind have in a project. */
export interface WebhookNames extends Omit<KindNames, keyof ControllerNames | 'sampleFile' | 'crdFile'> {
  /** The module of the kind's type and handle. */
  readonly module: string;
  /** `captain`: the beginning of the names of files. */
  readonly base: string;
  /** `captain`: the beginning of the names of variables. */
  readonly prefix: string;
  /** The default paths, as in controller-runtime. */
  readonly paths: { readonly mutating: string; readonly validating: string };
  readonly namespaced: boolean;
  /** True for a kind of Kubernetes itself. */
  readonly core: boolean;
}

/** Finds a kind of Kubernetes itself. */
export type FindBuiltIn = (
  kind: Pick<KindData, 'group' | 'version' | 'kind'>,
) => Pick<KindData, 'plural' | 'scope'> | undefined;

/** The names of the webhooks of a kind that PROJECT lists, or will list. */
export function webhookNames(project: ProjectFile, resource: ProjectResource, findBuiltIn: FindBuiltIn): WebhookNames {
  const { kind, version } = resource;
  const core = resource.core === true;
  const builtIn = core ? findBuiltIn({ group: coreGroup(resource), version, kind }) : undefined;
  const plain = kindNames({ ...resource, ...(builtIn && { plural: builtIn.plural }) });
  const group = core ? coreGroup(resource) : plain.group;
  const folder = core ? `${resource.group ?? 'core'}/${version}` : plain.folder;
  const module = core ? `${SCOPE}/kubernetes/${folder}` : `@${project.projectName}/client/${folder}`;
  const suffix = suffixOf(project, resource);
  const path = `${group.replaceAll('.', '-')}-${version}-${plain.lower}`;
  return {
    kind,
    lower: plain.lower,
    handle: plain.handle,
    plural: plain.plural,
    group,
    version,
    folder,
    module,
    base: plain.lower + (suffix === '' ? '' : `-${suffix}`),
    prefix: lowerFirst(kind) + suffix.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase()),
    paths: { mutating: `/mutate-${path}`, validating: `/validate-${path}` },
    namespaced: (builtIn && builtIn.scope === 'Namespaced') ?? resource.api?.namespaced ?? resource.api === undefined,
    core,
  };
}

/** The API group of a kind of Kubernetes itself: PROJECT has `core` for the one without a name. */
export function coreGroup({ group = '', domain }: ProjectResource): string {
  return group === 'core' ? '' : groupOfResource({ group, ...(domain !== undefined && { domain }) });
}

/** Tells apart the webhooks of kinds with one name: the first has none, others their version, or their group. */
function suffixOf({ resources }: ProjectFile, resource: ProjectResource): string {
  const isThis = (other: ProjectResource): boolean =>
    other.kind === resource.kind &&
    other.version === resource.version &&
    groupOfResource(other) === groupOfResource(resource);
  const first = resources.find(
    (other) => other.kind === resource.kind && (other.webhooks !== undefined || isThis(other)),
  );
  if (first === undefined || isThis(first)) return '';
  const sameVersion = resources.some(
    (other) => other.kind === resource.kind && other.version === resource.version && !isThis(other),
  );
  return sameVersion ? `${(resource.group ?? '').replaceAll('.', '-')}-${resource.version}` : resource.version;
}
