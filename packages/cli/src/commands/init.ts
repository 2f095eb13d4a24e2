import path from 'node:path';
import {
  applyPlan,
  defaultProjectPaths,
  fileSystemReader,
  formatProjectFile,
  nodeDisk,
  parseProjectFile,
  type ProjectFile,
  PROJECT_FILE_NAME,
  PROJECT_LAYOUT,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { defineCommand, type CommandContext } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { projectCommand } from '../how-to-run.ts';
import { kbVersion } from '../kb-version.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { printChanges } from '../report-diagnostics.ts';
import { checkDomain, checkProjectName, checkRepo, projectNameFrom } from '../scaffold/names.ts';
import { changeOf, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type ProjectFacts, projectFiles } from '../scaffold/project-template.ts';
import { newRecord } from '../scaffold/write/scaffold-record.ts';
import { registryFiles } from '../scaffold/templates/registries.ts';

/** `kb init`. */
export const command = defineCommand({
  flags: {
    domain: { type: 'string', value: 'DOMAIN', description: 'Suffix of the API groups. Default: my.domain.' },
    repo: {
      type: 'string',
      value: 'PATH',
      description: 'The location of the project, such as example.com/api. Default: DOMAIN/NAME.',
    },
    'project-name': {
      type: 'string',
      value: 'NAME',
      description: "Prefix of deployed objects and scope of the packages. Default: the folder's name.",
    },
    namespaced: {
      type: 'boolean',
      description:
        'An operator of one namespace, or of a few: what it may do counts there only. Default: of the cluster.',
    },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const { cwd } = context;
    const projectName = values['project-name'] ?? projectNameFrom(path.basename(cwd));
    const domain = values.domain ?? 'my.domain';
    const repo = values.repo ?? `${domain}/${projectName}`;
    checkProjectName(projectName);
    checkDomain(domain);
    checkRepo(repo);

    const work = { root: cwd, command: 'kb init', writes: values['dry-run'] !== true };
    return workOnProject(work, context, async () =>
      initProject(
        {
          projectName,
          domain,
          repo,
          kbVersion: kbVersion(),
          registry: registryOf(context.env),
          namespaced: values.namespaced === true,
        },
        values['dry-run'] === true,
        context,
      ),
    );
  },
});

/**
 * The registry that the package manager is configured to use, so that an image build and CI use it too. None if it is
 * npm's own, or if its address has a password.
 */
function registryOf({ npm_config_registry: registry }: CommandContext['env']): string | undefined {
  if (registry === undefined || !URL.canParse(registry)) return undefined;
  const url = new URL(registry);
  if (!/^https?:$/.test(url.protocol) || url.username + url.password !== '') return undefined;
  return url.hostname === 'registry.npmjs.org' ? undefined : url.href;
}

/** Throws a CliError unless the project in a folder is the one that the flags describe. */
function refuseOtherProject(text: string, facts: ProjectFacts, cwd: string): void {
  const { project } = parseProjectFile(text);
  const differences =
    project === undefined
      ? ['cannot be read']
      : (['domain', 'repo', 'projectName'] as const)
          .filter((key) => project[key] !== facts[key])
          .map((key) => `has the ${key} ${project[key]}, and not ${facts[key]}`);
  if (project !== undefined && (project.namespaced ?? false) !== (facts.namespaced ?? false)) {
    differences.push(
      `is an operator of ${project.namespaced === true ? 'one namespace' : 'the cluster'}, which "kb edit --namespaced${project.namespaced === true ? '=false' : ''}" changes`,
    );
  }
  if (differences.length === 0) return;
  throw new CliError(
    'KB_ALREADY_INITIALIZED',
    `this folder is a project already: ${path.join(cwd, PROJECT_FILE_NAME)}, which ${differences.join(', and ')}`,
    { hint: `Add a kind with ${projectCommand('create api --kind …', cwd)}, or choose an empty folder.` },
  );
}

/**
 * Writes the files of a new project; a repeated command changes nothing. Throws a CliError if there is another one, or
 * if a file is in the way.
 */
function initProject(facts: ProjectFacts, dryRun: boolean, { cwd, disk = nodeDisk, terminal }: CommandContext): number {
  const { projectName, domain, repo } = facts;
  const reader = fileSystemReader(cwd);
  const there = reader.read(PROJECT_FILE_NAME);
  if (there !== undefined) {
    refuseOtherProject(there, facts, cwd);
    terminal.print('Nothing to change.');
    return 0;
  }
  const project: ProjectFile = {
    version: '3',
    domain,
    repo,
    projectName,
    layout: [PROJECT_LAYOUT],
    cliVersion: kbVersion(),
    ...(facts.namespaced === true && { namespaced: true }),
    paths: defaultProjectPaths,
    resources: [],
  };
  const scaffold = [
    ...projectFiles(facts),
    ...registryFiles(project),
    { path: PROJECT_FILE_NAME, content: formatProjectFile(project) },
  ];
  const files = scaffoldChanges(cwd, [...scaffold, newRecord(scaffold)], reader);
  const plan = { root: cwd, changes: files.flatMap((file) => changeOf(file, reader) ?? []), unchanged: [] };
  if (!dryRun) applyPlan(plan, { command: 'kb init', disk });
  printChanges(plan, terminal);
  terminal.print(
    dryRun
      ? 'Nothing was written (--dry-run).'
      : `Project ${terminal.paint('bold', projectName)} was created. Next: npm install, then npx kb create api --kind MyKind`,
  );
  return 0;
}
