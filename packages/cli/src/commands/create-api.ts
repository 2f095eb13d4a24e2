import type { ProjectFile } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { type KindValues, newResource, storageVersionEdits } from '../create-api/new-resource.ts';
import { readDeployImage } from '../create-api/deploy-image-flags.ts';
import { isInstalled } from '../how-to-run.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { kindNames } from '../scaffold/kind-names.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import { ignoreLists, indexList } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import type { DeployImage } from '../scaffold/templates/deploy-image/deploy-image.ts';
import { kindFiles } from '../scaffold/templates/kind.ts';
import { registryEdits } from '../scaffold/templates/registries.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';

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
    resource: { type: 'boolean', description: "Accepted for kubebuilder's scripts: types are always written." },
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
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    if (values.resource === false) {
      throw new CliError('KB_WRONG_FLAGS', '--resource=false: a kind of the project always has types', {
        hint: "A kind of another project comes from its CRD with --external-api SOURCE; for Kubernetes' own kinds write a controller beside the others, such as controllerFor(deployments), and add it to controllers.ts.",
        exitCode: 2,
      });
    }
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
    return workOnProject(work, context, (lock) => addKind({ ...values, kind }, deployImage, { dryRun, lock, context }));
  },
});

/** Adds the kind to the current project. Resolves with the exit code. */
async function addKind(values: KindValues, deployImage: DeployImage | undefined, run: ScaffoldRun): Promise<number> {
  const { dryRun, context } = run;
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const { resource, isThere, versions } = newResource(project, values);
  if (isThere) {
    terminal.print('Nothing to change.');
    return 0;
  }
  const names = kindNames(resource);
  const options = {
    namespaced: resource.api?.namespaced === true,
    controller: resource.controller === true,
    deployImage,
  };

  const next: ProjectFile = {
    ...project,
    resources: [...project.resources, { ...resource, path: `@${project.projectName}/api/${names.folder}` }],
  };
  const change = { before: project, after: next };
  const added = scaffoldChanges(root, kindFiles(next, names, options), reader);
  const registries = registryEdits(change, overlayReader(reader, added));
  const files = [
    ...added,
    ...(await editLists(
      [...registries, indexList(next, names), ...storageVersionEdits(next, versions, reader), ...ignoreLists(reader)],
      reader,
    )),
    ...projectFileEdits(change, reader),
  ];
  if (!(await writeScaffold({ root, project: next, reader, files }, run))) return 1;
  if (!dryRun) {
    const install = isInstalled(root) ? '' : 'npm install, then ';
    terminal.print(
      `Next: ${install}edit ${project.paths.api[0]}/src/${names.folder}/${names.lower}.types.ts, and npx kb generate`,
    );
  }
  return 0;
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb create api --help".', exitCode: 2 });
}
