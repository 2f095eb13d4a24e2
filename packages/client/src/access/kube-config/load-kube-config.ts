import type { Clock } from '@kb/apimachinery';
import { readFile as readLocalFile, writeFile as writeLocalFile } from '../../adapters/system/local-files.ts';
import { isInteractive, runProgram as runLocalProgram } from '../../adapters/system/run-program.ts';
import { sendToProvider as sendToRealProvider } from '../../adapters/transport/send-to-provider.ts';
import { systemClock } from '../../adapters/system/system-clock.ts';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { ClusterAccess } from '../../surroundings/cluster-access.ts';
import { contextAccess } from './context-access.ts';
import { findKubeConfig, type KubeConfigLocation } from './find-kube-config.ts';
import type { Environment } from '../../surroundings/environment.ts';
import { inClusterAccess } from '../in-cluster.ts';
import type { KubeConfigObject } from './document/kube-config-object.ts';
import { objectDocument, userToAskFor } from './document/object-document.ts';
import { objectIdentity } from './object-identity.ts';
import { type KubeConfig, parseKubeConfig, readKubeConfigDocument } from './parse-kube-config.ts';
import { fileProblem, isFileMissing, type ReadFile } from '../../surroundings/read-file.ts';
import type { SendToProvider } from '../../surroundings/provider-request.ts';
import type { RunProgram } from '../../surroundings/run-program.ts';
import { selectContext } from './select-context.ts';
import type { AccessSurroundings } from '../access-surroundings.ts';
import type { WriteFile } from '../../surroundings/write-file.ts';

/** Options of {@link loadKubeConfig}. */
export interface LoadKubeConfigOptions {
  /** A kubeconfig file (`--kubeconfig`). Default: found by the environment. */
  readonly path?: string | undefined;
  /**
   * A kubeconfig that the program created or loaded itself: `@kubernetes/client-node`'s KubeConfig, or an object of the
   * same shape. Files and environment are then ignored, except for proxies. Its credentials are refreshed like those of
   * files, but new OpenID Connect tokens are not saved. Default: files, as determined by `path` and `env`.
   */
  readonly kubeConfig?: KubeConfigObject;
  /** Environment variables. Default: the process's. */
  readonly env?: Environment;
  /** Name of the context to use (`--context`). Default: the kubeconfig's current context. */
  readonly context?: string | undefined;
  /** Default: the files of this machine. */
  readonly readFile?: ReadFile;
  /** Runs credential plugins. Default: programs of this machine. */
  readonly runProgram?: RunProgram;
  /** Asks OpenID Connect providers for new tokens. Default: over the network. */
  readonly sendToProvider?: SendToProvider;
  /** Writes new tokens of OpenID Connect into the kubeconfig. Default: the files of this machine. */
  readonly writeFile?: WriteFile;
  /** Whether credential plugins may ask at the terminal. Default: when there is one. */
  readonly interactive?: boolean;
  /** The clock for the expiry of credentials and for reading files again. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Loads the configuration of the cluster, as controller-runtime's GetConfig does: the given KubeConfig or file; else
 * the files in `KUBECONFIG`, merged as kubectl merges them; else, in a pod, its service account; else `~/.kube/config`.
 * Does not connect, and runs no credential plugin. Rejects with a KubeConfigError that names the file and the remedy.
 */
export async function loadKubeConfig(options: LoadKubeConfigOptions = {}): Promise<ClusterAccess> {
  const { env = process.env, context, clock = systemClock, readFile = readLocalFile, kubeConfig } = options;
  const { runProgram = runLocalProgram, interactive = isInteractive() } = options;
  const surroundings: AccessSurroundings = {
    env,
    clock,
    readFile,
    runProgram,
    interactive,
    sendToProvider: options.sendToProvider ?? sendToRealProvider,
    writeFile: options.writeFile ?? writeLocalFile,
  };
  if (kubeConfig !== undefined) return objectAccess(kubeConfig, context, surroundings);
  const location = findKubeConfig(options.path, env, context);
  if (location.type === 'in-cluster') return inClusterAccess(env, readFile, clock);
  const config = await readConfigs(location, readFile);
  const source = location.files.join(' and ');
  return contextAccess(selectContext(config, context, source), source, surroundings);
}

/** Returns the access of a kubeconfig in memory. */
async function objectAccess(
  kubeConfig: KubeConfigObject,
  context: string | undefined,
  surroundings: AccessSurroundings,
): Promise<ClusterAccess> {
  const source = 'the KubeConfig that the program gave';
  // `applyToHTTPSOptions` is for the current context only.
  const isCurrent = context === undefined || context === kubeConfig.currentContext;
  const asked = isCurrent && kubeConfig.applyToHTTPSOptions ? userToAskFor(kubeConfig) : undefined;
  const config = await readKubeConfigDocument(objectDocument(kubeConfig, asked), source);
  const selected = selectContext(config, context, source);
  if (asked === undefined) return contextAccess(selected, source, surroundings);
  const identity = objectIdentity(async (to) => kubeConfig.applyToHTTPSOptions?.(to), asked.name);
  return contextAccess(selected, source, { ...surroundings, identity });
}

async function readConfigs(location: KubeConfigLocation & { type: 'files' }, readFile: ReadFile): Promise<KubeConfig> {
  const configs: KubeConfig[] = [];
  for (const file of location.files) {
    const text = await readConfig(file, location, readFile);
    if (text !== undefined) configs.push(await parseKubeConfig(text, file));
  }
  if (configs.length === 0) throw notFound(location.files.join(', '), location.from);
  return mergeKubeConfigs(configs);
}

/** Reads the text of a kubeconfig; undefined if the file does not exist and is optional. */
async function readConfig(
  file: string,
  location: KubeConfigLocation & { type: 'files' },
  readFile: ReadFile,
): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readFile(file));
  } catch (error) {
    if (isFileMissing(error) && location.mayBeMissing) return undefined;
    if (isFileMissing(error)) throw notFound(file, location.from, error);
    const message = `cannot read the kubeconfig ${file} (${location.from}): ${fileProblem(error)}`;
    throw new KubeConfigError('KB_KUBECONFIG_UNREADABLE', message, { file, cause: error });
  }
}

function notFound(file: string, from: string, cause?: unknown): KubeConfigError {
  const hint = 'set KUBECONFIG to a file that does, or name one';
  const message = `there is no kubeconfig at ${file} (${from}): the file does not exist; ${hint}`;
  return new KubeConfigError('KB_KUBECONFIG_NOT_FOUND', message, { file, cause });
}

/** Merges kubeconfigs as kubectl does: the first entry of each name, and the first current context, win as a whole. */
function mergeKubeConfigs(configs: readonly KubeConfig[]): KubeConfig {
  return {
    currentContext: configs.find(({ currentContext }) => currentContext)?.currentContext,
    clusters: firstOfEachName(configs.flatMap(({ clusters }) => clusters)),
    users: firstOfEachName(configs.flatMap(({ users }) => users)),
    contexts: firstOfEachName(configs.flatMap(({ contexts }) => contexts)),
  };
}

function firstOfEachName<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  const byName = new Map<string, T>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}
