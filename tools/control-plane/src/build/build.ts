import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { describeExit } from '../supervisor/component.ts';
import { ControlPlaneError } from '../errors.ts';
import { cacheFolder, cacheRoot, findControlPlane } from '../find.ts';
import type { ControlPlaneBinaries, Environment } from '../find.ts';
import { goEnvironment, goOutput } from './go.ts';
import { describeLog } from '../log-tail.ts';
import { buildFlags, readRecipe } from './recipe.ts';
import type { RecipeModule } from './recipe.ts';
import { startSupervisor } from '../supervisor/supervisor.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { deadlineIn, within } from '../wait.ts';
import type { Deadline } from '../wait.ts';

/** Options of {@link buildControlPlane}. */
export interface BuildOptions {
  /** Called with one line of progress at a time; at least every 15 seconds while a build runs. Silent by default. */
  log?: (line: string) => void;
  /** `process.env` by default. */
  env?: Environment;
  /** Time limit of the whole build in milliseconds, including the wait for another one; 60 minutes by default. */
  timeoutMs?: number;
  /** Cancels the build: the compiler is killed and nothing is kept. */
  signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 60 * 60_000;
const PROGRESS_MS = 15_000;

interface Building {
  log: (line: string) => void;
  env: Record<string, string>;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/**
 * Builds etcd, kube-apiserver, kube-controller-manager and kube-scheduler from their Go modules into the cache, unless
 * they are there already or `KUBEBUILDER_ASSETS` names a folder that has them. Safe in several processes at once: one
 * builds, the others wait. The folder appears in the cache complete or not at all, even if the build is killed.
 *
 * @throws ControlPlaneError GO_MISSING, UNSUPPORTED_PLATFORM, BUILD_FAILED with the end of Go's output, NOT_FOUND for a
 * `KUBEBUILDER_ASSETS` that is incomplete, TIMEOUT; the signal's reason when `signal` aborts.
 */
export async function buildControlPlane(options: BuildOptions = {}): Promise<ControlPlaneBinaries> {
  const { log = () => undefined, env = process.env, signal } = options;
  const found = findControlPlane(env);
  if (found.binaries !== undefined) return found.binaries;
  if (env['KUBEBUILDER_ASSETS']) throw new ControlPlaneError('KB_CONTROL_PLANE_NOT_FOUND', found.reason);
  const building: Building = {
    log,
    env: goEnvironment(env),
    deadline: deadlineIn(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    signal,
  };
  const version = await goOutput(['env', 'GOVERSION'], { ...building, cwd: cacheParent(), timeoutMs: 60_000 });
  const target = cacheFolder(env);
  const onWait = (): void => log(`another process is building the control plane (lock ${target}.lock); waiting for it`);
  return await withBuildLock(`${target}.lock`, { deadline: building.deadline, signal, onWait }, async () => {
    const again = findControlPlane(env); // by the holder of the lock
    if (again.binaries !== undefined) return again.binaries;
    await removeLeftovers(cacheRoot(env), basename(target));
    log(`building the control plane with ${version} into ${target}: some minutes on two cores, once`);
    await buildInto(target, building);
    const built = findControlPlane(env);
    if (built.binaries === undefined)
      throw new ControlPlaneError('KB_BUILD_FAILED', `the build ended well, but ${built.reason}`);
    return built.binaries;
  });
}

/** `go env` reads the go.mod of its working folder: ours, so that it reports the version that will build. */
function cacheParent(): string {
  const [first] = readRecipe().modules;
  if (first === undefined) throw new Error('the recipe has no modules');
  return first.folder;
}

const BUILDING = '.building-';

/** Removes leftovers of a builder that was killed together with its supervisor. Only called under the lock. */
async function removeLeftovers(root: string, key: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith(`${key}${BUILDING}`));
  for (const name of names) await rm(join(root, name), { recursive: true, force: true });
}

async function buildInto(target: string, building: Building): Promise<void> {
  const supervisor = await startSupervisor(`${target}${BUILDING}${randomUUID().slice(0, 8)}`);
  try {
    const output = join(supervisor.directory, 'bin');
    await mkdir(output);
    // Go's scratch folder (hundreds of MB) goes where the supervisor removes it, even when the compiler is killed.
    const env = { ...building.env, GOTMPDIR: join(supervisor.directory, 'tmp') };
    await mkdir(env.GOTMPDIR);
    for (const module of readRecipe().modules) await buildModule(module, output, supervisor, { ...building, env });
    await rm(target, { recursive: true, force: true }); // an incomplete one: a program was deleted from it
    await rename(output, target);
  } finally {
    await supervisor.stop();
  }
}

async function buildModule(
  module: RecipeModule,
  output: string,
  supervisor: Supervisor,
  building: Building,
): Promise<void> {
  const { log, env, deadline, signal } = building;
  const { folder, packages, programs, ldflags } = module;
  const names = programs.join(' and ');
  const begun = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - begun) / 1000)} s`;
  const name = basename(folder);
  const run = async (step: string, args: readonly string[], progress: (logText: string) => string): Promise<void> => {
    const logFile = join(supervisor.directory, `${name}-${step}.log`);
    const process = await supervisor.start({ name: `go ${step}`, command: 'go', args, cwd: folder, logFile, env });
    let told = performance.now();
    while (process.exit === undefined) {
      signal?.throwIfAborted();
      await within(process.exited, 500);
      if (deadline.remaining() === 0)
        throw new ControlPlaneError('KB_TIMEOUT', `building ${names} took more than ${deadline.totalMs / 1000} s`);
      if (performance.now() - told < PROGRESS_MS || process.exit !== undefined) continue;
      told = performance.now();
      log(`${names}: ${progress(await readFile(logFile, 'utf8'))}, ${seconds()}`);
    }
    if (process.exit.code === 0) return;
    const said = await describeLog(`go ${step}`, logFile, 30);
    throw new ControlPlaneError(
      'KB_BUILD_FAILED',
      `building ${names} failed (go ${step}: ${describeExit(process.exit)})${said}`,
    );
  };
  log(`${names}: fetching modules`);
  // Lists what is to be compiled and, to know it, downloads exactly the modules that are needed.
  await run(
    'list',
    ['list', '-deps', '-mod=readonly', ...packages],
    (text) => `${count(text, /^go: downloading /gm)} modules fetched`,
  );
  const total = count(await readFile(join(supervisor.directory, `${name}-list.log`), 'utf8'), /^(?!go: )\S+$/gm);
  log(`${names}: compiling (${total} packages, fewer when Go's own cache has some)`);
  // `-o` wants a folder for several programs; a single one is named here, because etcd's import path ends in "v3".
  const target = programs.length === 1 ? join(output, programs.join()) : `${output}/`;
  await run(
    'build',
    ['build', '-v', ...buildFlags, '-ldflags', ldflags, '-o', target, ...packages],
    (text) => `${count(text, /^(?!go: )\S+$/gm)} packages compiled`,
  );
  log(`${names}: built in ${seconds()}`);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
