import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { GeneratorSuite } from '../generator-suite.ts';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { type Failure, messageOf, type SuiteResult } from '../suite.ts';
import { realBinaries } from '../targets/real-target.ts';
import { repositoryRoot } from '../targets/repository.ts';
import { helmProgram } from '../software/programs/helm.ts';
import { installGoProgram } from '../software/support/go-program.ts';
import { type Cluster, startEmbedded, startReal } from './clusters.ts';
import { cronJobTutorial, multiversionTutorial } from './cron-job.ts';
import { deploymentSteps, type DeploymentWay } from './deployment-steps.ts';
import { gettingStarted, gettingStartedInOneNamespace } from './getting-started.ts';
import { kb, makeProject, runNode } from './make-project.ts';
import type { Tutorial } from './tutorial.ts';

const tutorials: readonly Tutorial[] = [
  gettingStarted,
  cronJobTutorial,
  multiversionTutorial,
  gettingStartedInOneNamespace,
];

/**
 * The tutorials of kubebuilder's book, as a reader of it does them with kb: made by commands and the files that the
 * tutorial asks for, generated, tested, run under `kb dev`, and deployed, to the embedded API server and to a real one,
 * from `config/default`, from `dist/chart` and from `dist/install.yaml`, with certificates of cert-manager and of the
 * operator itself.
 * On every change one of them, which the commit chooses; with `full` all of them, or as many as `runs` says, from that
 * of `part`.
 */
export const tutorialsSuite: GeneratorSuite = {
  name: "tutorials of kubebuilder's book",
  needsControlPlane: true,
  async run({ embedded = false, full, part, runs = tutorials.length, log }) {
    try {
      await runProgram('kubectl', ['kustomize', '--help'], '.');
    } catch {
      return { skipped: 'there is no kubectl, which renders kustomizations' };
    }
    const result: Count = { total: 0, failures: [] };
    const binaries = embedded ? undefined : await realBinaries(log);
    if (binaries !== undefined && 'reason' in binaries)
      log(`nothing is deployed to a real cluster: ${binaries.reason}`);
    const helm = await installGoProgram(helmProgram);
    if ('skipped' in helm) log(`no chart is installed: ${helm.skipped}`);
    const first = part % tutorials.length;
    for (const tutorial of [...tutorials.slice(first), ...tutorials.slice(0, first)].slice(0, full ? runs : 1)) {
      using folder = temporaryFolder();
      const project = await makeProject(tutorial, folder.path).catch((error: unknown) => messageOf(error));
      if (!path.isAbsolute(project)) {
        result.failures.push({ name: `${tutorial.title}: made by its commands`, message: project });
        result.total += 1;
        continue;
      }
      await playAlone(tutorial, project, result);
      const place = (name: string): string => {
        const inside = path.join(folder.path, name);
        mkdirSync(inside);
        return inside;
      };
      const real = binaries !== undefined && !('reason' in binaries) ? () => startReal(binaries) : undefined;
      await deploy(tutorial, 'kb deploy', { project, folder: place('embedded'), start: startEmbedded }, result);
      if (real) await deploy(tutorial, 'kb deploy', { project, folder: place('real'), start: real }, result);
      if (!('skipped' in helm)) {
        const chart = { project, folder: place('chart'), start: real ?? startEmbedded, helm: helm.binary };
        await deploy(tutorial, 'dist/chart', chart, result);
        if (full && real) {
          const embeddedChart = { ...chart, folder: place('embedded-chart'), start: startEmbedded };
          await deploy(tutorial, 'dist/chart', embeddedChart, result);
        }
      }
      // Last, because it changes the project.
      const last = { project, folder: place('installed'), start: real ?? startEmbedded };
      await deploy(tutorial, 'dist/install.yaml', last, result);
    }
    return result;
  },
};

interface Count extends SuiteResult {
  total: number;
  readonly failures: Failure[];
}

/** Runs a case. Resolves with whether it went well. */
async function attempt(result: Count, name: string, run: () => Promise<unknown>): Promise<boolean> {
  result.total += 1;
  try {
    await run();
    return true;
  } catch (error) {
    result.failures.push({ name, message: outputOf(error) });
    return false;
  }
}

/** The message of an error, with what a program printed. */
function outputOf(error: unknown): string {
  const { stdout = '' } = error as { readonly stdout?: string };
  return [messageOf(error), stdout.split('\n').slice(-30).join('\n')].join('\n').trim();
}

/** What a reader does before there is a cluster. */
async function playAlone({ title: name }: Tutorial, project: string, result: Count): Promise<void> {
  const inRepository = (file: string): string => path.join(repositoryRoot, file);
  const controller = path.join(project, 'packages/controller');
  await attempt(result, `${name}: nothing more to generate`, () => kb(project, ['generate', '--check']));
  await attempt(result, `${name}: its types are right`, () =>
    runNode(project, [
      inRepository('node_modules/typescript/bin/tsc'),
      '-p',
      controller,
      '--customConditions',
      '@kb/source',
      // An option of kb's sources, which are read in place of its declarations.
      '--exactOptionalPropertyTypes',
    ]),
  );
  await attempt(result, `${name}: its tests pass`, () =>
    runNode(project, [
      inRepository('node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      controller,
      '--config',
      inRepository('vitest.config.ts'),
    ]),
  );
  await attempt(result, `${name}: its story passes under kb dev`, () => kb(project, ['dev', '--once', '--port', '0']));
}

interface TutorialPlace {
  readonly project: string;
  readonly folder: string;
  readonly start: (folder: string) => Promise<Cluster>;
  /** The path of helm, if a chart is installed. */
  readonly helm?: string;
}

/** Deploys the project, runs its operator, and does the steps of the tutorial. */
async function deploy(
  tutorial: Tutorial,
  way: DeploymentWay,
  { project, folder, start, helm }: TutorialPlace,
  result: Count,
): Promise<void> {
  const cluster = await start(folder);
  try {
    const place = { project, folder, cluster, ...(helm !== undefined && { helm }) };
    for await (const step of deploymentSteps(tutorial, place, way)) {
      // What follows a failed step would fail too, and hide the reason.
      if (!(await attempt(result, `${tutorial.title}, ${way}, ${cluster.name}: ${step.name}`, () => step.run()))) break;
    }
  } finally {
    await cluster.stop();
  }
}
