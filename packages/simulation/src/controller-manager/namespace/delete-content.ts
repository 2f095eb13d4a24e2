import { isNotFound, keyOf, messageOfThrown, metadataOf, reasonOf } from '@kb/apimachinery';
import { listEach } from '@kb/client';
import type { ReconcileClient } from '@kb/runtime';
import type { ServedResource } from '../resource-catalog/served-resource.ts';
import type { RemainingObject } from './remaining-objects.ts';

/** The result of {@link deleteContent}. */
export interface DeletedContent {
  /** The remaining objects: those with finalizers, and Pods in their grace period. */
  readonly left: readonly RemainingObject[];
  /** Why resources could not be emptied. */
  readonly failures: readonly string[];
}

/** How many objects one request deletes. The response contains all of them. */
const PAGE = 500;

const PROPAGATION_POLICY = 'Background';

/** Deletes everything in a namespace, Pods first: other objects stay until the Pods are gone. */
export async function deleteContent(
  client: ReconcileClient,
  namespace: string,
  resources: Iterable<ServedResource>,
): Promise<DeletedContent> {
  const left: RemainingObject[] = [];
  const failures: string[] = [];

  async function empty(resource: ServedResource): Promise<void> {
    try {
      for await (const object of leftAfterDeletion(client, namespace, resource)) left.push(object);
    } catch (error) {
      failures.push(messageOfThrown(error));
    }
  }

  const deletable = [...resources].filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete'));
  const isPods = ({ group, plural }: ServedResource): boolean => group === '' && plural === 'pods';
  for (const resource of deletable.filter(isPods)) await empty(resource);
  // Terminating Pods may still need the other objects.
  if (left.length > 0) return { left, failures };
  await Promise.all(deletable.filter((resource) => !isPods(resource)).map(empty));
  return { left, failures };
}

async function* leftAfterDeletion(
  client: ReconcileClient,
  namespace: string,
  resource: ServedResource,
): AsyncGenerator<RemainingObject> {
  if (!resource.verbs.includes('list')) return;
  const shape = metadataOf(resource);
  const first = await client.list(shape, { namespace, limit: 1 });
  if (first.items.length === 0) return;
  if (resource.verbs.includes('deletecollection')) await deleteInPages(client, namespace, resource);
  else await deleteEach(client, namespace, resource);
  const name = `${resource.plural}.${resource.group}`;
  for await (const { metadata } of listEach(client, shape, { namespace })) {
    yield { uid: metadata.uid, resource: name, finalizers: metadata.finalizers ?? [] };
  }
}

async function deleteInPages(client: ReconcileClient, namespace: string, resource: ServedResource): Promise<void> {
  let token = '';
  do {
    const next = token === '' ? {} : { continue: token };
    const deleted = await client.deleteCollection(resource, {
      namespace,
      limit: PAGE,
      propagationPolicy: PROPAGATION_POLICY,
      ...next,
    });
    token = deleted.metadata?.continue ?? '';
  } while (token !== '');
}

async function deleteEach(client: ReconcileClient, namespace: string, resource: ServedResource): Promise<void> {
  for await (const object of listEach(client, metadataOf(resource), { namespace })) {
    try {
      await client.delete(resource, keyOf(object), { propagationPolicy: PROPAGATION_POLICY });
    } catch (error) {
      if (!isNotFound(error) && reasonOf(error) !== 'MethodNotAllowed') throw error;
    }
  }
}
