import type { DeepReadonly } from '@kb/apimachinery';
import { type Namespace, namespaces } from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type Controller,
  controllerFor,
  type EventHandler,
  objectPredicate,
  type ReconcileClient,
  type ReconcileResult,
} from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import { catalogSource } from '../resource-catalog/catalog-source.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isCollectable } from '../resource-catalog/served-resource.ts';
import { deleteContent } from './delete-content.ts';
import { namespaceConditions } from './namespace-conditions.ts';

type LiveNamespace = DeepReadonly<Namespace>;

const FINALIZER = 'kubernetes';
/** When no watch brings a change for so long, what is left is looked for again. */
const LOOK_AGAIN_MS = 15_000;

/**
 * Makes the namespace controller: empties namespaces that are deleted, and lets them go when nothing is left in them.
 */
export function namespaceController(catalog: ResourceCatalog): Controller {
  const contents = catalogSource(catalog, {
    name: 'contents of namespaces',
    wants: (resource) => resource.namespaced && isCollectable(resource),
    handlerOf: () => whenContentIsGone,
  });

  async function reconcile(namespace: LiveNamespace, client: ReconcileClient, now: number): Promise<ReconcileResult> {
    if (!isDeleting(namespace) || !(namespace.spec?.finalizers ?? []).includes(FINALIZER)) return {};
    const content = await deleteContent(client, namespace.metadata.name, catalog.resources());
    const conditions = namespaceConditions(namespace.status?.conditions ?? [], content, now);
    const updated = await writeStatus(client, namespace, conditions);
    if (content.failures.length > 0) throw new Error(content.failures.join(', '));
    if (content.objects.size > 0) return { requeueAfter: LOOK_AGAIN_MS };
    await finalize(client, updated);
    return {};
  }

  return controllerFor(namespaces, { predicates: [objectPredicate(isDeleting)] })
    .named('namespace-controller')
    .watchesRawSource(contents)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(namespaces, (namespace, { client, now }) => reconcile(namespace, client, now())));
}

const isDeleting = ({ metadata }: LiveNamespace): boolean => metadata.deletionTimestamp !== undefined;

/** As soon as something that was left is gone, the rest may go. */
const whenContentIsGone: EventHandler = {
  delete: ({ object }, queue, { cached }) => {
    const { namespace: name = '' } = object.metadata;
    const namespace = cached(namespaces).get({ name });
    if (namespace && isDeleting(namespace)) queue.add({ name });
  },
};

async function writeStatus(
  client: ReconcileClient,
  namespace: LiveNamespace,
  conditions: ReturnType<typeof namespaceConditions>,
): Promise<LiveNamespace> {
  if (conditions === namespace.status?.conditions && namespace.status.phase === 'Terminating') return namespace;
  const status = { ...namespace.status, phase: 'Terminating' as const, conditions };
  return await client.updateStatus(namespaces, { ...namespace, status });
}

async function finalize(client: ReconcileClient, namespace: LiveNamespace): Promise<void> {
  const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
  const finalized = { ...namespace, spec: { ...namespace.spec, finalizers } };
  await client.subresource(namespaces, 'finalize').update({ name: namespace.metadata.name }, finalized);
}
