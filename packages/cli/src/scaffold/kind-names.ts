import type { ProjectResource } from '@kb/codegen';
import { clientNamesOf, groupOfResource, lowerFirst, pluralOf } from '@kb/codegen';

/** Every name that a kind has in a project. */
export interface KindNames {
  readonly kind: string;
  /** `appservice`: in file names. */
  readonly lower: string;
  /** `appServices`: the generated resource handle. */
  readonly handle: string;
  /** `appServiceController`. */
  readonly controller: string;
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
    controller: `${lowerFirst(kind)}Controller`,
    plural,
    group,
    version,
    folder: `${resource.external ? group : shortGroup}/${version}`,
    sampleFile: `${shortGroup}_${version}_${lower}.yaml`,
    crdFile: `${group}_${plural}.yaml`,
  };
}
