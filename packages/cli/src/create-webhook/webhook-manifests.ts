import { outputFolders, type ProjectResource, type SourceReader } from '@kb/codegen';
import { configComponents } from '../scaffold/components/components.ts';
import { convertedCrds, hasAdmission } from '../scaffold/components/component-facts.ts';
import { type ComponentsChange, switchComponents } from '../scaffold/components/switch-components.ts';
import { addResource } from '../scaffold/lists/add-resource.ts';
import type { EditedText, ListToEdit, ProjectChange } from '../scaffold/lists/list-to-edit.ts';
import { addSequenceEntry, printEntry, type SequenceEntry } from '../scaffold/lists/sequence-entries.ts';
import { placeInConfig, type ScaffoldFile } from '../scaffold/scaffold-file.ts';
import { injectCaPatch, injectCaPatchFile } from '../scaffold/templates/config/cert-manager.ts';
import { CRD_KUSTOMIZE_CONFIG, crdKustomizeConfig } from '../scaffold/templates/config/crd.ts';

/** What the webhooks of a kind change in the manifests. */
export interface WebhookManifests {
  readonly lists: readonly ListToEdit[];
  /** The parts that deploy webhooks, if these are the first of the project. */
  readonly switched: ComponentsChange;
  readonly added: readonly ScaffoldFile[];
}

/** The parts that the first webhooks of a project switch on, as kubebuilder does. */
const parts = configComponents.filter(({ name }) => name === 'webhook' || name === 'cert-manager');

/**
 * Returns what deploys the webhooks that a project has after a change, and had not before. What a person removed stays
 * removed. Throws a CliError if `config/default` cannot be edited.
 */
export function webhookManifests({ before, after }: ProjectChange, reader: SourceReader): WebhookManifests {
  const { config } = after.paths;
  const isFirst = !before.resources.some(hasWebhooks) && after.resources.some(hasWebhooks);
  const isDeployed = reader.read(`${config}/default/kustomization.yaml`) !== undefined;
  const crds = convertedCrds(after.resources).filter((crd) => !convertedCrds(before.resources).includes(crd));
  const lists = [
    ...(!before.resources.some(hasAdmission) && after.resources.some(hasAdmission)
      ? admissionLists(outputFolders(after.paths).webhook, config)
      : []),
    ...(crds.length > 0 ? conversionLists(config, crds) : []),
  ].filter(({ path }) => reader.read(path) !== undefined);
  const listsPatches = lists.some(({ path }) => path === certManagerList(config));
  return {
    lists,
    switched:
      isFirst && isDeployed ? switchComponents({ on: parts, off: [] }, after, reader) : { added: [], edited: [] },
    added: [
      ...(crds.length > 0 ? [crdKustomizeConfig(config)] : []),
      ...(listsPatches ? [{ ...injectCaPatchFile, path: placeInConfig(injectCaPatchFile.path, config) }] : []),
    ],
  };
}

function hasWebhooks({ webhooks }: ProjectResource): boolean {
  return webhooks !== undefined;
}

function certManagerList(config: string): string {
  return `${config}/certmanager/kustomization.yaml`;
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

/** The names in CRDs, and the CA of cert-manager where its part is there already. */
function conversionLists(config: string, crds: readonly string[]): ListToEdit[] {
  return [
    listWith(`${config}/crd/kustomization.yaml`, 'configurations', [CRD_KUSTOMIZE_CONFIG]),
    listWith(certManagerList(config), 'patches', crds.map(injectCaPatch)),
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
