import type { DeepReadonly } from '@kb/apimachinery';
import { type Namespace, namespaces } from '@kb/kubernetes/core/v1';
import type { SimulationContext } from '../../api/simulation-context.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isCollectable } from '../resource-catalog/served-resource.ts';
import { deleteContent } from './delete-content.ts';
import { namespaceConditions } from './namespace-conditions.ts';

const FINALIZER = 'kubernetes';
/** Should nothing be heard of what is left for so long, it is looked for again. */
const LOOK_AGAIN_MS = 15_000;

/**
 * Runs the namespace controller: empties namespaces that are deleted, and lets them go when nothing is left in them.
 */
export function runNamespaceController(context: SimulationContext, catalog: ResourceCatalog): void {
  const client = context.client('kube-controller-manager');
  const informer = context.informer(namespaces);
  const queue = context.queue('namespace-controller', [informer, catalog], (name) => reconcile(name));

  informer.subscribe(({ after }) => {
    if (after?.metadata.deletionTimestamp !== undefined) queue.add(after.metadata.name);
  });
  catalog.subscribe(({ resource, served }) => {
    if (!served || !resource.namespaced || !isCollectable(resource)) return;
    // As soon as something that was left is gone, the rest may go.
    context.metadataInformer(resource).subscribe(({ before, after }) => {
      const name = after === undefined ? before?.metadata.namespace : undefined;
      if (name !== undefined && informer.get({ name })?.metadata.deletionTimestamp !== undefined) queue.add(name);
    });
  });

  async function reconcile(name: string): Promise<number | undefined> {
    const namespace = informer.get({ name });
    if (namespace?.metadata.deletionTimestamp === undefined) return undefined;
    if (!(namespace.spec?.finalizers ?? []).includes(FINALIZER)) return undefined;
    const content = await deleteContent(client, name, catalog.resources());
    const updated = await writeStatus(
      namespace,
      namespaceConditions(namespace.status?.conditions ?? [], content, context.clock.now()),
    );
    if (content.failures.length > 0) throw new Error(content.failures.join(', '));
    if (content.objects.size > 0) return LOOK_AGAIN_MS;
    await finalize(updated);
    return undefined;
  }

  async function writeStatus(
    namespace: DeepReadonly<Namespace>,
    conditions: NonNullable<DeepReadonly<Namespace>['status']>['conditions'] & object,
  ): Promise<DeepReadonly<Namespace>> {
    if (conditions === namespace.status?.conditions && namespace.status.phase === 'Terminating') return namespace;
    const status = { ...namespace.status, phase: 'Terminating' as const, conditions };
    return informer.observe(await client.update(namespaces, { ...namespace, status }, 'status'));
  }

  async function finalize(namespace: DeepReadonly<Namespace>): Promise<void> {
    const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
    await client.update(namespaces, { ...namespace, spec: { ...namespace.spec, finalizers } }, 'finalize');
  }
}
