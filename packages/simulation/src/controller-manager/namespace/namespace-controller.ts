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
import { namespaceConditions, type RemainingContent } from './namespace-conditions.ts';
import { type Counts, countsOf, createRemainingObjects, type RemainingObjects } from './remaining-objects.ts';

type LiveNamespace = DeepReadonly<Namespace>;

const FINALIZER = 'kubernetes';
/** The interval between status writes while objects remain. */
const STATUS_PERIOD_MS = 15_000;
/**
 * The delay before the remaining objects are read from the server again, if no watch reports their deletion. It doubles
 * each time, up to five minutes.
 */
const FIRST_PATIENCE_MS = 15_000;
const LONGEST_PATIENCE_MS = 300_000;

/** The last and the next attempt to empty a namespace. */
interface Schedule {
  readonly uid: string;
  readonly statusDue: number;
  readonly lookDue: number;
  readonly patience: number;
}

/**
 * Creates the namespace controller: deletes the content of deleted namespaces, and finalizes them when they are empty.
 */
export function namespaceController(catalog: ResourceCatalog): Controller {
  const remaining = createRemainingObjects();
  const schedules = new Map<string, Schedule>();
  const contents = catalogSource(catalog, {
    name: 'contents of namespaces',
    wants: (resource) => resource.namespaced && isCollectable(resource),
    handlerOf: () => followContent(remaining),
  });

  function forget(name: string): void {
    remaining.forget(name);
    schedules.delete(name);
  }

  async function reconcile(namespace: LiveNamespace, client: ReconcileClient, now: number): Promise<ReconcileResult> {
    const { name, uid } = namespace.metadata;
    if (!isDeleting(namespace) || !(namespace.spec?.finalizers ?? []).includes(FINALIZER)) {
      forget(name);
      return {};
    }
    const last = schedules.get(name);
    const known = last?.uid === uid ? remaining.of(name) : undefined;
    if (last && known && known.objects.size > 0 && now < last.lookDue) {
      const isDue = now >= last.statusDue;
      const schedule = isDue ? { ...last, statusDue: now + STATUS_PERIOD_MS } : last;
      schedules.set(name, schedule);
      if (isDue) await writeStatus(client, namespace, { ...reported(known), failures: [] }, now);
      return { requeueAfter: Math.min(schedule.statusDue, schedule.lookDue) - now };
    }
    return await look(namespace, client, now);
  }

  /** Deletes all objects of the namespace, and finalizes it when none is left. */
  async function look(namespace: LiveNamespace, client: ReconcileClient, now: number): Promise<ReconcileResult> {
    const { name, uid } = namespace.metadata;
    const last = schedules.get(name);
    forget(name);
    remaining.beginLook(name);
    const { left, failures } = await deleteContent(client, name, catalog.resources());
    const updated = await writeStatus(client, namespace, { ...reported(countsOf(left)), failures }, now);
    if (failures.length > 0) throw new Error(failures.join(', '));
    if (left.length === 0) {
      await finalize(client, updated);
      forget(name);
      return {};
    }
    remaining.endLook(name, left);
    const patience =
      last?.uid === uid && now >= last.lookDue ? Math.min(2 * last.patience, LONGEST_PATIENCE_MS) : FIRST_PATIENCE_MS;
    schedules.set(name, { uid, statusDue: now + STATUS_PERIOD_MS, lookDue: now + patience, patience });
    // If the remaining objects are gone by now, there is no event to wait for.
    return { requeueAfter: remaining.of(name)?.objects.size === 0 ? 1 : STATUS_PERIOD_MS };
  }

  return controllerFor(namespaces, { predicates: [objectPredicate(isDeleting)] })
    .named('namespace-controller')
    .watchesRawSource(contents)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(asReconciler(namespaces, (namespace, { client, now }) => reconcile(namespace, client, now())));
}

/**
 * What the conditions say of the content: nothing remains as long as Pods do, because kube-controller-manager counts
 * the other objects after the Pods are gone, and never counts Pods.
 */
function reported({ objects, finalizers }: Counts): Counts {
  return objects.has('pods.') ? { objects: new Map(), finalizers: new Map() } : { objects, finalizers };
}

const isDeleting = ({ metadata }: LiveNamespace): boolean => metadata.deletionTimestamp !== undefined;

/** Wakes the controller when the last remaining object is gone. */
function followContent(remaining: RemainingObjects): EventHandler {
  return {
    update: ({ object: { metadata } }) => {
      remaining.update(metadata.namespace ?? '', metadata.uid, metadata.finalizers ?? []);
    },
    delete: ({ object: { metadata } }, queue) => {
      const { namespace = '', uid } = metadata;
      if (remaining.remove(namespace, uid)) queue.add({ name: namespace });
    },
  };
}

async function writeStatus(
  client: ReconcileClient,
  namespace: LiveNamespace,
  content: RemainingContent,
  now: number,
): Promise<LiveNamespace> {
  const conditions = namespaceConditions(namespace.status?.conditions ?? [], content, now);
  if (conditions === namespace.status?.conditions && namespace.status.phase === 'Terminating') return namespace;
  const status = { ...namespace.status, phase: 'Terminating' as const, conditions };
  return await client.updateStatus(namespaces, { ...namespace, status });
}

async function finalize(client: ReconcileClient, namespace: LiveNamespace): Promise<void> {
  const finalizers = (namespace.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
  const finalized = { ...namespace, spec: { ...namespace.spec, finalizers } };
  await client.subresource(namespaces, 'finalize').update({ name: namespace.metadata.name }, finalized);
}
