/** A flag of kubebuilder, and what kb does with it. */
export interface KubebuilderFlag {
  /** The command of kb that has the same purpose. */
  readonly command: 'init' | 'create api' | 'create webhook' | 'edit' | 'update';
  readonly flag: string;
  readonly type: 'string' | 'boolean';
  /** `same`: with the same meaning; `accepted`: without effect; `refused`: with an error that says kb's way. */
  readonly treatment: 'same' | 'accepted' | 'refused';
  /** What a user has to know: why it has no effect, or kb's way, as a sentence. Empty: nothing. */
  readonly note: string;
}

type Row = readonly [flag: string, note: string, type?: 'boolean'];

function rows(
  command: KubebuilderFlag['command'],
  treatment: KubebuilderFlag['treatment'],
  list: readonly Row[],
): KubebuilderFlag[] {
  return list.map(([flag, note, type]): KubebuilderFlag => ({
    command,
    flag,
    type: type ?? 'string',
    treatment,
    note,
  }));
}

const HEADER =
  'Put the header into a file, and name it in PROJECT: generate.sourceHeaderFile for sources, generate.headerFile for manifests.';
const PLUGINS = 'kb has no plugins: "kb edit --with PART" adds parts to what is deployed.';
const GO_PACKAGE = 'Import the kind from its CRD: "kb create api --external-api SOURCE".';
const ALWAYS = 'Every project of kb has a folder for each group.';
const NO_GO = 'There is no Go in a project of kb.';
const BY_GIT = '"kb update" changes files only: commit, branch and push with git.';

/** Every flag of kubebuilder 4.15 of the commands that kb has, and what kb does with it. */
export const kubebuilderFlags: readonly KubebuilderFlag[] = [
  ...rows('init', 'same', [
    ['domain', ''],
    ['project-name', ''],
    ['repo', ''],
    ['namespaced', '', 'boolean'],
  ]),
  ...rows('init', 'accepted', [
    ['multigroup', ALWAYS, 'boolean'],
    ['fetch-deps', '"npm install" is a step of its own.', 'boolean'],
    ['skip-go-version-check', NO_GO, 'boolean'],
    ['project-version', 'PROJECT has version 3.'],
  ]),
  ...rows('init', 'refused', [
    ['owner', HEADER],
    ['license', HEADER],
    ['license-file', HEADER],
    ['plugins', PLUGINS],
  ]),
  ...rows('create api', 'same', [
    ['group', ''],
    ['version', ''],
    ['kind', ''],
    ['plural', ''],
    ['namespaced', '', 'boolean'],
    ['controller', 'kb never asks; the default is true.', 'boolean'],
    [
      'resource',
      'kb never asks; the default is true. False: only a controller, also for kinds of Kubernetes.',
      'boolean',
    ],
    ['controller-name', 'Names are unique in a project, and files are beside each other.'],
    ['force', 'Edited files are replaced with --yes only.', 'boolean'],
    ['image', ''],
    ['image-container-command', ''],
    ['image-container-port', ''],
    ['run-as-user', ''],
  ]),
  ...rows('create api', 'accepted', [
    ['make', 'The command always generates.', 'boolean'],
    ['manifests', 'The command always generates.', 'boolean'],
    ['ssa', 'Every client of kb has the types for server-side apply.', 'boolean'],
  ]),
  ...rows('create api', 'refused', [
    ['external-api-path', GO_PACKAGE],
    ['external-api-domain', GO_PACKAGE],
    ['external-api-module', GO_PACKAGE],
    ['plugins', PLUGINS],
  ]),
  ...rows('create webhook', 'same', [
    ['group', ''],
    ['version', ''],
    ['kind', ''],
    ['defaulting', '', 'boolean'],
    ['programmatic-validation', '', 'boolean'],
    ['conversion', '', 'boolean'],
    ['spoke', ''],
    ['defaulting-path', ''],
    ['validation-path', ''],
    ['force', 'Edited files are replaced with --yes only.', 'boolean'],
  ]),
  ...rows('create webhook', 'accepted', [
    ['plural', 'The kind has its plural already.'],
    ['make', 'The command always generates.', 'boolean'],
  ]),
  ...rows('create webhook', 'refused', [
    ['external-api-path', 'Import the kind first with "kb create api --external-api SOURCE".'],
    ['external-api-domain', 'Import the kind first with "kb create api --external-api SOURCE".'],
    ['external-api-module', 'Import the kind first with "kb create api --external-api SOURCE".'],
    ['plugins', PLUGINS],
  ]),
  ...rows('edit', 'same', [
    ['plugins', 'helm/v2-alpha; "kb build-chart" does the same.'],
    ['output-dir', ''],
    ['namespaced', 'Files change as far as they have their form; what is left is listed.', 'boolean'],
    ['force', 'Edited files are replaced with --yes only.', 'boolean'],
  ]),
  ...rows('edit', 'accepted', [
    ['multigroup', ALWAYS, 'boolean'],
    ['manifests', 'The chart is made from what config/default renders.'],
  ]),
  ...rows('edit', 'refused', [
    ['owner', HEADER],
    ['license', HEADER],
    ['license-file', HEADER],
  ]),
  ...rows('update', 'same', [['from-version', 'The default is cliVersion in PROJECT.']]),
  ...rows('update', 'refused', [
    ['to-version', 'Install the version: npm install --save-dev @kb/cli@VERSION.'],
    ['force', 'Conflicts are always marked.', 'boolean'],
    ['from-branch', BY_GIT],
    ['show-commits', BY_GIT, 'boolean'],
    ['restore-path', BY_GIT],
    ['output-branch', BY_GIT],
    ['merge-message', BY_GIT],
    ['conflict-message', BY_GIT],
    ['push', BY_GIT, 'boolean'],
    ['open-gh-issue', BY_GIT, 'boolean'],
    ['git-config', BY_GIT],
  ]),
];

/** What kb does with a flag of kubebuilder that is not kb's own; undefined for others. */
export function foreignFlag(command: string, flag: string): KubebuilderFlag | undefined {
  return kubebuilderFlags.find((one) => one.command === command && one.flag === flag && one.treatment !== 'same');
}
