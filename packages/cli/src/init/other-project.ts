import path from 'node:path';
import {
  fileSystemReader,
  groupOfResource,
  parseProjectFile,
  PROJECT_FILE_NAME,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { projectCommand } from '../how-to-run.ts';
import { presentHeader } from '../scaffold/license/header-settings.ts';
import { type HeaderWords, readHeaderText } from '../scaffold/license/license-header.ts';
import { addOnsOf } from '../scaffold/plugins/add-ons.ts';
import type { ProjectFacts } from '../scaffold/project-template.ts';

/** The project that the flags of `kb init` describe. */
export interface AskedProject {
  readonly facts: ProjectFacts;
  /** The flags that were given; the other facts are defaults. */
  readonly given: {
    readonly domain?: string | undefined;
    readonly repo?: string | undefined;
    readonly 'project-name'?: string | undefined;
    readonly namespaced?: boolean | undefined;
    readonly 'license-file'?: string | undefined;
  };
  readonly multigroup: boolean | undefined;
  /** The header of sources, empty for none; undefined if no flag says. */
  readonly header: string | undefined;
}

/** Throws a CliError unless the project in a folder is the one that the flags describe. */
export function refuseOtherProject(asked: AskedProject, cwd: string): void {
  const reader = fileSystemReader(cwd);
  const { project } = parseProjectFile(reader.read(PROJECT_FILE_NAME) ?? '');
  const file = path.join(cwd, PROJECT_FILE_NAME);
  if (project === undefined) {
    throw new CliError('KB_ALREADY_INITIALIZED', `this folder is a project already, with errors in ${file}`, {
      hint: `See them with ${projectCommand('generate', cwd)}, or choose an empty folder.`,
    });
  }
  const differences = [...differencesOfNames(asked, project), ...differencesOfSettings(asked, project, reader)];
  if (differences.length === 0) return;
  throw new CliError(
    'KB_ALREADY_INITIALIZED',
    `this folder is a project already, and not the one that the flags describe: ${file}${differences.map((one) => `\n  ${one}`).join('')}`,
    { hint: `Add a kind with ${projectCommand('create api --kind …', cwd)}, or choose an empty folder.` },
  );
}

/** What no command changes. */
function differencesOfNames({ facts, given }: AskedProject, project: ProjectFile): string[] {
  const differences: string[] = [];
  const add = (flag: 'domain' | 'repo' | 'project-name', has: string, means: string, way: string): void => {
    const asked = given[flag] === undefined ? `without --${flag}, which means ${means}` : `--${flag} ${means}`;
    differences.push(`${asked}: the project has ${has}; ${given[flag] === undefined ? `give --${flag} ${has}` : way}`);
  };
  const isOther = project.domain !== facts.domain;
  const isRenamed = project.projectName !== facts.projectName;
  if (isOther) add('domain', project.domain, facts.domain, wayOfDomain(project));
  // Its default is made of the other two.
  const isRepoAsked = given.repo !== undefined || !(isOther || isRenamed);
  if (project.repo !== facts.repo && isRepoAsked)
    add('repo', project.repo, facts.repo, `change repo in ${PROJECT_FILE_NAME}: only that file has it`);
  if (isRenamed)
    add(
      'project-name',
      project.projectName,
      facts.projectName,
      'packages and deployed objects are named after it, so another name needs a new folder',
    );
  return differences;
}

function wayOfDomain({ domain, resources }: ProjectFile): string {
  const own = resources.filter((one) => one.api !== undefined && one.domain === domain);
  if (own.length === 0) return `as it has no kinds yet, change domain in ${PROJECT_FILE_NAME}, and run "kb update"`;
  const groups = [...new Set(own.map(groupOfResource))].join(', ');
  return `the groups of its kinds end in it (${groups}), so another domain needs a new folder`;
}

/** What `kb edit` changes. */
function differencesOfSettings(
  { facts, given, multigroup, header }: AskedProject,
  project: ProjectFile,
  reader: SourceReader,
): string[] {
  const differences: string[] = [];
  const isNamespaced = project.namespaced === true;
  if (isNamespaced !== (facts.namespaced === true)) {
    const flag = given.namespaced === undefined ? 'without --namespaced' : switched('namespaced', given.namespaced);
    const has = `the project is an operator of ${isNamespaced ? 'one namespace' : 'the cluster'}`;
    differences.push(`${flag}: ${has}; "kb edit ${switched('namespaced', !isNamespaced)}" changes it`);
  }
  const there = addOnsOf(project);
  const missing = (facts.addOns ?? []).filter((name) => !there.includes(name));
  if (missing.length > 0) {
    const flag = `--plugins ${missing.map((name) => `${name}/v1-alpha`).join(',')}`;
    differences.push(`${flag}: the project does not have ${missing.join(' and ')}; "kb edit ${flag}" adds it`);
  }
  if (multigroup !== undefined && (project.multigroup === true) !== multigroup) {
    const flag = switched('multigroup', multigroup);
    differences.push(`${flag}: the project has multigroup ${!multigroup}; "kb edit ${flag}" changes it`);
  }
  const present = presentHeader(project, reader);
  if (header !== undefined && present !== header) {
    const words = readHeaderText(header);
    const flags =
      given['license-file'] === undefined && words !== undefined
        ? flagsOf(words)
        : `--license-file ${given['license-file']}`;
    differences.push(`${flags}: the project has ${describeHeader(present)}; "kb edit ${flags}" changes it`);
  }
  return differences;
}

function switched(flag: string, isOn: boolean): string {
  return isOn ? `--${flag}` : `--${flag}=false`;
}

function flagsOf({ license, owner }: HeaderWords): string {
  return `--license ${license}${owner === '' ? '' : ` --owner '${owner.replaceAll("'", String.raw`'\''`)}'`}`;
}

function describeHeader(text: string): string {
  const words = readHeaderText(text);
  if (words === undefined) return 'a header of its own words';
  return words.license === 'none' ? 'no header of sources' : `the header of ${flagsOf(words)}`;
}
