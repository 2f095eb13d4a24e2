import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildPackages, newUserEnvironment, startRegistry } from '@kb/tools-local-registry';
import { COMMAND_PACKAGE, packAll } from '@kb/tools-release';
import type { GeneratorSuite } from '../generator-suite.ts';
import { temporaryFolder } from '../import/round-trip/temporary-folder.ts';
import { runProgram } from '../kubebuilder/run-kb.ts';
import { helmProgram } from '../software/programs/helm.ts';
import { installGoProgram } from '../software/support/go-program.ts';
import { kb } from '../tutorials/make-project.ts';
import type { Failure, SuiteResult } from '../suite.ts';
import { realBinaries } from '../targets/real-target.ts';
import { type Cluster, startEmbedded, startReal } from '../tutorials/clusters.ts';
import { startCertManager } from '../tutorials/stand-in-cert-manager.ts';
import { availableValues, combinationsOf, pairwise } from './dimensions.ts';
import { newProject, oldProjects, type Project } from './projects.ts';

/** How many projects are made on every change: one takes two minutes. */
const DRAWN = 1;

/**
 * Projects of every form that the commands can give them, as a new user makes them: with the packed packages from a
 * registry, an empty npm cache, and no terminal. Each is installed, type-checked, linted, tested and deployed, to the
 * embedded API server and to a real one. On every change one of a few rows in which every two values occur together,
 * which the seed chooses; with `full` all combinations, and updates of what earlier versions scaffolded.
 */
export const matrixSuite: GeneratorSuite = {
  name: 'matrix of projects',
  live: true,
  needsControlPlane: true,
  async run({ embedded = false, full, seed, log }) {
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
      for (const project of await projectsOf({ full, seed, log })) {
        const began = performance.now();
        await play(project, path.join(folder.path, 'projects'), { env, result, log });
        log(`${project.name}: ${Math.round((performance.now() - began) / 1000)} s`);
      }
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
  full,
  seed,
  log,
}: {
  readonly full: boolean;
  readonly seed: number;
  readonly log: (line: string) => void;
}): Promise<Project[]> {
  const helps = new Map(
    await Promise.all(['init', 'edit'].map(async (name) => [name, await kb('.', [name, '--help'])] as const)),
  );
  const { values, missing } = availableValues((command) => helps.get(command) ?? '');
  const combinations = combinationsOf(values);
  if (missing.length > 0) log(`kb does not have yet: ${missing.join(', ')}`);
  if (full) return [...combinations.map(newProject), ...oldProjects()];
  const rows = pairwise(combinations);
  log(`${DRAWN} of ${rows.length} rows with every two values together, of ${combinations.length} combinations`);
  return Array.from({ length: DRAWN }, (_, index) => rows[(seed + index) % rows.length]).flatMap((one) =>
    one === undefined ? [] : [newProject(one)],
  );
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly result: Count;
  readonly log: (line: string) => void;
}

/** Makes a project, checks it, and deploys it. */
async function play({ name, write, commands, deployedBy }: Project, parent: string, place: Place): Promise<void> {
  const folder = path.join(parent, name.replaceAll(/\W+/g, '-').slice(0, 80), 'crew');
  mkdirSync(folder, { recursive: true });
  write?.(folder);
  const run = async (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> => {
    const [program = '', ...args] = words;
    const attempted = `${name}: ${words.join(' ')}`;
    return attempt(place.result, attempted, () => runProgram(program, args, folder, { ...place.env, ...env }));
  };
  const [first = [], ...others] = commands;
  // What follows a failed step would fail too, and hide the reason.
  if (!(await run(['npx', COMMAND_PACKAGE, ...first])) || !(await run(['npm', 'install']))) return;
  for (const words of others) if (!(await run(['npx', 'kb', ...words]))) return;
  if (others.length > 0 && !(await run(['npm', 'install']))) return;
  await run(['npx', 'kb', 'generate', '--check']);
  for (const script of ['typecheck', 'lint', 'format:check', 'test']) await run(['npm', 'run', script]);
  const deploying = await deployCommand(deployedBy);
  if ('skipped' in deploying) {
    place.log(`the chart of ${name} is not installed: ${deploying.skipped}`);
    return;
  }
  const binaries = await realBinaries(place.log);
  const starts = [startEmbedded, ...('reason' in binaries ? [] : [() => startReal(binaries)])];
  if ('reason' in binaries) place.log(`nothing is deployed to a real cluster: ${binaries.reason}`);
  for (const start of starts) {
    const inside = path.join(folder, '..', `cluster-${starts.indexOf(start)}`);
    mkdirSync(inside);
    await deploy(await start(inside), (kubeconfig) => run(deploying.words, { KUBECONFIG: kubeconfig }));
  }
}

const IMAGE = 'example.com/crew:v1';

/** The command that brings a project into a cluster, or why there is none. */
async function deployCommand(
  by: Project['deployedBy'],
): Promise<{ readonly words: readonly string[] } | { readonly skipped: string }> {
  if (by === undefined) return { words: ['npx', 'kb', 'deploy', '--image', IMAGE] };
  const helm = await installGoProgram(helmProgram);
  if ('skipped' in helm) return helm;
  const release = ['crew', 'dist/chart', '--namespace', 'crew-system', '--create-namespace'];
  const values = ['--set-string', `manager.image.reference=${IMAGE}`];
  return { words: [helm.binary, 'upgrade', '--install', ...release, ...values, '--wait', '--timeout', '2m'] };
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
