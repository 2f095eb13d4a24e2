import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readRecipe } from './build/recipe.ts';

/** Environment variables, as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Paths of the programs of a control plane. */
export interface ControlPlaneBinaries {
  /** Their source: the folder that `KUBEBUILDER_ASSETS` names, or our own cache. */
  source: 'assets' | 'cache';
  directory: string;
  etcd: string;
  kubeApiServer: string;
  /** Missing in kubebuilder's own archives of test assets; without it nothing rolls out and no garbage is collected. */
  kubeControllerManager: string | undefined;
  /** Missing in kubebuilder's own archives too; only `StartOptions.scheduler` needs it. */
  kubeScheduler: string | undefined;
}

/** Result of {@link findControlPlane}: the binaries, or a readable reason why there are none. */
export type FindResult =
  { binaries: ControlPlaneBinaries; reason?: undefined } | { binaries?: undefined; reason: string };

/**
 * The folder with one folder per recipe: `$KB_CACHE_DIR/control-plane`, or
 * `${XDG_CACHE_HOME:-~/.cache}/kb/control-plane`.
 */
export function cacheRoot(env: Environment = process.env): string {
  if (env['KB_CACHE_DIR']) return join(resolve(env['KB_CACHE_DIR']), 'control-plane');
  // The XDG specification says to ignore a relative path in XDG_CACHE_HOME.
  const xdg = env['XDG_CACHE_HOME'];
  return join(xdg?.startsWith('/') ? xdg : join(homedir(), '.cache'), 'kb', 'control-plane');
}

/** The folder of the binaries of the current recipe, whether or not it exists. */
export function cacheFolder(env: Environment = process.env): string {
  return join(cacheRoot(env), readRecipe().key);
}

/**
 * Finds a control plane that can be started without building: the folder that `KUBEBUILDER_ASSETS` names, else our
 * cache. A `KUBEBUILDER_ASSETS` that is set but incomplete gives a reason, not a silent fallback to the
 * cache.
 */
export function findControlPlane(env: Environment = process.env): FindResult {
  if (process.platform === 'win32')
    return { reason: 'a real control plane can be started on Linux and macOS, not on Windows' };
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets) {
    const found = binariesIn(resolve(assets), 'assets');
    if (typeof found === 'object') return { binaries: found };
    return {
      reason: `KUBEBUILDER_ASSETS is ${assets}, but ${found}; correct it, or unset it to use the binaries that kb builds`,
    };
  }
  const folder = cacheFolder(env);
  const found = binariesIn(folder, 'cache');
  if (typeof found === 'object') {
    const { kubeControllerManager, kubeScheduler } = found;
    if (kubeControllerManager !== undefined && kubeScheduler !== undefined) return { binaries: found };
    const missing = kubeControllerManager === undefined ? 'kube-controller-manager' : 'kube-scheduler';
    return { reason: `${join(folder, missing)} is missing; build again` };
  }
  return { reason: `KUBEBUILDER_ASSETS is not set, and no control plane has been built on this machine (${found})` };
}

function binariesIn(directory: string, source: ControlPlaneBinaries['source']): ControlPlaneBinaries | string {
  const etcd = join(directory, 'etcd');
  const kubeApiServer = join(directory, 'kube-apiserver');
  const kubeControllerManager = join(directory, 'kube-controller-manager');
  const kubeScheduler = join(directory, 'kube-scheduler');
  const missing = [etcd, kubeApiServer].find((file) => !isExecutable(file));
  if (missing !== undefined) return `${missing} is not there or is not executable`;
  return {
    source,
    directory,
    etcd,
    kubeApiServer,
    kubeControllerManager: isExecutable(kubeControllerManager) ? kubeControllerManager : undefined,
    kubeScheduler: isExecutable(kubeScheduler) ? kubeScheduler : undefined,
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
