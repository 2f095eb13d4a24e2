import path from 'node:path';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { KubeConfigCluster, KubeConfigContext, KubeConfigUser } from './document/kube-config-object.ts';
import {
  checkKubeConfigShape,
  KubeConfigShapeError,
  type RawCluster,
  type RawKubeConfig,
  type RawUser,
} from './document/kube-config-shape.ts';

/**
 * A cluster of a kubeconfig, with fields that client-node's type lacks. Paths are absolute, or relative to the working
 * directory if the kubeconfig's own path is.
 */
export interface ClusterEntry extends KubeConfigCluster {
  readonly file: string;
  readonly disableCompression: boolean;
  readonly extensions: NonNullable<RawCluster['extensions']>;
}

/** A user of a kubeconfig, with fields that client-node's type lacks. */
export interface UserEntry extends Omit<KubeConfigUser, 'exec' | 'authProvider'> {
  readonly file: string;
  readonly raw: RawUser;
  /** Whether `file` is a real file, to which new tokens can be saved. */
  readonly isStored: boolean;
}

/** A context of a kubeconfig. */
export interface ContextEntry extends KubeConfigContext {
  readonly file: string;
}

/** The content of one or several kubeconfigs. */
export interface KubeConfig {
  readonly currentContext: string | undefined;
  readonly clusters: readonly ClusterEntry[];
  readonly users: readonly UserEntry[];
  readonly contexts: readonly ContextEntry[];
}

/** Parses a kubeconfig. Rejects with a KubeConfigError. */
export async function parseKubeConfig(text: string, file: string): Promise<KubeConfig> {
  return entriesOf(await readDocument(text, file), file, path.dirname(file));
}

/**
 * Reads a kubeconfig document in memory. Its paths are used as they are. `name` describes it in messages. Rejects with
 * a KubeConfigError.
 */
export async function readKubeConfigDocument(document: object, name: string): Promise<KubeConfig> {
  try {
    return await entriesOf(checkKubeConfigShape(document), name, undefined);
  } catch (error) {
    throw error instanceof KubeConfigShapeError ? malformed(name, error.message) : error;
  }
}

/**
 * Converts the entries of a kubeconfig with client-node's own functions. They are imported when a kubeconfig is read,
 * from the one small module that contains them: 3 ms and 4 MB, compared with 260 ms and 80 MB for KubeConfig with its
 * authenticators and the generated API. Paths are relative to `folder`.
 */
async function entriesOf(raw: RawKubeConfig, file: string, folder: string | undefined): Promise<KubeConfig> {
  const { newClusters, newContexts, newUsers } = await import('@kubernetes/client-node/dist/config_types.js');
  const resolve = (name: string): string => (folder === undefined ? name : path.resolve(folder, name));
  const resolveFile = (name: string | undefined): string | undefined => (name ? resolve(name) : undefined);

  const clusters = newClusters(raw.clusters).map((cluster, index): ClusterEntry => {
    const { 'disable-compression': disableCompression = false, extensions } = raw.clusters[index]?.cluster ?? {};
    return { ...cluster, caFile: resolveFile(cluster.caFile), file, disableCompression, extensions: extensions ?? [] };
  });
  const users = newUsers(raw.users.map(withoutFiles)).map((user, index): UserEntry => {
    const { exec, tokenFile, ...rest } = raw.users[index]?.user ?? {};
    return {
      ...user,
      certFile: resolveFile(user.certFile),
      keyFile: resolveFile(user.keyFile),
      file,
      isStored: folder !== undefined,
      raw: {
        ...rest,
        ...(tokenFile && { tokenFile: resolve(tokenFile) }),
        // A command with a folder is relative to the kubeconfig; one without is looked up in `PATH`.
        ...(exec && {
          exec: { ...exec, command: exec.command.includes(path.sep) ? resolve(exec.command) : exec.command },
        }),
      },
    };
  });
  const contexts = newContexts(raw.contexts).map((context): ContextEntry => ({ ...context, file }));
  return { currentContext: raw['current-context'], clusters, users, contexts };
}

/** Removes keys that are not part of a kubeconfig, for which client-node would read files while parsing. */
function withoutFiles(entry: { readonly user: RawUser }): object {
  return { ...entry, user: { ...entry.user, 'token-file': undefined } };
}

async function readDocument(text: string, file: string): Promise<RawKubeConfig> {
  const { CORE_SCHEMA, loadAll, YAMLException } = await import('js-yaml');
  try {
    const documents = loadAll(text, { schema: CORE_SCHEMA });
    if (documents.length > 1) throw new KubeConfigShapeError('expected one YAML document, got several');
    return checkKubeConfigShape(documents[0]);
  } catch (error) {
    if (error instanceof KubeConfigShapeError) throw malformed(file, error.message);
    // The error is not set as the cause, because it contains the whole text, including secrets.
    if (error instanceof YAMLException) throw malformed(file, `not YAML${positionOf(error.mark)}: ${error.reason}`);
    throw error;
  }
}

function positionOf(mark: { readonly line: number; readonly column: number } | undefined): string {
  return mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`;
}

function malformed(file: string, problem: string): KubeConfigError {
  return new KubeConfigError('KB_KUBECONFIG_MALFORMED', `${file} is not a kubeconfig: ${problem}`, { file });
}
