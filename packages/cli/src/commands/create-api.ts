import path from 'node:path';
import { groupOfResource, type ProjectFile, type ProjectResource } from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command-line/command.ts';
import { isInstalled, projectCommand } from '../how-to-run.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { kindNames } from '../scaffold/kind-names.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import { ignoreLists, indexList } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { checkGroup, checkKind, checkPlural, checkVersion } from '../scaffold/names.ts';
import { overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { kindFiles } from '../scaffold/templates/kind.ts';
import { registryEdits } from '../scaffold/templates/registries.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write-scaffold.ts';

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
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const dryRun = values['dry-run'] ?? false;
    if (values['external-api'] !== undefined) {
      const { createExternalApi } = await import('../external/create-external-api.ts');
      return createExternalApi(values['external-api'], { ...values, dryRun }, context);
    }
    const { kind } = values;
    if (kind === undefined) throw wrongFlags('missing --kind');
    if (values.overwrite === true)
      throw wrongFlags('--overwrite is for an external API: your own files are never replaced');
    const { root } = openProject(context);
    const work = { root, command: `kb create api --kind ${kind}`, writes: !dryRun };
    return workOnProject(work, context, (lock) => addKind({ ...values, kind }, { dryRun, lock, context }));
  },
});

/** Adds the kind to the current project. Resolves with the exit code. */
async function addKind(values: KindValues, run: ScaffoldRun): Promise<number> {
  const { dryRun, context } = run;
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const options = { namespaced: values.namespaced ?? true, controller: values.controller ?? true };
  const resource = newResource(project, values, options);
  const names = kindNames(resource);
  refuseDuplicate(project, resource, root);

  const next: ProjectFile = {
    ...project,
    resources: [...project.resources, { ...resource, path: `@${project.projectName}/api/${names.folder}` }],
  };
  const change = { before: project, after: next };
  const added = scaffoldChanges(root, kindFiles(next, names, options), reader);
  const registries = registryEdits(change, overlayReader(reader, added));
  const files = [
    ...added,
    ...(await editLists([...registries, indexList(next, names), ...ignoreLists(reader)], reader)),
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

/** The flags that describe a kind. */
interface KindValues {
  readonly kind: string;
  readonly version?: string | undefined;
  readonly group?: string | undefined;
  readonly plural?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly controller?: boolean | undefined;
}

function wrongFlags(message: string): CliError {
  return new CliError('KB_WRONG_FLAGS', message, { hint: 'Run "kb create api --help".', exitCode: 2 });
}

function newResource(
  project: ProjectFile,
  values: KindValues,
  options: { namespaced: boolean; controller: boolean },
): ProjectResource {
  const group = values.group ?? defaultGroup(project);
  const version = values.version ?? 'v1alpha1';
  checkGroup(group, project.domain);
  checkVersion(version);
  checkKind(values.kind);
  if (values.plural !== undefined) checkPlural(values.plural);
  return {
    api: { crdVersion: 'v1', ...(options.namespaced ? { namespaced: true } : {}) },
    ...(options.controller ? { controller: true } : {}),
    domain: project.domain,
    ...(group === '' ? {} : { group }),
    kind: values.kind,
    ...(values.plural === undefined ? {} : { plural: values.plural }),
    version,
  };
}

function defaultGroup(project: ProjectFile): string {
  const groups = [...new Set(project.resources.filter(({ api }) => api).map(({ group }) => group ?? ''))];
  if (groups.length > 1) {
    throw new CliError(
      'KB_GROUP_AMBIGUOUS',
      `the project has several groups: ${groups.map((group) => group || '(the bare domain)').join(', ')}`,
      {
        hint: 'Say which one with --group.',
      },
    );
  }
  return groups[0] ?? '';
}

function refuseDuplicate(project: ProjectFile, resource: ProjectResource, root: string): void {
  const group = groupOfResource(resource);
  const ofGroup = project.resources.filter((other) => groupOfResource(other) === group);
  if (ofGroup.some(({ external }) => external)) {
    throw new CliError(
      'KB_GROUP_EXTERNAL',
      `the group ${group} belongs to another project, whose kinds this one uses`,
      {
        hint: 'Choose another group with --group; a kind of that group comes with --external-api.',
      },
    );
  }
  const folder = path.dirname(kindNames(resource).folder);
  const owner = project.resources.find(
    (other) => other.external === true && path.dirname(kindNames(other).folder) === folder,
  );
  if (owner !== undefined) {
    throw new CliError(
      'KB_GROUP_EXTERNAL',
      `types of the group ${group} would go into the folder ${folder}, which has those of another project's ${owner.kind}`,
      {
        hint: 'Choose another group with --group, which is the name without the domain; a kind of that project comes with --external-api.',
      },
    );
  }
  if (ofGroup.some(({ kind, version }) => kind === resource.kind && version === resource.version)) {
    throw new CliError('KB_API_EXISTS', `${group}/${resource.version} has a kind ${resource.kind} already`, {
      hint: `Edit its types and run ${projectCommand('generate', root)}, or choose another kind or version.`,
    });
  }
}
