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

const NO_PLUGIN = 'No plugin changes a webhook: leave it out.';
const LICENSE =
  'The default is none, not apache2: a header would state a license, and a copyright, that nobody chose; npm packages name theirs in package.json. The header is in hack/boilerplate.ts.txt, which PROJECT names.';
const LICENSE_FILE = 'A comment of TypeScript, also of lines that begin with //.';
const GO_PACKAGE = 'Import the kind from its CRD: "kb create api --external-api SOURCE".';
const MULTIGROUP = 'PROJECT says it. Without it too, a project takes several groups, each with a folder of its own.';
const NO_GO = 'There is no Go in a project of kb.';
const BY_GIT = '"kb update" changes files only: commit, branch and push with git.';

/** Every flag of kubebuilder 4.15 of the commands that kb has, and what kb does with it. */
export const kubebuilderFlags: readonly KubebuilderFlag[] = [
  ...rows('init', 'same', [
    ['domain', ''],
    ['project-name', ''],
    ['repo', ''],
    ['namespaced', '', 'boolean'],
    ['plugins', 'grafana/v1-alpha and autoupdate/v1-alpha; go/v4 has no effect.'],
    ['multigroup', MULTIGROUP, 'boolean'],
    ['owner', ''],
    ['license', LICENSE],
    ['license-file', LICENSE_FILE],
  ]),
  ...rows('init', 'accepted', [
    ['fetch-deps', '"npm install" is a step of its own.', 'boolean'],
    ['skip-go-version-check', NO_GO, 'boolean'],
    ['project-version', 'PROJECT has version 3.'],
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
    ['plugins', 'deploy-image/v1-alpha, with --image; go/v4 has no effect.'],
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
    ['plugins', NO_PLUGIN],
  ]),
  ...rows('edit', 'same', [
    ['plugins', 'helm/v2-alpha, which "kb build-chart" makes too; grafana/v1-alpha; autoupdate/v1-alpha.'],
    ['output-dir', ''],
    ['namespaced', 'Files change as far as they have their form; what is left is listed.', 'boolean'],
    ['force', 'Edited files are replaced with --yes only.', 'boolean'],
    ['multigroup', `${MULTIGROUP} No file moves.`, 'boolean'],
    ['owner', 'Without --license, the license stays.'],
    ['license', 'Sources that are there keep their header; "none" removes it from generated ones.'],
    ['license-file', LICENSE_FILE],
  ]),
  ...rows('edit', 'accepted', [
    ['manifests', 'The chart is made from what config/default renders.'],
    ['use-gh-models', 'The pull request says what changed, file by file.', 'boolean'],
  ]),
  ...rows('update', 'same', [
    ['from-version', 'The default is cliVersion in PROJECT.'],
    ['restore-path', 'The paths are left as they are; edits elsewhere are merged.'],
  ]),
  ...rows('update', 'refused', [
    ['to-version', 'Install the version: npm install --save-dev @kb/cli@VERSION.'],
    ['force', 'Conflicts are always marked.', 'boolean'],
    ['from-branch', BY_GIT],
    ['show-commits', BY_GIT, 'boolean'],
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
