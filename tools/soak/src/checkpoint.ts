import type { DeepReadonly, KubernetesObject, Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import type { Replica } from './replica.ts';
import { NAMESPACE, tasks } from './tasks.ts';

/**
 * Checks that everything is as expected after some time without faults. Returns the problems, up to a limit.
 */
export async function findProblems(client: Client, replicas: readonly Replica[]): Promise<string[]> {
  const problems: string[] = [];
  const live = {
    tasks: await client.list(tasks, { namespace: NAMESPACE }),
    maps: await client.list(configMaps, { namespace: NAMESPACE }),
  };

  const maps = new Map(live.maps.items.map((map) => [map.metadata.name, map]));
  for (const { metadata, spec, status } of live.tasks.items) {
    const map = maps.get(metadata.name);
    const wanted = String(spec.value);
    if (status?.observedGeneration !== metadata.generation || status?.value !== spec.value) {
      problems.push(
        `${metadata.name}: status ${JSON.stringify(status)} of generation ${metadata.generation}, ${wanted}`,
      );
    }
    if (map?.data?.['value'] !== wanted)
      problems.push(`${metadata.name}: ConfigMap has ${map?.data?.['value']}, not ${wanted}`);
  }

  for (const replica of replicas) {
    const manager = replica.manager();
    if (!manager) {
      problems.push(`${replica.name} does not run`);
      continue;
    }
    const compare = <T extends KubernetesObject, A>(resource: Resource<T, A>, items: readonly T[]): void => {
      const held = manager.cache.find(resource);
      const where = `the cache of ${resource.plural} of ${replica.name}`;
      if (held) problems.push(...differences(where, items, held.list()));
      else problems.push(`${where} is not there`);
    };
    compare(tasks, live.tasks.items);
    compare(configMaps, live.maps.items);
  }
  return problems;
}

/** How a cache differs from the server, by key and version. */
function differences(
  where: string,
  live: readonly KubernetesObject[],
  held: readonly DeepReadonly<KubernetesObject>[],
): string[] {
  const found: string[] = [];
  const versions = new Map(held.map(({ metadata }) => [metadata.name, `${metadata.uid} ${metadata.resourceVersion}`]));
  for (const { metadata } of live) {
    const version = versions.get(metadata.name);
    const wanted = `${metadata.uid} ${metadata.resourceVersion}`;
    if (version !== wanted) found.push(`${where} has ${metadata.name} at ${version}, the server at ${wanted}`);
    versions.delete(metadata.name);
  }
  for (const [name, version] of versions) found.push(`${where} has ${name} at ${version}, the server has none`);
  return found;
}
