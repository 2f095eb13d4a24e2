import { isNotFound, keyOf, type KubernetesObject, messageOfThrown, metadataOf, reasonOf } from '@kb/apimachinery';
import type { ReconcileClient } from '@kb/runtime';
import type { ServedResource } from '../resource-catalog/served-resource.ts';
import type { RemainingContent } from './namespace-conditions.ts';

/**
 * Deletes everything in a namespace, Pods before anything else. Returns what is left: what finalizers hold, and Pods
 * that need their time to end.
 */
export async function deleteContent(
  client: ReconcileClient,
  namespace: string,
  resources: Iterable<ServedResource>,
): Promise<RemainingContent> {
  const objects = new Map<string, number>();
  const finalizers = new Map<string, number>();
  const failures: string[] = [];

  async function empty(resource: ServedResource): Promise<void> {
    try {
      const left = await deleteAll(client, namespace, resource);
      if (left.length > 0) objects.set(`${resource.plural}.${resource.group}`, left.length);
      for (const name of left.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
        finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
      }
    } catch (error) {
      failures.push(messageOfThrown(error));
    }
  }

  const deletable = [...resources].filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete'));
  const isPods = ({ group, plural }: ServedResource): boolean => group === '' && plural === 'pods';
  for (const resource of deletable.filter(isPods)) await empty(resource);
  // What Pods need while they end stays until they have.
  if (objects.size > 0) return { objects, finalizers, failures };
  await Promise.all(deletable.filter((resource) => !isPods(resource)).map(empty));
  return { objects, finalizers, failures };
}

async function deleteAll(
  client: ReconcileClient,
  namespace: string,
  resource: ServedResource,
): Promise<KubernetesObject[]> {
  const list = async (): Promise<KubernetesObject[]> =>
    resource.verbs.includes('list') ? (await client.list(metadataOf(resource), { namespace })).items : [];
  const found = await list();
  if (found.length === 0) return [];
  const options = { propagationPolicy: 'Background' } as const;
  if (resource.verbs.includes('deletecollection')) await client.deleteCollection(resource, { namespace, ...options });
  else {
    for (const object of found) {
      try {
        await client.delete(resource, keyOf(object), options);
      } catch (error) {
        if (!isNotFound(error) && reasonOf(error) !== 'MethodNotAllowed') throw error;
      }
    }
  }
  return await list();
}
