import type { ProjectResource } from '@kb/codegen';
import { clientNamesOf, controllersOfResource, groupOfResource, lowerFirst, pluralOf } from '@kb/codegen';

/** The names of a controller. */
export interface ControllerNames {
  /** `appServiceController`. */
  readonly controller: string;
  /** `appservice.controller`: its file, without `.ts`. */
  readonly controllerFile: string;
  /** `appservice-backup`, if it is not the kind's. */
  readonly controllerName: string | undefined;
}

/** Every name that a kind has in a project, and that of its first controller. */
export interface KindNames extends ControllerNames {
  readonly kind: string;
  /** `appservice`: in file names. */
  readonly lower: string;
  /** `appServices`: the generated resource handle. */
  readonly handle: string;
  readonly plural: string;
  /** The full group, such as `batch.example.com`. */
  readonly group: string;
  readonly version: string;
  /**
   * `batch/v1alpha1`: the folder of the group version, and the end of its import path. It has the full group if that
   * belongs to another project.
   */
  readonly folder: string;
  /** `batch_v1alpha1_appservice.yaml`. */
  readonly sampleFile: string;
  /** `batch.example.com_appservices.yaml`. */
  readonly crdFile: string;
}

/** The names of a kind that PROJECT lists. */
export function kindNames(resource: ProjectResource): KindNames {
  const { kind, version } = resource;
  const group = groupOfResource(resource);
  const plural = resource.plural ?? pluralOf(kind);
  const lower = kind.toLowerCase();
  const shortGroup =
    resource.group === undefined || resource.group === '' ? (group.split('.')[0] ?? group) : resource.group;
  return {
    kind,
    lower,
    handle: clientNamesOf({ kind, plural }).handle,
    ...controllerNames(kind, controllersOfResource(resource)[0] ?? lower),
    plural,
    group,
    version,
    folder: `${resource.external ? group : shortGroup}/${version}`,
    sampleFile: `${shortGroup}_${version}_${lower}.yaml`,
    crdFile: `${group}_${plural}.yaml`,
  };
}

/** The names of a kind's controllers, in the order of PROJECT. */
export function namesOfControllers(resource: ProjectResource): ControllerNames[] {
  return controllersOfResource(resource).map((name) => controllerNames(resource.kind, name));
}

/** The names of a controller with a name in lower case, which may be the kind's. */
export function controllerNames(kind: string, name: string): ControllerNames {
  const isKinds = name === kind.toLowerCase();
  const [first = '', ...others] = name.split('-');
  const prefix = isKinds
    ? lowerFirst(kind)
    : first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return {
    controller: `${prefix}Controller`,
    controllerFile: `${name}.controller`,
    controllerName: isKinds ? undefined : name,
  };
}
