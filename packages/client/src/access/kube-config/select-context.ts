import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { ClusterEntry, ContextEntry, KubeConfig, UserEntry } from './parse-kube-config.ts';

/** A context with its cluster and user. */
export interface SelectedContext {
  readonly context: ContextEntry;
  readonly cluster: ClusterEntry;
  /** Undefined: anonymous. */
  readonly user: UserEntry | undefined;
}

/** Returns the context of this name, or the current one. Throws a KubeConfigError that lists the contexts. */
export function selectContext(config: KubeConfig, name: string | undefined, source: string): SelectedContext {
  const wanted = name ?? config.currentContext;
  if (!wanted) throw unknownContext(`${source} has no current context`, config);
  const context = config.contexts.find((entry) => entry.name === wanted);
  if (context === undefined) throw unknownContext(`${source} has no context "${wanted}"`, config);
  const cluster = config.clusters.find((entry) => entry.name === context.cluster);
  if (cluster === undefined) throw dangling(context, 'cluster', context.cluster);
  if (!context.user) return { context, cluster, user: undefined };
  const user = config.users.find((entry) => entry.name === context.user);
  if (user === undefined) throw dangling(context, 'user', context.user);
  return { context, cluster, user };
}

function unknownContext(problem: string, { contexts }: KubeConfig): KubeConfigError {
  const names = contexts.map(({ name }) => `"${name}"`).join(', ');
  const choice =
    contexts.length === 0
      ? 'and no other'
      : `choose one of ${names} (or set one with: kubectl config use-context NAME)`;
  return new KubeConfigError('KB_KUBECONFIG_UNKNOWN_CONTEXT', `${problem}; ${choice}`);
}

function dangling({ name, file }: ContextEntry, kind: string, missing: string): KubeConfigError {
  const message = `context "${name}" of ${file} names the ${kind} "${missing}", which does not exist; add it or correct the context`;
  return new KubeConfigError('KB_KUBECONFIG_DANGLING', message, { file });
}
