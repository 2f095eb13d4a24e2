import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildPackages, newUserEnvironment, startRegistry } from '@kb/tools-local-registry';
import { COMMAND_PACKAGE, packAll } from '@kb/tools-release';
import type { GeneratorSuite } from '../generator-suite.ts';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { inLanes } from '../in-lanes.ts';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { helmProgram } from '../software/programs/helm.ts';
import { installGoProgram } from '../software/support/go-program.ts';
import { kb } from '../tutorials/make-project.ts';
import type { Failure, SuiteResult } from '../suite.ts';
import { realBinaries } from '../targets/real-target.ts';
import { type Cluster, startEmbedded, startReal } from '../tutorials/clusters.ts';
import { startCertManager } from '../tutorials/stand-in-cert-manager.ts';
import { keepModules, takeModules } from './installed-modules.ts';
import { availableValues, combinationsOf } from './dimensions.ts';
import { chooseProjects, type Project } from './projects.ts';

/** How many projects are made on every change: the first takes minutes, each other half of one. */
const DRAWN = 1;

/** More than there are combinations, projects without kinds, and old ones to update. */
const ALL = 150;

/** How many projects are played at once. About half of the time of one is waiting for what it deploys. */
const LANES = 3;

/**
 * Projects of every form that the commands can give them, as a new user makes them: with the packed packages from a
 * registry, an empty npm cache, and no terminal. Each is installed, type-checked, linted, tested, built and deployed,
 * to the embedded API server and to a real one. On every change one of a few rows in which every two values occur
 * together, which the commit chooses; with `full` all combinations, projects without kinds, and updates of what
 * earlier versions scaffolded, or, with `runs`, as many of these, from the place that `part` says.
 */
export const matrixSuite: GeneratorSuite = {
  name: 'matrix of projects',
  live: true,
  needsControlPlane: true,
  minutes: ({ full, runs = full ? ALL : DRAWN }) => 30 + 10 * runs,
  async run({ embedded = false, full, part, runs = full ? ALL : DRAWN, log }) {
    if (embedded) return { skipped: 'it uses the build, which other steps change: run it without --embedded' };
    try {
      await runProgram('kubectl', ['kustomize', '--help'], '.');
    } catch {
      return { skipped: 'there is no kubectl, which renders kustomizations' };
    }
    await buildPackages();
    using folder = temporaryFolder();
    const registry = await startRegistry({ port: 0 });
    try {
      for (const packed of packAll({ into: path.join(folder.path, 'packed'), suffix: 'hash' }))
        await registry.publish(packed.folder);
      const env = newUserEnvironment(path.join(folder.path, 'user'), registry.url);
      const result: Count = { total: 0, failures: [] };
      const projects = await projectsOf({ full, part, runs, log });
      const targets = await targetsFor(projects, log);
      const place = { env, result, targets, modules: path.join(folder.path, 'modules') };
      const playTimed = async (project: Project): Promise<void> => {
        const began = performance.now();
        using parent = temporaryFolder();
        await play(project, parent.path, place);
        const failed = result.failures
          .filter(({ name }) => name.startsWith(`${project.name}: `))
          .map(({ name }) => name);
        const took = `${Math.round((performance.now() - began) / 1000)} s`;
        log(failed.length === 0 ? `${project.name}: ${took}` : `${took}, failed: ${failed.join('; ')}`);
      };
      // The first one installs what the others find.
      await inLanes(1, projects.slice(0, 1), playTimed);
      await inLanes(LANES, projects.slice(1), playTimed);
      return result;
    } finally {
      await registry.stop();
    }
  },
};

interface Count extends SuiteResult {
  total: number;
  readonly failures: Failure[];
}

/** The projects of a run. */
async function projectsOf({
  log,
  ...options
}: {
  readonly full: boolean;
  readonly part: number;
  readonly runs: number;
  readonly log: (line: string) => void;
}): Promise<readonly Project[]> {
  const helps = new Map(
    await Promise.all(['init', 'edit'].map(async (name) => [name, await kb('.', [name, '--help'])] as const)),
  );
  const { values, missing } = availableValues((command) => helps.get(command) ?? '');
  if (missing.length > 0) log(`kb does not have yet: ${missing.join(', ')}`);
  const combinations = combinationsOf(values);
  const { all, chosen } = chooseProjects(combinations, options);
  const which = options.full
    ? 'projects: every combination, without kinds, and updates'
    : `rows with every two values together, of ${combinations.length} combinations`;
  log(`${chosen.length} of ${all} ${which}`);
  return chosen;
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly result: Count;
  /** The folder of what the first project installed, once it did. */
  readonly modules: string;
  readonly targets: Targets;
}

/** Where projects are deployed. */
interface Targets {
  /** Undefined: there is none, which was said. */
  readonly helm: string | undefined;
  readonly starts: readonly ((folder: string) => Promise<Cluster>)[];
}

/** Builds what is needed to deploy projects, before several of them are played at once. Says what cannot be had. */
async function targetsFor(projects: readonly Project[], log: (line: string) => void): Promise<Targets> {
  const binaries = await realBinaries(log);
  if ('reason' in binaries) log(`nothing is deployed to a real cluster: ${binaries.reason}`);
  const starts = [startEmbedded, ...('reason' in binaries ? [] : [() => startReal(binaries)])];
  const isForHelm = projects.some(({ deployedBy }) => deployedBy === 'helm');
  const helm = isForHelm ? await installGoProgram(helmProgram) : { binary: undefined };
  if ('skipped' in helm) log(`no chart is installed: ${helm.skipped}`);
  return { starts, helm: 'skipped' in helm ? undefined : helm.binary };
}

/** Makes a project, checks it, and deploys it. */
async function play({ name, write, commands, deployedBy }: Project, parent: string, place: Place): Promise<void> {
  const folder = path.join(parent, 'crew');
  mkdirSync(folder);
  write?.(folder);
  const run = async (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> => {
    const [program = '', ...args] = words;
    const attempted = `${name}: ${words.join(' ')}`;
    return attempt(place.result, attempted, () => runProgram(program, args, folder, { ...place.env, ...env }));
  };
  const [first = [], ...others] = commands;
  // What follows a failed step would fail too, and hide the reason.
  if (!(await run(['npx', COMMAND_PACKAGE, ...first]))) return;
  await takeModules(place.modules, folder);
  if (!(await run(['npm', 'install']))) return;
  await keepModules(folder, place.modules);
  for (const words of others) if (!(await run(['npx', 'kb', ...words]))) return;
  if (others.length > 0 && !(await run(['npm', 'install']))) return;
  await run(['npx', 'kb', 'generate', '--check']);
  for (const script of ['typecheck', 'lint', 'format:check', 'test', 'build']) await run(['npm', 'run', script]);
  const { starts, helm } = place.targets;
  const words = deployedBy === undefined ? ['npx', 'kb', 'deploy', '--image', IMAGE] : helmCommand(helm);
  if (words === undefined) return;
  for (const [index, start] of starts.entries()) {
    const inside = path.join(parent, `cluster-${index}`);
    mkdirSync(inside);
    await deploy(await start(inside), (kubeconfig) => run(words, { KUBECONFIG: kubeconfig }));
  }
}

const IMAGE = 'example.com/crew:v1';

/** The command of helm that installs the chart of a project. */
function helmCommand(helm: string | undefined): readonly string[] | undefined {
  if (helm === undefined) return undefined;
  const release = ['crew', 'dist/chart', '--namespace', 'crew-system', '--create-namespace'];
  const values = ['--set-string', `manager.image.reference=${IMAGE}`];
  return [helm, 'upgrade', '--install', ...release, ...values, '--wait', '--timeout', '2m'];
}

/** Deploys to a cluster with a stand-in for cert-manager, and stops the cluster. */
async function deploy(cluster: Cluster, run: (kubeconfig: string) => Promise<boolean>): Promise<void> {
  try {
    const stopCertManager = await startCertManager(cluster.client);
    try {
      await run(cluster.kubeconfig);
    } finally {
      await stopCertManager();
    }
  } finally {
    await cluster.stop();
  }
}

/** Runs a case. Resolves with whether it went well. */
async function attempt(result: Count, name: string, run: () => Promise<unknown>): Promise<boolean> {
  result.total += 1;
  try {
    await run();
    return true;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
    result.failures.push({ name, message: said === '' ? String(error) : said });
    return false;
  }
}
