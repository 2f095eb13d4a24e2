import { generate, unfinishedCommand } from '@kb/codegen';
import { isInstalled, projectCommand } from '../how-to-run.ts';
import type { OpenProject } from '../open-project.ts';
import { lineEndsOnly } from '../generate/line-ends.ts';
import { COMMAND_PACKAGE, SCOPE } from '../package-names.ts';
import type { Finding } from './finding.ts';

/**
 * Says whether the parts of a project fit together: what is installed, the versions of kb, and generated files.
 * `version`: that of the running kb.
 */
export async function examineProject({ root, project, reader }: OpenProject, version: string): Promise<Finding[]> {
  const unfinished = unfinishedCommand(root);
  return [
    ...(unfinished === undefined
      ? []
      : [
          {
            level: 'problem' as const,
            what: `"${unfinished}" was interrupted while it wrote`,
            advice: 'Run it again: it finishes or repeats what it began.',
          },
        ]),
    isInstalled(root)
      ? { level: 'ok', what: 'packages are installed' }
      : { level: 'problem', what: 'packages are not installed', advice: 'Run "npm install".' },
    examineVersions(manifestsOf(reader), version),
    examineScaffold(project.cliVersion, version, root),
    examineNpmrc(reader.read('.npmrc')),
    await examineGenerated({ root, project, reader }),
  ];
}

type Manifests = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The dependencies in each `package.json` of the workspace. */
function manifestsOf(reader: OpenProject['reader']): Manifests {
  const packages = reader.list('packages').filter((file) => /^packages\/[^/]+\/package\.json$/.test(file));
  return new Map(['package.json', ...packages].map((file) => [file, dependenciesOf(reader.read(file) ?? '{}')]));
}

function dependenciesOf(text: string): Record<string, string> {
  try {
    const manifest = JSON.parse(text) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    return {};
  }
}

/** What kb is made of fits together in one version. */
function examineVersions(manifests: Manifests, version: string): Finding {
  const asked = [...manifests].flatMap(([file, dependencies]) =>
    Object.entries(dependencies)
      .filter(([name]) => name.startsWith(`${SCOPE}/`))
      .map(([name, wanted]) => ({ file, name, wanted })),
  );
  const wanted = asked.find(({ name }) => name === COMMAND_PACKAGE)?.wanted ?? version;
  const others = asked.filter((one) => one.wanted !== wanted);
  if (others.length > 0) {
    return {
      level: 'problem',
      what: `the packages of kb are not of one version: ${others.map(({ file, name, wanted: other }) => `${name} ${other} in ${file}`).join(', ')}; ${COMMAND_PACKAGE} is ${wanted}`,
      advice: 'Give them one version in every package.json, and run "npm install".',
    };
  }
  if (/^\d/.test(wanted) && wanted !== version) {
    return {
      level: 'warning',
      what: `the project asks for kb ${wanted}, and this is ${version}`,
      advice: 'Run "npm install", and call kb with npx.',
    };
  }
  return { level: 'ok', what: `kb ${version}` };
}

function examineScaffold(cliVersion: string | undefined, version: string, root: string): Finding {
  if (cliVersion === version) return { level: 'ok', what: `the scaffold is of kb ${version}` };
  return {
    level: 'warning',
    what: cliVersion === undefined ? 'PROJECT does not say which kb made it' : `the scaffold is of kb ${cliVersion}`,
    advice: `${projectCommand('update', root)} brings it to ${version}, and keeps what you changed.`,
  };
}

function examineNpmrc(text: string | undefined): Finding {
  const settings = (text ?? '').split('\n').map((line) => line.replaceAll(/\s/g, ''));
  if (settings.includes('yes=false')) return { level: 'ok', what: 'npx runs only what is installed' };
  return {
    level: 'warning',
    what: 'npx may install a package of the registry that has the name of a missing command',
    advice: 'Add the line yes=false to .npmrc.',
  };
}

async function examineGenerated({ root, project, reader }: OpenProject): Promise<Finding> {
  const { diagnostics, plan } = await generate({ root, project, reader });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined) {
    return {
      level: 'problem',
      what: `types or markers have ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}: ${first.message}`,
      advice: `${projectCommand('generate', root)} shows them with their places.`,
    };
  }
  if (plan.changes.length > 0) {
    return {
      level: 'problem',
      what: `generated files are out of date: ${plan.changes.map(({ path }) => path).join(', ')}`,
      advice: lineEndsOnly(plan.changes) ?? `Run ${projectCommand('generate', root)}.`,
    };
  }
  return { level: 'ok', what: 'generated files are up to date' };
}
