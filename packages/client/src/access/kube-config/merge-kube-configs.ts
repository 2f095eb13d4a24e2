import type { KubeConfig } from './parse-kube-config.ts';

/**
 * Several kubeconfigs as one, by kubectl's rule: of entries with the same name, and of current contexts, the first
 * counts, whole.
 */
export function mergeKubeConfigs(configs: readonly KubeConfig[]): KubeConfig {
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
