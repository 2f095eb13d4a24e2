import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  applyPlan,
  type FileChange,
  formatPlan,
  formatProjectFile,
  generate,
  type GeneratedFile,
  groupOfResource,
  type ProjectFile,
  projectFileName,
  type ProjectResource,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { openProject } from '../open-project.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { type KindNames, kindNames } from '../scaffold/kind-names.ts';
import { checkGroup, checkKind, checkPlural, checkVersion } from '../scaffold/names.ts';
import { changeOf, overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { indexLine, kindFiles } from '../scaffold/templates/kind.ts';
import { registryFiles } from '../scaffold/templates/registries.ts';

/** `kb create api`. */
export const command = defineCommand({
  flags: {
    kind: { type: 'string', required: true, value: 'KIND', description: 'The kind, in PascalCase.' },
    version: { type: 'string', value: 'VERSION', description: 'Its API version. Default: v1alpha1.' },
    group: {
      type: 'string',
      value: 'GROUP',
      description:
        "Its group without the domain. Default: the project's only group, or the bare domain when it has none.",
    },
    plural: { type: 'string', value: 'PLURAL', description: 'Its plural, where it is irregular.' },
    namespaced: {
      type: 'boolean',
      description: 'In namespaces; --no-namespaced: cluster-scoped. Default: in namespaces.',
    },
    controller: {
      type: 'boolean',
      description: 'Write a controller; --no-controller: only the types. Default: write one.',
    },
    'dry-run': { type: 'boolean', description: 'Say what would be written, and write nothing.' },
    yes: { type: 'boolean', description: 'Accepted everywhere: ask nothing. This command never asks.' },
  },
  async run(values, { cwd, terminal }) {
    const { root, project, reader } = openProject(cwd);
    const options = { namespaced: values.namespaced ?? true, controller: values.controller ?? true };
    const resource = newResource(project, values, options);
    const names = kindNames(resource);
    refuseDuplicate(project, resource);

    const next: ProjectFile = {
      ...project,
      resources: [...project.resources, { ...resource, path: `@${project.projectName}/api/${names.folder}` }],
    };
    const scaffolded: GeneratedFile[] = [
      ...scaffoldChanges(root, [...kindFiles(next, names, options), ...registryFiles(next)], reader),
      indexFile(next, names, reader.read),
      { path: projectFileName, content: formatProjectFile(next) },
    ];
    const result = await generate({ root, project: next, reader: overlayReader(reader, scaffolded) });
    if (reportDiagnostics(result.diagnostics, terminal)) return 1;

    const changes: FileChange[] = [
      ...scaffolded.flatMap((file) => changeOf(file, reader) ?? []),
      ...result.plan.changes,
    ];
    const plan = { root, changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: [] };
    if (!values['dry-run']) applyPlan(plan);
    terminal.print(formatPlan(plan, { color: terminal.colours }));
    const install = existsSync(path.join(root, 'node_modules')) ? '' : 'npm install; then ';
    terminal.print(
      values['dry-run']
        ? 'Nothing was written (--dry-run).'
        : `Next: ${install}edit ${project.paths.api[0]}/src/${names.folder}/${names.lower}.types.ts, and npx kb generate`,
    );
    return 0;
  },
});

function newResource(
  project: ProjectFile,
  values: { kind: string; version?: string | undefined; group?: string | undefined; plural?: string | undefined },
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

function refuseDuplicate(project: ProjectFile, resource: ProjectResource): void {
  const there = project.resources.some(
    ({ kind, version, ...rest }) =>
      kind === resource.kind && version === resource.version && groupOfResource(rest) === groupOfResource(resource),
  );
  if (there) {
    throw new CliError(
      'KB_API_EXISTS',
      `${groupOfResource(resource)}/${resource.version} has a kind ${resource.kind} already`,
      { hint: 'Edit its types and run "npx kb generate", or choose another kind or version.' },
    );
  }
}

/** The index of the group version's folder, with a line for the kind. What an author added stays. */
function indexFile(project: ProjectFile, names: KindNames, read: (file: string) => string | undefined): GeneratedFile {
  const path = `${project.paths.api[0]}/src/${names.folder}/index.ts`;
  const before = read(path) ?? '';
  const line = indexLine(names);
  if (before.split('\n').includes(line)) return { path, content: before };
  return { path, content: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n` };
}
