import { CliError } from '../cli-error.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { addKind } from '../create-api/add-kind.ts';
import type { KindValues } from '../create-api/new-resource.ts';
import { readDeployImage } from '../create-api/deploy-image-flags.ts';
import { openProject } from '../open-project.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';

/** `kb create api`. */
export const command = defineCommand({
  flags: {
    kind: {
      type: 'string',
      value: 'KIND',
      description: 'The kind, in PascalCase. Required, unless an external API has only one.',
    },
    version: {
      type: 'string',
      value: 'VERSION',
      description:
        'Its API version. Default: v1alpha1; for an external API the versions that the project has, or the preferred one.',
    },
    group: {
      type: 'string',
      value: 'GROUP',
      description:
        "Its group without the domain; for an external API the whole group. Default: the project's only group, or the bare domain when it has none.",
    },
    plural: { type: 'string', value: 'PLURAL', description: 'Its plural, if it is irregular.' },
    namespaced: {
      type: 'boolean',
      description: 'Namespaced; --no-namespaced: cluster-scoped. Default: namespaced.',
    },
    controller: {
      type: 'boolean',
      description:
        'Write a controller; --no-controller: only the types. Default: write one, but not for an external API.',
    },
    'controller-name': {
      type: 'string',
      value: 'NAME',
      description: 'The name of the controller: a kind can have several. Default: the kind in lower case.',
    },
    resource: {
      type: 'boolean',
      description:
        "Write types; --no-resource: only a controller, for a kind that the project has, or that is Kubernetes' own. Default: write them.",
    },
    force: {
      type: 'boolean',
      description:
        'Write the files of the kind as if they were new: its types, controller, tests and sample; with --yes even if they were edited.',
    },
    'external-api': {
      type: 'string',
      value: 'SOURCE',
      description:
        'A kind that belongs to another project: the file, folder or URL of its CRD, - for standard input, or cluster for that of the kubeconfig. Run it again to update the kind.',
    },
    overwrite: {
      type: 'boolean',
      description: 'For an external API: replace imported files even if they were edited.',
    },
    image: {
      type: 'string',
      value: 'IMAGE',
      description:
        'Write an operator that runs this image: a Deployment for each object, with status, events and tests.',
    },
    'image-container-command': {
      type: 'string',
      value: 'WORD,WORD',
      description: 'With --image: what runs in the container. Default: what the image says.',
    },
    'image-container-port': {
      type: 'string',
      value: 'PORT',
      description: 'With --image: the port that the container listens on.',
    },
    'run-as-user': {
      type: 'string',
      value: 'UID',
      description: 'With --image: the user of the container. Default: that of the image, unless it is root.',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'With --force: replace files that were edited.' },
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    if (values.resource === false) return createController(values, dryRun, context);
    if (values.controller === false && values['controller-name'] !== undefined)
      throw wrongFlags('--controller-name and --no-controller exclude each other');
    if (values['external-api'] !== undefined) {
      const { createExternalApi } = await import('../external/create-external-api.ts');
      return createExternalApi(values['external-api'], { ...values, dryRun }, context);
    }
    const { kind } = values;
    if (kind === undefined) throw wrongFlags('missing --kind');
    if (values.overwrite === true)
      throw wrongFlags('--overwrite is for an external API: your own files are never replaced');
    const deployImage = readDeployImage(values);
    const { root } = openProject(context);
    const work = { root, command: `kb create api --kind ${kind}`, writes: !dryRun };
    const how = { force: values.force ?? false, yes: values.yes ?? false };
    return workOnProject(work, context, (lock) =>
      addKind({ ...values, kind }, { deployImage, ...how }, { dryRun, lock, context }),
    );
  },
});

/** Runs `kb create api --resource=false`. */
async function createController(
  values: Omit<KindValues, 'kind'> & {
    readonly kind?: string | undefined;
    readonly 'external-api'?: string | undefined;
    readonly image?: string | undefined;
  },
  dryRun: boolean,
  context: CommandContext,
): Promise<number> {
  const { kind, group, version, controller } = values;
  if (kind === undefined) throw wrongFlags('missing --kind');
  if (controller === false) throw wrongFlags('--resource=false and --controller=false leave nothing to write');
  const excluded = (['external-api', 'image', 'plural', 'namespaced'] as const).find(
    (flag) => values[flag] !== undefined,
  );
  if (excluded !== undefined) throw wrongFlags(`--resource=false and --${excluded} exclude each other`);
  const { addController } = await import('../create-api/add-controller.ts');
  const work = { root: openProject(context).root, command: `kb create api --kind ${kind}`, writes: !dryRun };
  return workOnProject(work, context, (lock) =>
    addController({ kind, group, version, name: values['controller-name'] }, { dryRun, lock, context }),
  );
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb create api --help".', exitCode: 2 });
}
