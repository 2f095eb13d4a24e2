import path from 'node:path';
import {
  applyPlan,
  defaultProjectPaths,
  fileSystemReader,
  formatProjectFile,
  nodeDisk,
  type ProjectFile,
  PROJECT_FILE_NAME,
  PROJECT_LAYOUT,
} from '@kb/codegen';
import { defineCommand, type CommandContext } from '../command-line/command.ts';
import { jsonFlag } from '../command-line/json-flag.ts';
import { type AskedProject, refuseOtherProject } from '../init/other-project.ts';
import { kbVersion } from '../kb-version.ts';
import { workOnProject } from '../project-lock/work-on-project.ts';
import { printChanges } from '../report-diagnostics.ts';
import { checkDomain, checkProjectName, checkRepo, projectNameFrom } from '../scaffold/names.ts';
import { changeOf, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import { type ProjectFacts, projectFiles } from '../scaffold/project-template.ts';
import { newRecord } from '../scaffold/write/scaffold-record.ts';
import { withHeaderSettings } from '../scaffold/license/header-settings.ts';
import { askedHeader, licenseFlags, thisYear } from '../scaffold/license/license-flags.ts';
import { HEADER_FILE } from '../scaffold/license/license-header.ts';
import { beginning, withHeaders } from '../scaffold/license/source-headers.ts';
import type { ScaffoldFile } from '../scaffold/scaffold-file.ts';
import { isAddOn, withAddOn } from '../scaffold/plugins/add-ons.ts';
import { readPlugins } from '../scaffold/plugins/read-plugins.ts';
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
    plugins: {
      type: 'string',
      value: 'PLUGINS',
      description:
        "kubebuilder's names of what the project has beside the operator: grafana/v1-alpha, dashboards; autoupdate/v1-alpha, a workflow that updates kb.",
    },
    multigroup: {
      type: 'boolean',
      description: 'Say in PROJECT that the project has several groups. Their files have places of their own anyway.',
    },
    ...licenseFlags,
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const { cwd } = context;
    const projectName = values['project-name'] ?? projectNameFrom(path.basename(cwd));
    const domain = values.domain ?? 'my.domain';
    const plugins = readPlugins('init', values.plugins ?? 'go/v4').filter(isAddOn);
    const repo = values.repo ?? `${domain}/${projectName}`;
    checkProjectName(projectName);
    checkDomain(domain);
    checkRepo(repo);
    const header = askedHeader(values, { cwd, present: '' });

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
          addOns: plugins,
        },
        {
          given: values,
          header,
          multigroup: values.multigroup,
          year: thisYear(context),
          dryRun: values['dry-run'] === true,
        },
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

/** What the flags of `kb init` ask for beside the variables of the templates. */
interface Wishes extends Omit<AskedProject, 'facts'> {
  /** The year in the header. */
  readonly year: string;
  readonly dryRun: boolean;
}

/** Every file of a new project, with the record of what was rendered. */
function newFiles(facts: ProjectFacts, { header = '', multigroup = false, year }: Wishes): ScaffoldFile[] {
  const { projectName, domain, repo, namespaced } = facts;
  const plain: ProjectFile = {
    version: '3',
    domain,
    repo,
    projectName,
    layout: [PROJECT_LAYOUT],
    cliVersion: kbVersion(),
    ...(multigroup && { multigroup: true }),
    ...(namespaced === true && { namespaced: true }),
    paths: defaultProjectPaths,
    resources: [],
  };
  const withAddOns = (facts.addOns ?? []).reduce(withAddOn, plain);
  const project = withHeaderSettings(withAddOns, header, year);
  const scaffold = [
    ...projectFiles(facts),
    ...registryFiles(project),
    { path: PROJECT_FILE_NAME, content: formatProjectFile(project) },
  ];
  const headerFile = header === '' ? [] : [{ path: HEADER_FILE, content: header }];
  const begins = beginning(header, project.generate?.year);
  return [...withHeaders(scaffold, begins), ...headerFile, newRecord(scaffold)];
}

/**
 * Writes the files of a new project; a repeated command changes nothing. Throws a CliError if there is another one, or
 * if a file is in the way.
 */
function initProject(facts: ProjectFacts, wishes: Wishes, { cwd, disk = nodeDisk, terminal }: CommandContext): number {
  const { projectName } = facts;
  const { dryRun } = wishes;
  const reader = fileSystemReader(cwd);
  if (reader.read(PROJECT_FILE_NAME) !== undefined) {
    refuseOtherProject({ facts, ...wishes }, cwd);
    terminal.print('Nothing to change.');
    return 0;
  }
  const files = scaffoldChanges(cwd, newFiles(facts, wishes), reader);
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
