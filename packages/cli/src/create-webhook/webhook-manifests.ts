import { outputFolders, type ProjectResource, type SourceReader } from '@kb/codegen';
import { type ConfigComponent, configComponents } from '../scaffold/components/components.ts';
import { convertedCrds, hasAdmission } from '../scaffold/components/component-facts.ts';
import { type ComponentsChange, listedComponents, switchComponents } from '../scaffold/components/switch-components.ts';
import { addResource } from '../scaffold/lists/add-resource.ts';
import type { EditedText, ListToEdit, ProjectChange } from '../scaffold/lists/list-to-edit.ts';
import { addSequenceEntry, printEntry, type SequenceEntry } from '../scaffold/lists/sequence-entries.ts';
import { placeInConfig, type ScaffoldFile } from '../scaffold/scaffold-file.ts';
import { injectCaPatch, injectCaPatchFile } from '../scaffold/templates/config/cert-manager.ts';
import { crdAuthorityPatch, crdAuthorityPatchFile } from '../scaffold/templates/config/own-certificates.ts';
import { CRD_KUSTOMIZE_CONFIG, crdKustomizeConfig } from '../scaffold/templates/config/crd.ts';

/** What the webhooks of a kind change in the manifests. */
export interface WebhookManifests {
  readonly lists: readonly ListToEdit[];
  /** The parts that deploy webhooks, if these are the first of the project. */
  readonly switched: ComponentsChange;
  readonly added: readonly ScaffoldFile[];
}

/**
 * The parts that the first webhooks of a project switch on, as kubebuilder does: cert-manager is needed, unless the
 * operator makes its certificates itself.
 */
function partsBeside(kustomization: string): ConfigComponent[] {
  const isThere = (wanted: string): boolean => listedComponents(kustomization).some(({ name }) => name === wanted);
  return configComponents.filter(
    ({ name }) => name === 'webhook' || (name === 'cert-manager' && !isThere('own-certificates')),
  );
}

/**
 * Returns what deploys the webhooks that a project has after a change, and had not before. What a person removed stays
 * removed. Throws a CliError if `config/default` cannot be edited.
 */
export function webhookManifests({ before, after }: ProjectChange, reader: SourceReader): WebhookManifests {
  const { config } = after.paths;
  const isFirst = !before.resources.some(hasWebhooks) && after.resources.some(hasWebhooks);
  const deployed = reader.read(`${config}/default/kustomization.yaml`);
  const crds = convertedCrds(after.resources).filter((crd) => !convertedCrds(before.resources).includes(crd));
  const lists = [
    ...(!before.resources.some(hasAdmission) && after.resources.some(hasAdmission)
      ? admissionLists(outputFolders(after.paths).webhook, config)
      : []),
    ...(crds.length > 0 ? conversionLists(config, crds) : []),
  ].filter(({ path }) => reader.read(path) !== undefined);
  const isEdited = (list: string): boolean => lists.some(({ path }) => path === list);
  return {
    lists,
    switched:
      isFirst && deployed !== undefined
        ? switchComponents({ on: partsBeside(deployed), off: [] }, after, reader)
        : { added: [], edited: [] },
    added: [
      ...(crds.length > 0 ? [crdKustomizeConfig(config)] : []),
      ...[
        ...(isEdited(certManagerList(config)) ? [injectCaPatchFile] : []),
        ...(isEdited(ownCertificateList(config)) ? crds.map(crdAuthorityPatchFile) : []),
      ].map((file) => ({ ...file, path: placeInConfig(file.path, config) })),
    ],
  };
}

function hasWebhooks({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined;
}

function certManagerList(config: string): string {
  return `${config}/certmanager/kustomization.yaml`;
}

function ownCertificateList(config: string): string {
  return `${config}/own-certificates/kustomization.yaml`;
}

/** The generated configurations, where the part `webhook` is there already. */
function admissionLists(folder: string, config: string): ListToEdit[] {
  if (folder !== `${config}/webhook`) return [];
  const file = 'manifests.yaml';
  return [
    {
      path: `${folder}/kustomization.yaml`,
      content: '',
      added: [{ byHand: `resources:\n- ${file}`, add: async (text) => addResource(text, file) }],
    },
  ];
}

/** The names in CRDs, and their CA: of cert-manager, or the operator's own, where the part is there already. */
function conversionLists(config: string, crds: readonly string[]): ListToEdit[] {
  return [
    listWith(`${config}/crd/kustomization.yaml`, 'configurations', [CRD_KUSTOMIZE_CONFIG]),
    listWith(certManagerList(config), 'patches', crds.map(injectCaPatch)),
    listWith(ownCertificateList(config), 'patches', crds.map(crdAuthorityPatch)),
  ];
}

function listWith(path: string, key: string, entries: readonly SequenceEntry[]): ListToEdit {
  return {
    path,
    content: '',
    added: entries.map((entry) => ({
      byHand: `${key}:\n- ${printEntry(entry, '\n  ')}`,
      add: async (text): Promise<EditedText> => addSequenceEntry(text, key, entry),
    })),
  };
}
